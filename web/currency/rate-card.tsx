import type { ResponseBody } from '../../contract/endpoint.ts'
import type { currentRate } from '../../contract/rates/rates.ts'
import type { Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { formatDay } from '../../text/en/days.ts'
import { SOURCE_NAMES } from '../../text/en/names.ts'
import { withQuery } from '../api.ts'
import { Changed } from '../rates/changed.tsx'
import { CustomsRate, type CustomsRow } from '../rates/customs-rate.tsx'
import type { NewestChange } from '../rates/newest-change.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { Link } from '../link.tsx'
import { Card } from '../ui/card.tsx'
import type { Side } from '../rates/side.ts'
import { currencyText as TEXT } from '../text/en/currency.ts'
import { CUSTOMS_RATE } from '../text/en/sides.ts'
import styles from './rate-card.module.css'

interface RateCardProps {
  readonly currency: Currency
  readonly side: Side | undefined
  /** Undefined while it is on its way. */
  readonly rate: ResponseBody<typeof currentRate>['data'] | undefined
  /** Undefined where there is none. */
  readonly customs: CustomsRow | undefined
  /** Whether the address asks for a day, and this is the rate of then. */
  readonly pinned: boolean
  /** The newest change of this currency, to mark it. */
  readonly changed: NewestChange | undefined
}

/** The rate that counts, large, with its day, its source and the page that can be cited. */
export function RateCard({ currency, side, rate, customs, pinned, changed }: RateCardProps) {
  return (
    <Card title={TEXT.inRupees(rate?.currency ?? currency, rate?.kind)}>
      <p className={styles['rate']}>
        <Changed by={changed} date={rate?.date}>
          {rate ? formatRate(fromWire(rate.rate)) : '–'}
        </Changed>
      </p>
      <FreshnessBadge rate={rate} />
      {rate && (
        <>
          <p className="fine-print">
            <time dateTime={rate.date}>{formatDay(rate.date)}</time> · {SOURCE_NAMES[rate.source]}
          </p>
          {rate.date !== rate.requested_date && (
            <p className="fine-print">{TEXT.newestUpTo(formatDay(rate.requested_date))}</p>
          )}
          <p className={styles['cite']}>
            <Link href={withQuery(`/rates/${rate.currency}/${rate.date}`, { kind: rate.kind })}>
              {TEXT.cite}
            </Link>
            {pinned && <Link href={withQuery(`/rates/${currency}`, { side })}>{TEXT.newest}</Link>}
          </p>
        </>
      )}
      {customs && (
        <p className="fine-print">
          {CUSTOMS_RATE.term} <CustomsRate row={customs} />
        </p>
      )}
    </Card>
  )
}
