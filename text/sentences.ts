import type { Language } from '../contract/language.ts'
import { dayInColombo, timeInColombo, type CalendarDate } from '../domain/calendar-date.ts'
import type { Currency } from '../domain/currency.ts'
import { nameIn } from './currency-names.ts'
import { formatDate, type DayFormat, type DayWords } from './day-format.ts'
import {
  fillMessage,
  parseMessage,
  type Formats,
  type Message,
  type PlaceValue,
  type Sentence,
} from './message.ts'
import type { Sentences } from './sentence-types.ts'

/** The sentences of a language as its files have them: area, name, sentence. */
export type SentenceData = Readonly<Record<string, unknown>>

const spoken = new Map<Language, Sentences>()
let current: Language = 'en'

/**
 * Adds sentences of a language; `writtenIn` another where they are not translated. A wrong one
 * throws when it is used.
 */
export function addSentences(of: Language, more: SentenceData, writtenIn = of): void {
  const known = spoken.get(of) ?? ({} as Sentences)
  spoken.set(of, Object.assign(known, readAll({ of, writtenIn }, more)))
}

/** Says everything from now on in a language whose sentences are there. */
export function speak(language: Language): void {
  current = language
}

export function language(): Language {
  return current
}

/** The sentences of a language. Throws while it has none. */
export function textIn(wanted: Language): Sentences {
  const found = spoken.get(wanted)
  if (!found) throw new Error(`The sentences of ${wanted} have not been loaded`)
  return found
}

/** The sentences in the current language. Never read into a constant of a module. */
export const t = new Proxy({} as Sentences, {
  get(_, area: keyof Sentences) {
    const sentences = textIn(current)
    // A screen that uses it has to load its part (web/screens.ts).
    if (!(area in sentences)) throw new Error(`The sentences “${area}” have not been loaded`)
    return sentences[area]
  },
})

/** The language of the formats of a sentence, and the language of its words and plural forms. */
interface Spoken {
  readonly of: Language
  readonly writtenIn: Language
}

function readAll(spokenAs: Spoken, data: unknown): unknown {
  if (typeof data === 'string') return data.includes('{') ? sentence(spokenAs, data) : data
  if (Array.isArray(data)) return data.map((each) => readAll(spokenAs, each))
  return Object.fromEntries(
    Object.entries(data as SentenceData).map(([name, each]) => [name, readAll(spokenAs, each)]),
  )
}

function sentence({ of, writtenIn }: Spoken, source: string): Sentence<Record<string, PlaceValue>> {
  let message: Message | undefined
  const parts = <Value>(places: Readonly<Record<string, Value>>) =>
    fillMessage((message ??= parseMessage(source)), places, writtenIn, formatsOf(of))
  return Object.assign((places: Record<string, PlaceValue>) => parts(places).join(''), { parts })
}

/**
 * The formats of places: days (text/day-format.ts), whole numbers, names of currencies, and each
 * table of names, such as `{kind, rateNames}`.
 */
const formatsOf =
  (of: Language): Formats =>
  (format) => {
    if (format === 'number') return (value) => Number(value).toLocaleString('en')
    if (format === 'currencyName') return (code) => nameIn(of, String(code) as Currency)
    const sentences = textIn(of)
    if (format in sentences.days.formats)
      return (date) => formatDate(sentences.days, format as DayFormat, String(date))
    const table = (sentences as unknown as Record<string, Record<string, string> | undefined>)[
      format
    ]
    return table && ((value) => table[String(value)] ?? String(value))
  }

/** Returns the name of a currency: `US Dollar`. */
export const currencyName = (currency: Currency, of = current) => nameIn(of, currency)

/** A day as a screen writes it, in the language that is spoken: `29 Sep 2026`. */
export const formatDay = (date: string) => formatDate(t.days, 'day', date)
/** Day and month, where the year is clear: `29 Sep`. */
export const formatDayAndMonth = (date: string) => formatDate(t.days, 'dayAndMonth', date)
/** Weekday, month and day: `Tue, Sep 29`. */
export const formatWeekday = (date: string) => formatDate(t.days, 'weekday', date)
/** Weekday and day of the month, within one week: `Tue 29`. */
export const formatDayOfWeek = (date: string) => formatDate(t.days, 'dayOfWeek', date)
/** The whole day with its weekday: `Tue 29 Sep 2026`. */
export const formatWeekdayAndDay = (date: string) => formatDate(t.days, 'weekdayAndDay', date)
/** A month of a year: `September 2026`. */
export const formatMonth = (date: string) => formatDate(t.days, 'monthAndYear', date)
/** The month where there is little room: `Sep`. */
export const monthName = (date: string) => formatDate(t.days, 'month', date)
/** Short name of the weekday: `Tue`. */
export const weekdayName = (date: string) => formatDate(t.days, 'weekdayName', date)

/** An instant to the minute, whose day is said where it is not `today`: `29 Sep 2026, 14:05`. */
export function formatRecent(instant: string | number, today: CalendarDate): string {
  const at = new Date(instant)
  const [day, time] = [dayInColombo(at), timeInColombo(at)]
  return day === today ? time : `${formatDay(day)}, ${time}`
}

export type { DayWords }
