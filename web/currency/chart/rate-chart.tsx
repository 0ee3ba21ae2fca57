import { memo, useMemo, type ReactNode } from 'react'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatChange, formatRate, percentChangeText, type Rate } from '../../../domain/money.ts'
import type { DayRate } from '../../../domain/rate-precedence.ts'
import type { Series } from '../../../domain/series.ts'
import { formatDay, formatDayAndMonth, formatWeekdayAndDay, t } from '../../../text/sentences.ts'
import { rateName } from '../../../text/names.ts'
import { Link } from '../../link.tsx'
import { citedAddress } from '../../rates/side.ts'
import { ChartFacts } from './chart-facts.tsx'
import { dotsOf, shapeOf, type ChartPoint, type ChartShape } from './chart-geometry.ts'
import { ChartPlot, Mark, TopLabel } from './chart-plot.tsx'
import { DaySlider, changeText, Measured, Stretch } from './day-slider.tsx'
import styles from './rate-chart.module.css'
import { useReader } from './use-reader.ts'

/** Points off the scale that are named; more are counted. */
const MAX_NAMED = 3

/** What is drawn under the line. */
export interface ChartLayer {
  /** Rates that the scale must hold. */
  readonly rates: readonly Rate[]
  readonly draw: (shape: ChartShape) => ReactNode
  /** What it has to say of a day, beside the day's rate. */
  readonly textOf: (date: CalendarDate) => string
  readonly legend: ReactNode
}

interface RateChartProps {
  readonly series: Series
  /** Ascending, at least one. */
  readonly rates: readonly DayRate[]
  readonly layer?: ChartLayer | undefined
}

/**
 * The line of a period, its change, its lowest and its highest rate; the table below says the same
 * in figures.
 */
export const RateChart = memo(function RateChart({ series, rates, layer }: RateChartProps) {
  const shape = useMemo(() => shapeOf(rates, layer?.rates), [rates, layer])
  const reader = useReader(shape.points, changeText)
  const { read, isPointing, slider, stretch, measured, chosen, clear } = reader
  const last = shape.points.at(-1)
  if (!read || !last) return null
  const rateText =
    `${t.chart.dayRate({ day: formatDay(read.date), rate: formatRate(read.rate) })}, ` +
    t.sourceNames[read.source]
  return (
    <figure className={styles['chart']}>
      {layer && <figcaption className="fine-print">{layer.textOf(read.date)}</figcaption>}
      <ChartPlot
        dayScale={shape.dayScale}
        scale={shape.scale}
        paths={
          <>
            {layer ? layer.draw(shape) : <path className={styles['area']} d={shape.area} />}
            {stretch && <Stretch from={stretch[0].x} to={stretch[1].x} />}
            <RateLine shape={shape} />
            {isPointing && <path className={styles['cursor']} d={`M${read.x} 0V100`} />}
            <path className={styles['point']} d={dotsOf(stretch ?? [isPointing ? read : last])} />
          </>
        }
        marks={
          stretch ? (
            <Change of={stretch} />
          ) : isPointing ? (
            <>
              <Mark x={read.x} y={read.y} above>
                {formatRate(read.rate)}
              </Mark>
              <TopLabel x={read.x} lines={[{ text: formatWeekdayAndDay(read.date) }]} />
            </>
          ) : (
            <Extremes shape={shape} />
          )
        }
        endLabels={[{ text: formatRate(last.rate), y: last.y }]}
      >
        <DaySlider
          {...slider}
          label={t.chart.day({ rate: rateName(series) })}
          text={measured === undefined ? rateText : `${rateText}, ${measured}`}
        />
      </ChartPlot>
      <div className={styles['below']}>
        <Measured text={measured} isHeard={stretch !== undefined} onClear={clear}>
          {chosen && (
            <Link href={citedAddress({ ...series, date: chosen.date })}>
              {t.chart.citeDay({ day: formatDay(chosen.date) })}
            </Link>
          )}
        </Measured>
        <Legend shape={shape}>{layer?.legend}</Legend>
      </div>
      <ChartFacts shape={shape} />
    </figure>
  )
})

/** The line of the rates, with rings where it is highest and lowest and where it was typed. */
function RateLine({ shape: { line, gaps, manual, lowest, highest } }: { shape: ChartShape }) {
  const rings = dotsOf([lowest, highest].flatMap((each) => each ?? [])) + manual
  return (
    <>
      <path className={styles['gaps']} d={gaps} />
      <path className={styles['line']} d={line} />
      <path className={styles['rings']} d={rings} />
      <path className={styles['manual']} d={manual} />
      <path className={styles['holes']} d={rings} />
    </>
  )
}

/** The highest and the lowest rate, where they are; the last one is named beside the chart. */
function Extremes({ shape: { lowest, highest, points } }: { shape: ChartShape }) {
  if (!lowest || !highest || points.length < 3) return null
  const named = [highest, lowest].filter((point) => point !== points.at(-1))
  return named.map((point) => (
    <Mark key={point.day} x={point.x} y={point.y} above={point === highest}>
      {`${point === highest ? t.chart.highest : t.chart.lowest} ${formatRate(point.rate)}`}
    </Mark>
  ))
}

/** The change over a stretch, above it. */
function Change({ of }: { of: readonly [ChartPoint, ChartPoint] }) {
  const [from, to] = of.toSorted((a, b) => a.day - b.day) as [ChartPoint, ChartPoint]
  const change = to.rate - from.rate
  const percent = percentChangeText(from.rate, to.rate)
  const days = { from: formatDayAndMonth(from.date), to: formatDayAndMonth(to.date) }
  return (
    <TopLabel
      x={(from.x + to.x) / 2}
      lines={[
        {
          text: `${formatChange(change)} ${percent}`,
          className: change < 0 ? styles['fall'] : styles['rise'],
        },
        { text: t.chartControls.days(days) },
      ]}
    />
  )
}

/** What the line alone does not say. */
function Legend({
  shape: { manual, outside },
  children,
}: {
  shape: ChartShape
  children: ReactNode
}) {
  const named = outside
    .slice(0, MAX_NAMED)
    .map(({ date, rate }) => t.chart.rateOn({ rate: formatRate(rate), day: formatDay(date) }))
  return (
    <>
      {children}
      {manual !== '' && <p className={styles['typed']}>{t.sourceNames.manual}</p>}
      {outside.length > 0 && (
        <p className="fine-print">
          {t.chart.outside({ named: named.join('; '), more: outside.length - named.length })}
        </p>
      )}
    </>
  )
}
