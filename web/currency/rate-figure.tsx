import type { CalendarDate } from '../../domain/calendar-date.ts'
import { quotedUnits, TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { freshnessOf, type AnsweredRate } from '../../domain/rate-precedence.ts'
import { rightsTo } from '../../domain/source-rights.ts'
import { t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { usePage, useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { PublishedNote } from '../rates/day-rates.tsx'
import { ByHand } from '../rates/rate-parts.tsx'
import { choiceParams, citedAddress, type CurrentRate } from '../rates/rates.ts'
import { Badge } from '../ui/notice.tsx'
import { SPANS, type currencyQueries, type CurrencyChoice } from './currency.ts'
import styles from './currency.module.css'

interface RateFigureProps {
  readonly choice: CurrencyChoice
  readonly rate: CurrentRate | undefined
  readonly queries: ReturnType<typeof currencyQueries>
}

export function RateFigure({ choice, rate, queries }: RateFigureProps) {
  const { currency, date: day } = choice
  return (
    <div className={styles['figure']}>
      <div>
        <p className="muted">{`${quotedUnits(rate?.currency ?? currency)} =`}</p>
        <div className="wrap muted figure-line">
          <p className="figure">{rate ? formatRate(fromWire(rate.rate)) : '–'}</p>{' '}
          <p>{TARGET_CURRENCY}</p>
        </div>
      </div>
      <Changes rate={rate} queries={queries} />
      {rate && (
        <div className="full-row">
          <p>
            <ByHand source={rate.source} /> {t.currency.published(rate)}{' '}
            <FreshnessBadge rate={rate} day={day} /> <OtherDay choice={choice} rate={rate} />{' '}
            <span className="unbroken">
              <Link href={citedAddress(rate)}>{t.slip.cite}</Link>
            </span>{' '}
            {day && (
              <Link href={withQuery(`/rates/${currency}`, choiceParams(choice))}>
                {t.currency.newest}
              </Link>
            )}
          </p>
          <PublishedNote date={rate.date} published={rate.published} />
          <Rights source={rate.source} />
        </div>
      )}
    </div>
  )
}

interface FreshnessBadgeProps {
  readonly rate: AnsweredRate
  readonly day: CalendarDate | undefined
}

function FreshnessBadge({ rate, day }: FreshnessBadgeProps) {
  const today = useToday()
  const holidays = new Map(usePage().holidays)
  const { sample, daysOld } = freshnessOf(rate, day ?? today, holidays)
  const age = daysOld > 0 ? t.ui.daysOld({ days: daysOld }) : undefined
  if (!sample && age === undefined) return null
  return (
    <Badge tone="warning">
      {[sample ? t.ui.sample : undefined, age].filter(Boolean).join(', ')}
    </Badge>
  )
}

function Rights({ source }: Pick<CurrentRate, 'source'>) {
  const rights = rightsTo(source)
  return (
    rights && (
      <p className="fine-print">
        <a href={rights.url} rel="noreferrer">
          {t.currency.rights({ source, licence: rights.licence })}
        </a>
      </p>
    )
  )
}

interface OtherDayProps {
  readonly choice: CurrencyChoice
  readonly rate: CurrentRate
}

function OtherDay({ choice: { date }, rate }: OtherDayProps) {
  if (date) return rate.date === date ? null : t.currency.lastBefore({ day: date })
  return rate.age_business_days === 1 ? t.home.notOut : null
}

/** In per cent. */
function Changes({ rate, queries: { spans } }: Omit<RateFigureProps, 'choice'>) {
  const responses = {
    day: useResponse(spans.day).data?.data,
    month: useResponse(spans.month).data?.data,
    year: useResponse(spans.year).data?.data,
  }
  const changes = SPANS.flatMap((span) => {
    const before = rate && responses[span]?.rates.findLast(({ date }) => date < rate.date)
    return before ? { span, now: fromWire(rate.rate), then: fromWire(before.rate) } : []
  })
  return (
    <dl className={styles['changes']}>
      {changes.map(({ span, now, then }) => (
        <div key={span}>
          <dt>{t.currency.spans[span]}</dt>
          <dd>
            <RateChangeText change={now - then} rate={now} short />
          </dd>
        </div>
      ))}
    </dl>
  )
}
