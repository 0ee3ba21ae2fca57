import type { ImportRow } from '../../contract/imports.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesLabel } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import type { PreviewLine } from './preview-line.ts'

/** In per cent, between the smallest and the largest difference of a level. */
const MOST_APART = 2

/** Rates this far off are slips, not a level. */
const MOST_PERCENT = 900

export interface LevelShift {
  readonly name: string
  readonly lines: readonly PreviewLine[]
  /** The line in the middle has it. */
  readonly percent: number
}

/** Doubtful rates of one series that are all about as far from what was known before. */
export function findLevelShifts(lines: readonly PreviewLine[]): LevelShift[] {
  const far = lines.flatMap((line) => {
    const percent = line.state === 'doubtful' && line.row ? differenceOf(line.row) : undefined
    return percent === undefined ? [] : [{ line, percent }]
  })
  const nameOf = ({ line }: PreviewLine) =>
    line.currency && seriesLabel(seriesOf(line.currency, line.kind, line.publisher))
  return [...Map.groupBy(far, ({ line }) => nameOf(line) ?? '')].flatMap(([name, found]) => {
    const sorted = found.map(({ percent }) => percent).sort((one, other) => one - other)
    const [least = 0, most = 0] = [sorted[0], sorted.at(-1)]
    const isLevel =
      found.length > 1 && most < MOST_PERCENT && least * most > 0 && most - least <= MOST_APART
    const percent = sorted[Math.floor(sorted.length / 2)] ?? 0
    return isLevel ? [{ name, lines: found.map(({ line }) => line), percent }] : []
  })
}

/** Undefined if something else than its distance makes the rate doubtful. */
function differenceOf({ warnings }: ImportRow): number | undefined {
  const distances = warnings.map((each) => each.difference_percent)
  return distances.includes(undefined) ? undefined : distances[0]
}

interface LevelShiftsProps {
  readonly shifts: readonly LevelShift[]
  readonly ticked: ReadonlySet<PreviewLine>
  readonly onTicked: (ticked: ReadonlySet<PreviewLine>) => void
}

/** One tick for the rates of a level, because they are right or wrong together. */
export const LevelShifts = ({ shifts, ticked, onTicked }: LevelShiftsProps) =>
  shifts.map(({ name, lines, percent }) => {
    const own = new Set(lines)
    const isTicked = own.isSubsetOf(ticked)
    return (
      <label key={name} className="tick">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={() => onTicked(isTicked ? ticked.difference(own) : ticked.union(own))}
        />
        {t.preview.shift({
          count: lines.length,
          name,
          percent: `${Math.abs(percent).toFixed(1)} %`,
          isAbove: percent > 0,
        })}
      </label>
    )
  })
