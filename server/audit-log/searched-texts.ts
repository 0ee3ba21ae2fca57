import { formatDay } from '../../text/sentences.ts'
import { readDay } from '../../domain/day-text.ts'

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const DAY = new RegExp(
  String.raw`(?:\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+)?\b(?:` +
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}` +
    String.raw`|\d{1,2}(?:st|nd|rd|th)?[\s-]+${MONTH}(?:,?[\s-]+\d{4})?` +
    String.raw`|${MONTH}\s+\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s+\d{4})?)(?!\d)`,
  'i',
)
/** Stands for a year that is left out: one that has each day. */
const ANY_YEAR = '2024'

/**
 * The texts that a sentence must contain to match a search with a day, however it is spelled: `USD
 * 20/11/2026` gives ` 20 Nov 2026` and `USD`. None without a day.
 */
export function textsAroundDay(search: string): string[] {
  const found = DAY.exec(search)
  const day = found && dayAsSaid(found[0])
  if (!found || day === undefined) return []
  const around = [search.slice(0, found.index), search.slice(found.index + found[0].length)]
  // With the blank before it: the 2nd is no part of the 22nd.
  return [` ${day}`, ...around.map((each) => each.trim())].filter((each) => each !== '')
}

function dayAsSaid(text: string): string | undefined {
  const hasYear = /\d{4}/.test(text)
  const whole = hasYear ? text : `${text}${/[a-z.]$/i.test(text.trim()) ? '' : ','} ${ANY_YEAR}`
  const read = readDay(whole, 'day first')
  const day = 'date' in read ? read : readDay(whole, 'month first')
  if (!('date' in day)) return undefined
  return hasYear ? formatDay(day.date) : formatDay(day.date).slice(0, -ANY_YEAR.length).trim()
}
