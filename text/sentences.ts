import type { ErrorResponse } from '../contract/errors.ts'
import type { Language } from '../contract/language.ts'
import {
  calendarDateOf,
  dayInColombo,
  timeInColombo,
  weekdayOf,
  type CalendarDate,
} from '../domain/calendar-date.ts'
import type { Currency } from '../domain/currency.ts'
import {
  fillMessage,
  parseMessage,
  type Formats,
  type Message,
  type PlaceValue,
  type Sentence,
} from './message.ts'
import type { Sentences } from './sentence-types.ts'

export type SentenceData = Readonly<Record<string, unknown>>

const spoken = new Map<Language, Sentences>()
let current: Language = 'en'
let dateSpace = ' '

/** `writtenIn` is the language of untranslated sentences. */
export function addSentences(of: Language, more: SentenceData, writtenIn = of): void {
  const known = spoken.get(of) ?? ({} as Sentences)
  spoken.set(of, Object.assign(known, readAll({ of, writtenIn }, more)))
}

/** For pages, which break no date over two lines. Emails, files and the API have plain spaces. */
export function speak(language: Language): void {
  current = language
  dateSpace = NO_BREAK
}

const NO_BREAK = '\u00a0'

/** For what leaves a page: its title, and what it copies. */
export const plainSpaces = (text: string): string => text.replaceAll(NO_BREAK, ' ')

export function language(): Language {
  return current
}

/** Throws unless sentences of the language were added. */
export function textIn(wanted: Language): Sentences {
  const found = spoken.get(wanted)
  if (!found) throw new Error(`The sentences of ${wanted} have not been loaded`)
  return found
}

/** Never read into a module's constant: the language may change. */
export const t = new Proxy({} as Sentences, {
  get(_, area: keyof Sentences) {
    const sentences = textIn(current)
    // A screen must load the part (web/screens.ts).
    if (!(area in sentences)) throw new Error(`The sentences “${area}” have not been loaded`)
    return sentences[area]
  },
})

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

let serverNames: Readonly<Record<Currency, string>> = {}
const displayNames = new Map<Language, Intl.DisplayNames>()

/** Names from the server, because those of browsers differ. */
export function nameCurrencies(names: Readonly<Record<Currency, string>>): void {
  serverNames = names
}

function nameIn(language: Language, currency: Currency): string {
  const names = displayNames.get(language) ?? new Intl.DisplayNames(language, { type: 'currency' })
  displayNames.set(language, names)
  return serverNames[currency] ?? names.of(currency) ?? currency
}

export const currencyName = (currency: Currency, of = current) => nameIn(of, currency)

/** Own tables instead of `Intl`, so that every browser writes the same. */
interface DayWords {
  /** From Sunday. */
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
  readonly monthNames: readonly string[]
  readonly formats: Readonly<Record<DayFormat, unknown>>
}
type DayFormat =
  | 'day'
  | 'dayAndMonth'
  | 'dayOfWeek'
  | 'weekday'
  | 'weekdayAndDay'
  | 'month'
  | 'monthAndYear'
  | 'weekdayName'

export function formatDate(words: DayWords, format: DayFormat, date: string): string {
  const write = words.formats[format] as (places: Record<string, string>) => string
  const written = write({
    day: String(Number(date.slice(8))),
    month: words.months[Number(date.slice(5, 7)) - 1] ?? '',
    monthName: words.monthNames[Number(date.slice(5, 7)) - 1] ?? '',
    year: date.slice(0, 4),
    weekday: words.weekdays[weekdayOf(calendarDateOf(date))] ?? '',
  })
  return written.replaceAll(' ', dateSpace)
}

/** `29 Sep 2026` */
export const formatDay = (date: string) => formatDate(t.days, 'day', date)
/** `29 Sep` */
export const formatDayAndMonth = (date: string) => formatDate(t.days, 'dayAndMonth', date)
/** `Tue 29 Sep` */
export const formatShortDay = (date: string) =>
  weekdayName(date) + dateSpace + formatDayAndMonth(date)
/** `Tue, Sep 29` */
export const formatWeekday = (date: string) => formatDate(t.days, 'weekday', date)
/** `Tue 29` */
export const formatDayOfWeek = (date: string) => formatDate(t.days, 'dayOfWeek', date)
/** `Tue 29 Sep 2026` */
export const formatWeekdayAndDay = (date: string) => formatDate(t.days, 'weekdayAndDay', date)
/** `Mon 28 Sep – Sun 4 Oct 2026`, broken only behind the dash. */
export const formatDays = (from: string, to: string) =>
  `${formatShortDay(from)}\u00a0– ${formatWeekdayAndDay(to).replaceAll(' ', '\u00a0')}`
/** `September 2026` */
export const formatMonth = (date: string) => formatDate(t.days, 'monthAndYear', date)
export const monthName = (date: string) => formatDate(t.days, 'month', date)
export const weekdayName = (date: string) => formatDate(t.days, 'weekdayName', date)

/** `14:05` today, otherwise `29 Sep, 14:05`, with the year if it is another. */
export function formatRecent(instant: string | number, today: CalendarDate): string {
  const at = new Date(instant)
  const [day, time] = [dayInColombo(at), timeInColombo(at)]
  if (day === today) return time
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return `${isThisYear ? formatDayAndMonth(day) : formatDay(day)}, ${time}`
}

export const LANGUAGE_NAMES = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' }

/** Falls back to the API's own sentence. */
export function apiErrorText({ code, message }: Partial<ErrorResponse>): string | undefined {
  const sentences: Readonly<Partial<Record<string, string>>> = t.apiErrors
  return (code && sentences[code]) ?? message
}
