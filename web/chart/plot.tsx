import { Fragment, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import styles from './chart.module.css'
import { FULL, nearestTo, type Dated, type DayScale, type ValueScale } from './scales.ts'

/** In pixels. */
const LABEL_GAP = 10
const MAX_CHARACTERS = 8
/** Closer than this to an end of the chart, in chart units, a label starts or ends at its point. */
const NEAR_END = 24
/** Characters of all day labels that fit on a phone; of more it shows every other one. */
const MAX_PHONE_CHARACTERS = 22
/** In chart units. */
const LINE_HEIGHT = 8

interface EndLabel {
  readonly text: string
  readonly y: number
}

interface ChartPlotProps {
  readonly dayScale: DayScale
  readonly scale: ValueScale
  /** SVG paths in chart units, stretched to the room there is. */
  readonly paths: ReactNode
  readonly marks?: ReactNode
  readonly endLabels: readonly EndLabel[]
  readonly children: ReactNode
}

/** Hidden from screen readers, which use the slider. */
export function ChartPlot(props: ChartPlotProps) {
  const { dayScale, scale, paths, marks, endLabels, children } = props
  const ends = spreadLabels(endLabels)
  const isWide = [...scale.ticks, ...ends].some(({ text }) => text.length > MAX_CHARACTERS)
  const hasRoom = (at: number) => ends.every(({ y }) => Math.abs(scale.y(at) - y) > LINE_HEIGHT)
  return (
    <div className={`${styles['plot']} ${isWide ? styles['wide'] : ''}`}>
      <svg className={styles['drawing']} aria-hidden="true">
        {scale.ticks.map(({ at, text }) => (
          <Fragment key={at}>
            <line
              className={`${styles['grid']} ${at === 0 ? styles['zero'] : ''}`}
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
        <DayLabels scale={dayScale} />
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

function DayLabels({ scale: { first, ticks, x: placeOf } }: { readonly scale: DayScale }) {
  const isLong = ticks.map(({ text }) => text).join('').length > MAX_PHONE_CHARACTERS
  return ticks.map(({ at, text }, index) => {
    const x = placeOf(at - first)
    const isSpare = isLong && (ticks.length - index) % 2 === 0
    return (
      <text
        key={at}
        className={isSpare ? styles['spare'] : undefined}
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

export function Mark({ x, y, above, children }: MarkProps) {
  return (
    <text
      className={styles[above ? 'mark' : 'low']}
      x={percent(x)}
      y={percent(y)}
      dy={above ? -LABEL_GAP : LABEL_GAP + 12}
      textAnchor={x < NEAR_END ? 'start' : x > FULL - NEAR_END ? 'end' : 'middle'}
    >
      {children}
    </text>
  )
}

function spreadLabels(labels: readonly EndLabel[]): EndLabel[] {
  let next = 0
  return labels
    .toSorted((a, b) => a.y - b.y)
    .map(({ text, y }) => {
      const free = Math.max(y, next)
      next = free + LINE_HEIGHT
      return { text, y: free }
    })
}

const percent = (units: number) => `${units.toFixed(2)}%`

export function useDayReader<P extends Dated>(points: readonly P[]) {
  const [day, setDay] = useState<number>()
  const isKey = useRef(false)
  const last = points.at(-1)?.day ?? 0
  const read = nearestTo(points, day ?? last)
  return {
    read,
    isPointing: day !== undefined,
    slider: {
      max: last,
      value: read?.day ?? 0,
      onKeyDown: () => (isKey.current = true),
      onPointerDown: () => (isKey.current = false),
      onPointerMove: ({ nativeEvent, currentTarget }: PointerEvent) =>
        setDay((nativeEvent.offsetX / currentTarget.clientWidth) * last),
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setDay(undefined)
      },
      onBlur: () => setDay(undefined),
      onChange: ({ target }: { readonly target: HTMLInputElement }) => {
        const to = Number(target.value)
        setDay(isKey.current && read ? stepFrom(points, read.day, to) : to)
      },
    },
  }
}

/** One press of an arrow key goes to the next day that has a rate, over a weekend too. */
function stepFrom(points: readonly Dated[], from: number, to: number): number {
  const at = points.findIndex(({ day }) => day === from)
  return Math.abs(to - from) === 1 ? (points[at + to - from]?.day ?? to) : to
}

interface DaySliderProps {
  readonly label: string
  readonly text: string
  readonly slider: ReturnType<typeof useDayReader>['slider']
}

/** An invisible native slider, for keyboard, touch and screen readers. */
export function DaySlider({ label, text, slider }: DaySliderProps) {
  return (
    <input
      {...slider}
      type="range"
      className={styles['slider']}
      aria-label={label}
      aria-valuetext={text}
      min={0}
    />
  )
}
