import type { TableRow } from '../pasted-table.ts'
import { isDay } from './cell-looks.ts'

const DAY_IN_TEXT =
  /\d{4}-\d{1,2}-\d{1,2}|\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}(?:st|nd|rd|th)?[ -][a-z]{3,9}\.?,?[ -]\d{2,4}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}/gi
/** What is not the day of the rates, wherever it stands in the same row. */
const OTHER_DAY =
  /(?<![a-z])(?:print(?:ed|ing)?|valid|until|till|expir[a-z]*|generat[a-z]*|report(?:ed|ing)?|updated?|next|revis[a-z]*|download[a-z]*|circular|gazette|no|ref(?:erence)?|letter|due|creat[a-z]*|issued?|publish[a-z]*|matur[a-z]*|prev[a-z]*|last|run|extract[a-z]*|export[a-z]*|accessed|retrieved|copyright|from [^;]+ to|to|ended|ending|since|before|after)(?![a-z])|effective (?:until|to)/i
/** What stands right before the day of the rates; nothing does where it stands alone. */
const LABEL =
  /^(?:(?:(?:value|rates?|trade|effective) )?(?:date|day)|dated|as (?:at|of|on)|on|for|of|effective(?: from)?|දිනය|திகதி|(?:[a-z ]* )?rates?(?: (?:of|on|for|dated|as (?:at|of|on)))?)?$/i
const WEEKDAY = /(?<![a-z])(?:mon|tues|wednes|thurs|fri|satur|sun)day(?![a-z])/gi

/**
 * The day that the rows above a board name. Without exactly one, a day's text that is another, or
 * empty.
 */
export function dayOver(rows: readonly TableRow[]): string {
  const found = rows.flatMap(({ cells }) =>
    cells.flatMap((cell, index) => daysIn(cell, cells.slice(0, index).findLast(Boolean) ?? '')),
  )
  const own = found.filter(({ isOwn }) => isOwn)
  const labelled = own.filter(({ label }) => label !== '')
  const days = new Set((labelled.length > 0 ? labelled : own).map(({ day }) => day))
  if (days.size === 1) return [...days][0] ?? ''
  return found[0] ? found[0].text.slice(0, 60) : ''
}

export function namesDay(text: string): boolean {
  return (text.match(DAY_IN_TEXT) ?? []).some(isDay)
}

interface FoundDay {
  readonly day: string
  readonly text: string
  readonly label: string
  /** Whether it is the day of the rates. */
  readonly isOwn: boolean
}

/** The days of a cell; `left` is the nearest text to its left, which is the label of a bare day. */
function daysIn(cell: string, left: string): FoundDay[] {
  const bare = isDay(cell)
  const days = bare ? [cell] : (cell.match(DAY_IN_TEXT) ?? []).filter(isDay)
  const isAlone = new Set(days).size === 1
  return days.map((day) => {
    const text = bare && left !== '' ? `${left} ${cell}` : cell
    const before = (bare ? left : cell.slice(0, cell.indexOf(day))).replace(WEEKDAY, ' ')
    const label = (before.split(/[–—,;|(]| [-:] /).findLast((part) => /\p{L}/u.test(part)) ?? '')
      .replace(/[\s:.-]{1,9}$/, '')
      .trim()
    const around = text.replace(day, ' ; ')
    return { day, text, label, isOwn: isAlone && LABEL.test(label) && !OTHER_DAY.test(around) }
  })
}
