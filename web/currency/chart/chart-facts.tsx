import type { DayRate } from '../../../domain/rate-precedence.ts'
import { percentChangeText, formatRate } from '../../../domain/money.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import { RateChangeText } from '../../rates/rate-change-text.tsx'
import type { ChartShape } from './chart-geometry.ts'

/** For those who do not see the chart: how far the rate moved over its days, and between what. */
export function ChartFacts({ shape: { points, lowest, highest } }: { shape: ChartShape }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  return (
    <dl className="visually-hidden">
      <div>
        <dt>{t.chart.changeSince({ day: formatDay(first.date) })}</dt>
        <dd>
          <RateChangeText change={last.rate - first.rate} />{' '}
          {percentChangeText(first.rate, last.rate)}
        </dd>
      </div>
      {highest && <Extreme title={t.chart.highest} point={highest} />}
      {lowest && <Extreme title={t.chart.lowest} point={lowest} />}
    </dl>
  )
}

function Extreme({ title, point: { rate, date } }: { title: string; point: DayRate }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{t.chart.rateOn({ rate: formatRate(rate), day: formatDay(date) })}</dd>
    </div>
  )
}
