import type { DayRow } from '../../contract/entries.ts'
import { fromWire, moveOf } from '../../domain/money.ts'
import { scaleOf, type Band } from '../../domain/usual-move.ts'
import styles from './entries.module.css'

const WIDTH = 190
const MIDDLE = WIDTH / 2
const HEIGHT = 14
/** Room for half a dot at each end. */
const REACH = MIDDLE - 6

export interface GaugedRow {
  readonly day: Pick<DayRow, 'previous' | 'usual_move'> | undefined
  readonly rate: number | undefined
  readonly doubts: readonly unknown[]
}

const readBand = ({ day }: GaugedRow): Band | undefined => {
  const { usual_move: move } = day ?? {}
  return move ? { low: fromWire(move.low), high: fromWire(move.high) } : undefined
}

/** One scale for all rows, so that their bands can be compared. */
export const readScale = (rows: readonly GaugedRow[]): number =>
  scaleOf(rows.flatMap((row) => readBand(row) ?? []))

export const hasGauge = ({ day }: Pick<GaugedRow, 'day'>) =>
  Boolean(day?.previous && day.usual_move)

interface MoveGaugeProps {
  readonly row: GaugedRow
  readonly scale: number
}

/** The usual daily move as a band, and where the rate is in it. The column beside says it in words. */
export function MoveGauge({ row, scale }: MoveGaugeProps) {
  const { previous } = row.day ?? {}
  const band = readBand(row)
  if (!previous || !band) return null
  const placeOf = (move: number) => MIDDLE + (move / scale) * REACH
  const move =
    row.rate === undefined ? undefined : moveOf(fromWire(previous.rate), fromWire(row.rate))
  const isOutside = move !== undefined && Math.abs(move) > scale
  const [low, high] = [placeOf(band.low), placeOf(band.high)]
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={styles['gauge']}
      stroke="var(--edge)"
      aria-hidden="true"
    >
      <path d={`M0 7h${WIDTH}`} />
      <rect
        fill="var(--act-soft)"
        x={low}
        y="3.5"
        width={Math.max(high - low, 1)}
        height="7"
        rx="3.5"
      />
      <path stroke="var(--ink-2)" strokeWidth={2} d={`M${MIDDLE} 2v10`} />
      {move !== undefined && !isOutside && (
        <circle
          fill="var(--act)"
          stroke="var(--card)"
          strokeWidth={2}
          cx={placeOf(move)}
          cy="7"
          r="5"
        />
      )}
      {isOutside && (
        <path
          stroke="none"
          fill={row.doubts.length > 0 ? 'var(--warn-edge)' : 'var(--act)'}
          d={move > 0 ? 'M180 1v12l10-6z' : 'M10 1v12l-10-6z'}
        />
      )}
    </svg>
  )
}
