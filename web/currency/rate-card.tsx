import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Changed } from '../rates/changed.tsx'
import { CustomsRate, type CustomsRow } from '../rates/customs-rate.tsx'
import type { NewestChange } from '../rates/newest-change.ts'
import { PublishedRate } from '../rates/published-rate.tsx'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { Link } from '../link.tsx'
import { Card } from '../ui/card.tsx'
import type { Side } from '../rates/side.ts'

import styles from './rate-card.module.css'

interface RateCardProps {
  readonly currency: Currency
  readonly side: Side | undefined
  /** Undefined while it is on its way. */
  readonly rate: ResponseOf<'GET /api/exchange-rate/current/:currency'>['data'] | undefined
  /** Undefined where there is none. */
  readonly customs: CustomsRow | undefined
  /** The day that the address asks for; undefined: today. */
  readonly day: CalendarDate | undefined
  /** The newest change of this currency, to mark it. */
  readonly changed: NewestChange | undefined
}

/** The rate that counts, large, with its day, its source and the page that can be cited. */
export function RateCard({ currency, side, rate, customs, day, changed }: RateCardProps) {
  return (
    <Card title={t.currency.inRupees({ currency: rate?.currency ?? currency, kind: rate?.kind })}>
      <p className={styles['rate']}>
        <Changed by={changed} date={rate?.date}>
          {rate ? formatRate(fromWire(rate.rate)) : '–'}
        </Changed>
      </p>
      <FreshnessBadge rate={rate} day={day} />
      {rate && (
        <>
          <p className="fine-print">
            <time dateTime={rate.date}>{formatDay(rate.date)}</time> · {t.sourceNames[rate.source]}
          </p>
          <PublishedRate published={rate.published} />
          {rate.date !== rate.requested_date && (
            <p className="fine-print">
              {t.currency.newestUpTo({ day: formatDay(rate.requested_date) })}
            </p>
          )}
          <p className={styles['cite']}>
            <Link href={withQuery(`/rates/${rate.currency}/${rate.date}`, { kind: rate.kind })}>
              {t.currency.cite}
            </Link>
            {day && (
              <Link href={withQuery(`/rates/${currency}`, { side })}>{t.currency.newest}</Link>
            )}
          </p>
        </>
      )}
      {customs && (
        <p className="fine-print">
          {t.customsRate.term} <CustomsRate row={customs} />
        </p>
      )}
    </Card>
  )
}
