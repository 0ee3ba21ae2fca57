import { dayOfMoment, readDay, type DateOrder, type DayText } from '../day-text.ts'
import { isLong } from '../pasted-table.ts'
import { isRateKind, type RateKind } from '../series.ts'

/** Whether there are a day and, in another cell, a number. */
export function holdsRate(cells: readonly string[]): boolean {
  const day = cells.findIndex(isDay)
  return day >= 0 && cells.some((cell, index) => index !== day && isNumber(cell))
}

/** Whether a cell has the form of a day, if only of one that could be two or does not exist. */
export function isDay(cell: string): boolean {
  const day = readDayCell(cell)
  return 'date' in day || day.error !== 'not a day'
}

/** The day of a cell, its time of day left out. */
export function readDayCell(cell: string, order?: DateOrder): DayText & { readonly timed?: true } {
  // Most cells of a hostile table are spared the patterns by this one.
  if (!/\d/.test(cell) || isLong(cell)) return { error: 'not a day' }
  const day = readDay(cell, order)
  if ('date' in day || day.error !== 'not a day') return day
  const moment = dayOfMoment(cell)
  return moment === undefined ? day : { ...readDay(moment, order), timed: true }
}

/** Whether a cell is written as a number, if only of one that no rate can be. */
export function isNumber(cell: string): boolean {
  return !isLong(cell) && /^-?(?:\d[\d.,]*|\.\d+)$/.test(bareNumber(cell))
}

/** A number without the rupees before or behind it. */
export function bareNumber(cell: string): string {
  return cell
    .replace(/^(?:LKR|Rs\.?)\s*/i, '')
    .replace(/LKR$/i, '')
    .trimEnd()
}

/** Whether a cell is a number of units that currencies are quoted for. */
export function isManyUnits(cell: string): boolean {
  return /^(?:10|100|1,?000|10,?000)(?:\.0+)?$/.test(cell)
}

/** Whether a cell says that there is no rate. */
export function isBlank(cell: string): boolean {
  return /^(?:[-–—*]|n\.?\/?a\.?|#n\/a|nil)?$/i.test(cell)
}

/** The kind that a cell names, as `tt-selling` or `TT selling`. */
export function kindOf(cell: string): RateKind | undefined {
  const kind = cell.toLowerCase().replace(/[ _]/g, '-')
  return isRateKind(kind) ? kind : undefined
}
