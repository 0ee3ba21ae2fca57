import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, fromWire, type Rate } from '../../domain/money.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { Changed } from '../rates/changed.tsx'
import type { NewestChange } from '../rates/newest-change.ts'
import { PublishedRate } from '../rates/published-rate.tsx'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import type { CurrentRate } from '../rates/rates-queries.ts'
import { citedAddress } from '../rates/side.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { Figure } from '../ui/figure.tsx'
import { earlierQueries, SPANS, type CurrencyChoice } from './history-queries.ts'
import styles from './rate-figure.module.css'

interface RateFigureProps {
  readonly choice: CurrencyChoice
  /** Undefined while it is on its way. */
  readonly rate: CurrentRate | undefined
  /** The newest change of this currency, to mark it. */
  readonly changed: NewestChange | undefined
}

/** The rate that counts, how far it has moved, and whose it is. */
export function RateFigure({ choice, rate, changed }: RateFigureProps) {
  const { currency, side, publisher, date: day } = choice
  return (
    <div className={styles['hero']}>
      <div>
        <Figure currency={rate?.currency ?? currency}>
          <Changed by={changed} date={rate?.date}>
            {rate ? formatRate(fromWire(rate.rate)) : '–'}
          </Changed>
        </Figure>
      </div>
      <Changes choice={choice} rate={rate} />
      <p className={styles['source']}>
        {rate && (
          <>
            {t.currency.published({ source: rate.source, date: rate.date })}{' '}
            {rate.date !== rate.requested_date && (
              <>{t.currency.newestUpTo({ day: formatDay(rate.requested_date) })} </>
            )}
            <FreshnessBadge rate={rate} day={day} />
            <PublishedRate published={rate.published} />{' '}
            <span className={styles['links']}>
              <Link href={citedAddress(rate)}>{t.currency.cite}</Link>
              <Link href={withQuery('/alerts', { currency })} data-screen-only>
                {t.screens.alerts}
              </Link>
              {day && (
                <Link href={withQuery(`/rates/${currency}`, { side, publisher })}>
                  {t.currency.newest}
                </Link>
              )}
            </span>
          </>
        )}
        {side && <span className="fine-print">{t.sides.meaning[side]}</span>}
      </p>
    </div>
  )
}

/**
 * In per cent since the day before with a rate, and over longer spans; what is not known is left
 * out.
 */
function Changes({ choice, rate }: Omit<RateFigureProps, 'changed'>) {
  const queries = earlierQueries(choice)
  const responses = {
    day: useResponse(queries.day).data?.data,
    month: useResponse(queries.month).data?.data,
    year: useResponse(queries.year).data?.data,
  }
  const now = rate && fromWire(rate.rate)
  const changes = SPANS.flatMap((span) => {
    const then = now && newestBefore(rate.date, responses[span]?.rates ?? [])
    return then ? { span, change: now - then } : []
  })
  return (
    <dl className={styles['changes']}>
      {changes.map(({ span, change }) => (
        <div key={span}>
          <dt>{t.currency.spans[span]}</dt>
          <dd>
            <RateChangeText change={change} rate={now} short />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The newest rate of those given that is of a day before. */
function newestBefore(
  date: CalendarDate,
  rates: readonly { readonly date: CalendarDate; readonly rate: number }[],
): Rate | undefined {
  const before = rates.findLast((each) => each.date < date)
  return before && fromWire(before.rate)
}
