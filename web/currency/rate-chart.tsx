import { useMemo, useState } from 'react'
import { formatDay, formatWeekday } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { formatRate } from '../../domain/rate-text.ts'
import type { Series } from '../../domain/series.ts'
import { SOURCE_NAMES, rateName } from '../../text/en/names.ts'
import { dot, HEIGHT, nearestTo, shapeOf, WIDTH, type ChartPoint } from './chart-geometry.ts'
import styles from './rate-chart.module.css'

/** Points off the scale that are named; more are counted. */
const MAX_NAMED = 3

/**
 * The line of a period. A native slider lies over it, so that keyboard, touch and screen reader read its points without
 * a line of code; the table below says the same in figures.
 */
export function RateChart({ series, rates }: { series: Series; rates: readonly DayRate[] }) {
  const { points, lowest, highest, outside, days, line, lone, dots } = useMemo(() => shapeOf(rates), [rates])
  /** Days since the first point; undefined: the last point, also when a newer one comes. */
  const [day, setDay] = useState<number>()
  const read = nearestTo(points, day ?? days)
  const [first, last] = [points[0], points.at(-1)]
  if (!read || !first || !last) return null
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['reading']}>
        <span className={styles['rate']}>{formatRate(read.rate)}</span> {textOf(read)}
      </figcaption>
      <div className={styles['plot']}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className={styles['lines']}
          aria-hidden="true"
        >
          <path className={styles['cursor']} d={`M${read.x} 0V${HEIGHT}`} />
          <path className={styles['line']} d={line} />
          <path className={styles['lone']} d={lone} />
          <path className={styles['manual']} d={dots} />
          <path className={styles['point']} d={dot(read)} />
        </svg>
        <input
          type="range"
          className={styles['slider']}
          aria-label={`Day of the ${rateName(series)}`}
          aria-valuetext={`${formatDay(read.date)}: ${formatRate(read.rate)} rupees, ${SOURCE_NAMES[read.source]}`}
          min={0}
          max={days}
          value={read.day}
          onChange={(event) => setDay(stepFrom(points, read, Number(event.target.value)))}
          onPointerMove={({ nativeEvent, currentTarget }) => {
            setDay((nativeEvent.offsetX / currentTarget.clientWidth) * days)
          }}
        />
      </div>
      <div className={styles['scale']} aria-hidden="true">
        <span>{formatDay(first.date)}</span>
        <span>
          {formatRate(lowest)} to {formatRate(highest)}
        </span>
        <span>{formatDay(last.date)}</span>
      </div>
      {dots !== '' && <p className={styles['legend']}>Entered by hand</p>}
      {outside.length > 0 && (
        <p className={styles['outside']}>
          Off the scale, drawn at its edge:{' '}
          {outside
            .slice(0, MAX_NAMED)
            .map(({ date, rate }) => `${formatRate(rate)} on ${formatDay(date)}`)
            .join('; ')}
          {outside.length > MAX_NAMED && ` and ${outside.length - MAX_NAMED} more`}.
        </p>
      )}
    </figure>
  )
}

function textOf({ date, source }: ChartPoint): string {
  return `${formatWeekday(date)}, ${date.slice(0, 4)} · ${SOURCE_NAMES[source]}`
}

/** Where the slider goes: one press of a key leads to the next day that has a rate, over a weekend too. */
function stepFrom(points: readonly ChartPoint[], from: ChartPoint, to: number): number {
  const at = points.indexOf(from)
  if (to === from.day + 1) return points[at + 1]?.day ?? to
  if (to === from.day - 1) return points[at - 1]?.day ?? to
  return to
}
