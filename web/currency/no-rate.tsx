import { quotedUnits } from '../../domain/currency.ts'
import { isWeekend, weekdayOf } from '../../domain/calendar-date.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import type { ApiError } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { PublishedRate } from '../rates/published-rate.tsx'
import { citedAddress } from '../rates/side.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { appliesQuery, weekToQuery, type Citation } from './history-queries.ts'

interface NoRateProps {
  readonly citation: Citation
  /** What the day's own rate was refused with; null where it was taken back. */
  readonly refusal: ApiError | null
}

/** A day without a rate of its own: why there is none, and which rate applies. */
export function NoRate({ citation, refusal }: NoRateProps) {
  const { currency, kind } = citation
  const applies = useResponse(appliesQuery(citation))
  const week = useResponse(weekToQuery(citation))
  const rate = applies.data?.data
  if (applies.error?.status === 404)
    return <Notice kind="error">{refusal?.message ?? applies.error.message}</Notice>
  return (
    <Card title={t.currency.inRupees({ what: quotedUnits(currency), kind })}>
      <ConnectionNotice queries={[applies, week]} />
      <p className="title">{t.citedRate.noRate}</p>
      {/* Not before it is known whether the day was a holiday. */}
      <p>{week.data ? reasonText(citation, week.data.data.missing) : '\u00a0'}</p>
      {rate && (
        <p>
          {t.citedRate.applies}{' '}
          <Link className="tap" href={citedAddress(rate)}>
            {formatWeekdayAndDay(rate.date)}: {formatRate(fromWire(rate.rate))}
          </Link>
          , {t.sourceNames[rate.source]}
          <PublishedRate published={rate.published} />
        </p>
      )}
    </Card>
  )
}

type Missing = readonly { readonly date: string; readonly reason: string }[]

function reasonText({ date, kind }: Citation, missing: Missing): string {
  if (kind === 'customs') return t.citedRate.noCustomsRate({ date })
  const reason = missing.find((each) => each.date === date)?.reason ?? ''
  const [, holiday] = /^holiday: (.*)$/.exec(reason) ?? []
  if (holiday !== undefined) return t.citedRate.holiday({ date, name: holiday })
  return isWeekend(date)
    ? t.citedRate.weekend({ date, isSunday: weekdayOf(date) === 0 })
    : t.citedRate.notPublished({ date })
}
