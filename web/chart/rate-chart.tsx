import { memo, useMemo } from 'react'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { formatRate, percentChangeText } from '../../domain/money.ts'
import type { Series } from '../../domain/series.ts'
import { rateName } from '../../text/names.ts'
import { formatDay, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { ByHandLegend } from '../rates/rate-parts.tsx'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import styles from './chart.module.css'
import { ChartPlot, DaySlider, Mark, useDayReader } from './plot.tsx'
import { drawDots, placeRates, type ChartPoint, type ChartShape } from './scales.ts'

const MAX_NAMED = 3

interface RateChartProps {
  readonly series: Series
  /** Ascending, at least one. */
  readonly rates: readonly DayRate[]
}

export const RateChart = memo(function RateChart({ series, rates }: RateChartProps) {
  const shape = useMemo(() => placeRates(rates), [rates])
  const { read, isPointing, slider } = useDayReader(shape.points)
  const last = shape.points.at(-1)
  if (!read || !last) return null
  return (
    <figure className={styles['chart']}>
      <ChartPlot
        dayScale={shape.dayScale}
        scale={shape.scale}
        paths={
          <>
            <path className={styles['area']} d={shape.area} />
            {isPointing && <path className={styles['cursor']} d={`M${read.x} 0V100`} />}
            <RateLine shape={shape} />
            {/* The ring of a day entered by hand stays hollow. */}
            {!(shape.manual !== '' && read.source === 'manual') && (
              <path strokeWidth={10} d={drawDots([read])} />
            )}
          </>
        }
        marks={
          isPointing ? (
            <>
              <Mark x={read.x} y={read.y} above>
                {formatRate(read.rate)}
              </Mark>
              <Mark x={read.x} y={0} above>
                {formatWeekdayAndDay(read.date)}
              </Mark>
            </>
          ) : (
            <Extremes shape={shape} />
          )
        }
        endLabels={[{ text: formatRate(last.rate), y: last.y }]}
      >
        <DaySlider
          slider={slider}
          label={t.chart.day({ rate: rateName(series) })}
          text={t.chart.dayRate({
            day: formatDay(read.date),
            rate: formatRate(read.rate),
            source: read.source,
          })}
        />
      </ChartPlot>
      {shape.manual !== '' && <ByHandLegend />}
      <Outside points={shape.outside} />
      <ChartFacts shape={shape} />
    </figure>
  )
})

function RateLine({ shape: { line, gaps, manual, lowest, highest } }: { shape: ChartShape }) {
  return (
    <>
      <path strokeWidth={1.5} strokeDasharray="1 4" d={gaps} />
      <path className={styles['line']} d={line} />
      <path strokeWidth={6} d={drawDots([lowest, highest].flatMap((each) => each ?? []))} />
      {/* The size of a day's mark */}
      <path strokeWidth={12} d={manual} />
      <path className={styles['holes']} strokeWidth={8.5} d={manual} />
    </>
  )
}

function Extremes({ shape: { lowest, highest, points } }: { shape: ChartShape }) {
  if (!lowest || !highest || points.length < 3) return null
  const named = [highest, lowest].filter((point) => point !== points.at(-1))
  return named.map((point) => (
    <Mark key={point.day} x={point.x} y={point.y} above={point === highest}>
      {`${point === highest ? t.chart.highest : t.chart.lowest} ${formatRate(point.rate)}`}
    </Mark>
  ))
}

function Outside({ points }: { readonly points: readonly ChartPoint[] }) {
  if (points.length === 0) return null
  const named = points.slice(0, MAX_NAMED).map(textOf)
  return (
    <p className="fine-print">
      {t.chart.outside({ named: named.join('; '), more: points.length - named.length })}
    </p>
  )
}

const textOf = ({ rate, date }: DayRate) =>
  t.chart.rateOn({ rate: formatRate(rate), day: formatDay(date) })

function ChartFacts({ shape: { points, lowest, highest } }: { shape: ChartShape }) {
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
      {highest && lowest && (
        <>
          <div>
            <dt>{t.chart.highest}</dt>
            <dd>{textOf(highest)}</dd>
          </div>
          <div>
            <dt>{t.chart.lowest}</dt>
            <dd>{textOf(lowest)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}
