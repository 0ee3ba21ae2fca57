import { Fragment, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { DayScale } from './chart-geometry.ts'
import styles from './rate-chart.module.css'
import { FULL, type ValueScale } from './value-scale.ts'

/** Pixels between a label and what it belongs to. */
const LABEL_GAP = 10
/** Characters of a label that the usual margin has room for. */
const MAX_CHARACTERS = 8
/** Nearer than this to an end of the chart, in its units, a label begins or ends at its place. */
const NEAR_END = 24
/** Of the days of an axis; a phone shows every other day of more. */
const MAX_CHARACTERS_OF_PHONE = 22
/** Pixels between the first lines of two labels under each other. */
const LINE_PX = 18

/** Between labels under each other, in the chart's units. */
const LINE_HEIGHT = 8

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
  /** Beside the ends of lines, `y` in the chart's own units; names of ticks make room for them. */
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
  const ends = apart(endLabels)
  const isWide = [...scale.ticks, ...ends].some(({ text }) => text.length > MAX_CHARACTERS)
  const hasRoom = (at: number) => ends.every(({ y }) => Math.abs(scale.y(at) - y) > LINE_HEIGHT)
  return (
    <div className={classNames(styles['plot'], isWide && styles['wide'])}>
      <svg className={styles['drawing']} aria-hidden="true">
        {scale.ticks.map(({ at, text }) => (
          <Fragment key={at}>
            <line
              className={classNames(styles['grid'], at === 0 && styles['zero'])}
              x2="100%"
              y1={percent(scale.y(at))}
              y2={percent(scale.y(at))}
            />
            {hasRoom(at) && (
              <text x="100%" y={percent(scale.y(at))} dx={LABEL_GAP} dy="5">
                {text}
              </text>
            )}
          </Fragment>
        ))}
        <DayTicks scale={dayScale} />
        <svg viewBox={`0 0 ${FULL} ${FULL}`} preserveAspectRatio="none" className={styles['paths']}>
          {paths}
        </svg>
        {marks}
        {ends.map(({ text, y }) => (
          <text key={text} className={styles['end']} x="100%" y={percent(y)} dx={LABEL_GAP} dy="5">
            {text}
          </text>
        ))}
      </svg>
      {children}
    </div>
  )
}

/** The names of days below the chart. */
function DayTicks({ scale: { first, ticks, x: placeOf } }: { readonly scale: DayScale }) {
  const isLong = ticks.map(({ text }) => text).join('').length > MAX_CHARACTERS_OF_PHONE
  return ticks.map(({ at, text }, index) => {
    const x = placeOf(at - first)
    const isSpare = isLong && (ticks.length - index) % 2 === 0
    return (
      <text
        key={at}
        className={isSpare ? 'roomy' : undefined}
        x={percent(x)}
        y="100%"
        dy="22"
        textAnchor={x === 0 ? 'start' : x > FULL - NEAR_END / 4 ? 'end' : 'middle'}
      >
        {text}
      </text>
    )
  })
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
      className={styles[above ? 'mark' : 'low']}
      x={percent(x)}
      y={percent(y)}
      dy={above ? -LABEL_GAP : LABEL_GAP + 12}
      textAnchor={anchorAt(x)}
    >
      {children}
    </text>
  )
}

interface TopLabelProps {
  readonly x: number
  /** The last one stands just above the chart. */
  readonly lines: readonly { readonly text: string; readonly className?: string | undefined }[]
}

/** What is said of a day or of a stretch, above the chart. */
export function TopLabel({ x, lines }: TopLabelProps) {
  return lines.map(({ text, className }, at) => (
    <text
      key={at}
      className={className}
      x={percent(x)}
      y="0%"
      dy={LABEL_GAP / -2 - LINE_PX * (lines.length - 1 - at)}
      textAnchor={anchorAt(x)}
    >
      {text}
    </text>
  ))
}

const anchorAt = (x: number) => (x < NEAR_END ? 'start' : x > FULL - NEAR_END ? 'end' : 'middle')

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
