import { useMemo, type ReactNode } from 'react'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { Rate } from '../../../domain/money.ts'
import type { DayRate } from '../../../domain/rate-precedence.ts'
import { formatRate } from '../../../domain/rate-text.ts'
import type { Series } from '../../../domain/series.ts'
import { formatDay, formatDayAndMonth, formatWeekdayAndDay, t } from '../../../text/sentences.ts'
import { rateName } from '../../../text/names.ts'
import { ChartFacts } from './chart-facts.tsx'
import { dotsOf, shapeOf, type ChartPoint, type ChartShape } from './chart-geometry.ts'
import { ChartPlot, Mark } from './chart-plot.tsx'
import { DaySlider, changeText, Measured, Stretch } from './day-slider.tsx'
import styles from './rate-chart.module.css'
import { useReader } from './use-reader.ts'

/** Points off the scale that are named; more are counted. */
const MAX_NAMED = 3
/** Within so many days a day and a month name one day only. */
const MAX_DAYS_WITHOUT_YEAR = 365

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
export function RateChart({ series, rates, layer }: RateChartProps) {
  const shape = useMemo(() => shapeOf(rates, layer?.rates), [rates, layer])
  const { read, slider, stretch, measured, clear } = useReader(shape.points, changeText)
  if (!read) return null
  const rateText = `${t.chart.dayRate({ day: formatDay(read.date), rate: formatRate(read.rate) })}, ${t.sourceNames[read.source]}`
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['reading']}>
        <span className={styles['rate']}>{formatRate(read.rate)}</span> {textOf(read)}
        {layer && <span className={styles['beside']}>{layer.textOf(read.date)}</span>}
      </figcaption>
      <ChartPlot
        dayScale={shape.dayScale}
        scale={shape.scale}
        paths={
          <>
            {layer?.draw(shape)}
            <RateLine shape={shape} />
            {stretch && <Stretch from={stretch[0].x} to={stretch[1].x} />}
            <path data-pointed className={styles['cursor']} d={`M${read.x} 0V100`} />
            <path data-pointed className={styles['point']} d={dotsOf([read])} />
          </>
        }
        marks={<Extremes shape={shape} />}
      >
        <DaySlider
          {...slider}
          label={t.chart.day({ rate: rateName(series) })}
          text={measured === undefined ? rateText : `${rateText}, ${measured}`}
        />
      </ChartPlot>
      <Measured text={measured} onClear={clear} />
      <ChartFacts shape={shape} />
      <Legend shape={shape}>{layer?.legend}</Legend>
    </figure>
  )
}

/** The line of the rates, with its dots. */
function RateLine({ shape }: { shape: ChartShape }) {
  return (
    <>
      <path className={styles['bridges']} d={shape.bridges} />
      <path className={styles['line']} d={shape.line} />
      <path className={styles['dots']} d={shape.dots} />
      <path
        className={shape.isSparse ? styles['manual-dots'] : styles['manual']}
        d={shape.manual}
      />
    </>
  )
}

/** The highest and the lowest rate, each with its day, where they are. */
function Extremes({ shape: { lowest, highest, points, dayScale } }: { shape: ChartShape }) {
  if (!lowest || !highest || points.length < 3) return null
  const dayText = dayScale.days > MAX_DAYS_WITHOUT_YEAR ? formatDay : formatDayAndMonth
  return [highest, lowest].map((point) => (
    <Mark key={point.day} x={point.x} y={point.y} above={point === highest}>
      {`${formatRate(point.rate)} · ${dayText(point.date)}`}
    </Mark>
  ))
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
      {manual !== '' && <p className={styles['legend']}>{t.sourceNames.manual}</p>}
      {outside.length > 0 && (
        <p className={styles['note']}>
          {t.chart.outside({ named: named.join('; '), more: outside.length - named.length })}
        </p>
      )}
    </>
  )
}

function textOf({ date, source }: ChartPoint): string {
  return `${formatWeekdayAndDay(date)} · ${t.sourceNames[source]}`
}
