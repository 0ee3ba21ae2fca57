import type { ResponseOf } from '../../contract/all-endpoints.ts'
import {
  calendarDateOf,
  dayInColombo,
  isCalendarDate,
  startInColombo,
  timeInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { isCurrency, TARGET_CURRENCY, usualCurrency, type Currency } from '../../domain/currency.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { readPlainAmount, type Converted } from '../converter/conversion.ts'
import type { Known, Place } from '../load-page.ts'
import { createQuery } from '../queries.ts'
import { stripQuery } from '../rates/day-strip.tsx'
import { rateQuery } from '../rates/rates.ts'

/** The address of a cited rate: `/rates/USD/2026-09-29?amount=…&for=…&kind=…&known_at=…&page=2`. */
export interface Citation {
  readonly currency: Currency
  readonly date: CalendarDate
  /** In Colombo's time, `2026-09-29T15:30` or finer; undefined: as known now. */
  readonly knownAt: string | undefined
  readonly page: number
  /** As in the address: the server refuses an unknown one, so that no other rate is shown. */
  readonly kind?: RateKind | undefined
  readonly publisher?: string | undefined
  /** A plain amount; another text is not converted. */
  readonly amount: string | undefined
  readonly fromRupees: boolean
  /** A later day, for which the rate was asked. */
  readonly asked: CalendarDate | undefined
}

export type CitedResponse = ResponseOf<'GET /api/exchange-rate/:currency/on/:date'>
export type Cited = CitedResponse['data']

export function readCitation({ path, search, today }: Place): Citation {
  const [, , currency, date = ''] = path.split('/')
  const knownAt = readKnownAt(search.get('known_at') ?? '')
  const asked = search.get('for')
  const isLater = isCalendarDate(asked) && asked > date && asked <= today
  return {
    currency: isCurrency(currency) ? currency : usualCurrency(),
    date: calendarDateOf(date),
    knownAt,
    page: /^[1-9]\d{0,8}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1,
    kind: (search.get('kind') as RateKind | null) ?? undefined,
    publisher: search.get('publisher') ?? undefined,
    amount: search.get('amount') ?? undefined,
    fromRupees: search.get('from') === TARGET_CURRENCY,
    asked: isLater ? asked : undefined,
  }
}

/** Undefined without a plain amount: the server redirects typed ones (`canonicalQuery`). */
export function readConverted({ amount, currency, fromRupees }: Citation): Converted | undefined {
  const read = readPlainAmount(amount ?? '')
  return read === undefined ? undefined : { amount: read, currency, fromRupees }
}

export function citedQueries(citation: Citation, today: CalendarDate) {
  const { currency, date, page, kind, publisher, knownAt, asked } = citation
  const series = { currency, kind: kind ?? DEFAULT_KIND, publisher }
  return {
    cited: createQuery('rates', 'GET /api/exchange-rate/:currency/on/:date', {
      params: { currency, date },
      query: {
        kind,
        publisher,
        known_at: knownAt && instantInColombo(knownAt),
        page: page > 1 ? String(page) : undefined,
      },
    }),
    days: stripQuery({ ...series, date: asked ?? date }, today),
    /** The rate that counts for the day, or for the later day for which it was asked. */
    applies: rateQuery({ ...series, date: asked ?? date }),
  }
}

export function loader(place: Place, known: Known) {
  const citation = readCitation(place)
  const { cited, days, applies } = citedQueries(citation, place.today)
  return known(cited) === undefined ? [cited, days] : [cited, days, applies]
}

/** An instant as the address has it: `2026-09-29T15:30:05.123`. Changes are a millisecond apart. */
export function formatKnownAt(instant: Date): string {
  const seconds = instant.toISOString().slice(16, 23)
  return `${dayInColombo(instant)}T${timeInColombo(instant)}${seconds}`
}

/** Citations of the API have an instant in UTC. */
function readKnownAt(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?$/.test(text)) return undefined
  if (!isCalendarDate(text.slice(0, 10)) || Number.isNaN(Date.parse(text))) return undefined
  return text.endsWith('Z') ? formatKnownAt(new Date(text)) : text
}

function instantInColombo(local: string): string {
  const [day = '', time = ''] = local.split('T')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const instant =
    startInColombo(calendarDateOf(day)) + ((hours * 60 + minutes) * 60 + seconds) * 1000
  return new Date(Math.round(instant)).toISOString()
}
