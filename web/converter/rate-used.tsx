import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { PublishedRate } from '../rates/published-rate.tsx'
import { rateWords } from '../rates/rate-sentence.ts'
import type { CurrentRate } from '../rates/rates-queries.ts'
import { citedAddress } from '../rates/side.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import styles from './converter.module.css'

interface RateUsedProps {
  /** Undefined while it is on its way. */
  readonly rate: CurrentRate | undefined
  /** The day that was asked for; undefined: today. */
  readonly day: CalendarDate | undefined
  /** The source that the screen names already. */
  readonly named: RateSource | null | undefined
}

/** What a currency is worth, on which day, whose page can be cited, and who says so. */
export function RateUsed({ rate, day, named }: RateUsedProps) {
  // As high without its text: a button below must not go from under a press.
  if (!rate) return <p className={styles['rate']}>&nbsp;</p>
  return (
    <p className={styles['rate']}>
      {rateWords(rate)},{' '}
      <Link className="unbroken" href={citedAddress(rate)}>
        {formatDay(rate.date)}
      </Link>
      {rate.source !== named && `, ${t.sourceNames[rate.source]}`}{' '}
      <FreshnessBadge rate={rate} day={day} />
      <PublishedRate published={rate.published} />
    </p>
  )
}
