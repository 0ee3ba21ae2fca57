import { Fragment, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { DayScale } from './chart-geometry.ts'
import styles from './rate-chart.module.css'
import { FULL, type ValueScale } from './value-scale.ts'

/** Pixels between a label and what it belongs to. */
const LABEL_GAP = 8
/** Characters of a label that the usual margin has room for. */
const MAX_CHARACTERS = 6
/** Nearer than this to an end of the chart, in its units, a label begins or ends at its place. */
const NEAR_END = 12

/** Between labels under each other, in the chart's units. */
const LINE_HEIGHT = 7

interface EndLabel {
  readonly text: string
  readonly y: number
}

interface ChartPlotProps {
  readonly dayScale: DayScale
  readonly scale: ValueScale
  /** Paths in the chart's own units, stretched to the room that there is. */
  readonly paths: ReactNode
  /** Texts beside places of the chart, which are not stretched. */
  readonly marks?: ReactNode
  /** Names of lines at their ends, `y` in the chart's own units. */
  readonly endLabels?: readonly EndLabel[]
  /** What lies over the drawing, exactly above its grid. */
  readonly children: ReactNode
}

/**
 * Grid, ticks and what is drawn on them. Screen readers have the slider over it, and the table
 * below.
 */
export function ChartPlot({
  dayScale,
  scale,
  paths,
  marks,
  endLabels = [],
  children,
}: ChartPlotProps) {
  const isWide = scale.ticks.some(({ text }) => text.length > MAX_CHARACTERS)
  return (
    <div
      className={classNames(
        styles['plot'],
        isWide && styles['wide'],
        endLabels.length > 0 && styles['ends'],
      )}
    >
      <svg className={styles['drawing']} aria-hidden="true">
        {scale.ticks.map(({ at, text }) => (
          <Fragment key={at}>
            <line
              className={classNames(styles['grid'], at === 0 && styles['zero'])}
              x2="100%"
              y1={percent(scale.y(at))}
              y2={percent(scale.y(at))}
            />
            <text
              className={styles['tick']}
              y={percent(scale.y(at))}
              dx={-LABEL_GAP}
              dy="4"
              textAnchor="end"
            >
              {text}
            </text>
          </Fragment>
        ))}
        {dayScale.ticks.map(({ at, text }) => {
          const x = dayScale.x(at - dayScale.first)
          return (
            <Fragment key={at}>
              <line className={styles['grid']} x1={percent(x)} x2={percent(x)} y2="100%" />
              <text className={styles['tick']} x={percent(x)} y="100%" dy="18" textAnchor="middle">
                {text}
              </text>
            </Fragment>
          )
        })}
        <svg viewBox={`0 0 ${FULL} ${FULL}`} preserveAspectRatio="none" className={styles['paths']}>
          {paths}
        </svg>
        {marks}
        {apart(endLabels).map(({ text, y }) => (
          <text key={text} className={styles['tick']} x="100%" y={percent(y)} dx={LABEL_GAP} dy="4">
            {text}
          </text>
        ))}
      </svg>
      {children}
    </div>
  )
}

interface MarkProps {
  readonly x: number
  readonly y: number
  readonly above: boolean
  readonly children: string
}

/** A text above or below a place, within the chart's width. */
export function Mark({ x, y, above, children }: MarkProps) {
  return (
    <text
      className={styles['mark']}
      x={percent(x)}
      y={percent(y)}
      dy={above ? -LABEL_GAP : LABEL_GAP + 10}
      textAnchor={x < NEAR_END ? 'start' : x > FULL - NEAR_END ? 'end' : 'middle'}
    >
      {children}
    </text>
  )
}

/** Moves labels down that would stand on one another. */
function apart(labels: readonly EndLabel[]): EndLabel[] {
  let next = 0
  return labels
    .toSorted((a, b) => a.y - b.y)
    .map(({ text, y }) => {
      const free = Math.max(y, next)
      next = free + LINE_HEIGHT
      return { text, y: free }
    })
}

function percent(units: number): string {
  return `${units.toFixed(2)}%`
}
