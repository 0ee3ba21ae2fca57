import type { DayRate } from '../../../domain/rate-precedence.ts'
import { formatPercentChange, formatRate, percentChange } from '../../../domain/rate-text.ts'
import { formatDay } from '../../../text/en/days.ts'
import { RateChangeText } from '../../rates/rate-change-text.tsx'
import { chartText as TEXT } from '../../text/en/currency.ts'
import type { ChartShape } from './chart-geometry.ts'
import styles from './rate-chart.module.css'

/** How far the rate moved over the days that are shown, and between what. */
export function ChartFacts({ shape: { points, lowest, highest } }: { shape: ChartShape }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  return (
    <dl className={styles['facts']} data-picture>
      <div>
        <dt>{TEXT.changeSince(formatDay(first.date))}</dt>
        <dd>
          <RateChangeText change={last.rate - first.rate} />{' '}
          {formatPercentChange(percentChange(first.rate, last.rate))}
        </dd>
      </div>
      {highest && <Extreme title={TEXT.highest} point={highest} />}
      {lowest && <Extreme title={TEXT.lowest} point={lowest} />}
    </dl>
  )
}

function Extreme({ title, point: { rate, date } }: { title: string; point: DayRate }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{TEXT.rateOn(formatRate(rate), formatDay(date))}</dd>
    </div>
  )
}
