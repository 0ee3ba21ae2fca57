import { isCalendarDate, type CalendarDate } from '../../../domain/calendar-date.ts'
import { CURRENCIES } from '../../../domain/currency.ts'
import { isOpenForEntry } from '../../../domain/entry-window.ts'
import {
  DEFAULT_KIND,
  RATE_KINDS,
  type RateKind,
  type Series,
  key,
  type RateKey,
} from '../../../domain/series.ts'
import type { Place } from '../../screen.ts'
import { viewAddress } from '../../ui/list/list-view.ts'
import type { DayRow } from '../../../contract/schema/rates/rate-changes.schema.ts'
import { useResponse, type ResponseState } from '../../queries.ts'
import { dayQuery } from '../entry-queries.ts'

/** Kinds that are typed into one grid, under the first one's name in the address. */
export type DayKinds = readonly [RateKind, ...RateKind[]]

/** A bank quotes what it pays and what it asks together. */
const QUOTE: DayKinds = ['tt-buying', 'tt-selling']

/** The grids that there are; every other kind has one of its own. */
export const DAY_GRIDS: readonly DayKinds[] = RATE_KINDS.filter((kind) => !QUOTE.includes(kind, 1)).map(
  (kind) => (kind === QUOTE[0] ? QUOTE : [kind]),
)

/** The kinds that are typed with one. */
export function gridOf(kind: string | null): DayKinds {
  return DAY_GRIDS.find((kinds) => kinds.some((each) => each === kind)) ?? [DEFAULT_KIND]
}

/** Which rates the grid shows; it lives in the address. */
export interface DayView {
  readonly date: CalendarDate
  readonly kinds: DayKinds
}

/** What the grid has a field for, in its order. */
export function seriesOfDay({ kinds }: DayView): readonly Series[] {
  return CURRENCIES.flatMap((currency) => kinds.map((kind) => ({ currency, kind })))
}

/** Reads `/today?date=…&kind=…`; a day whose rates may not be entered is today. */
export function readDayView({ search, today }: Place): DayView {
  const date = search.get('date')
  return {
    date: isCalendarDate(date) && isOpenForEntry(date, today) ? date : today,
    kinds: gridOf(search.get('kind')),
  }
}

/** The address of a day's grid; today's names its day only where `today` is left out. */
export function dayAddress({ date, kinds: [kind] }: DayView, today?: CalendarDate): string {
  return viewAddress('/today', {
    date: date === today ? '' : date,
    kind: kind === DEFAULT_KIND ? '' : kind,
  })
}

/** What is known of a day, by series; nothing of one that the server does not know. */
export type DayRows = ReadonlyMap<RateKey, DayRow>

/** What is known of the grid's day, once all of it is there, and the query whose state is shown beside it. */
export function useDayRows({ date, kinds }: DayView): {
  rows: DayRows | undefined
  query: ResponseState<unknown>
} {
  const [first, last = first] = kinds
  // Where there is one kind only, both are the same query.
  const one = useResponse(dayQuery({ date, kind: first }))
  const other = useResponse(dayQuery({ date, kind: last }))
  const query = other.error ? other : one
  if (!one.data || !other.data) return { rows: undefined, query }
  const rows = [...rowsOf(first, one.data.data.rates), ...rowsOf(last, other.data.data.rates)]
  return { rows: new Map(rows), query }
}

const rowsOf = (kind: RateKind, rows: readonly DayRow[]) =>
  rows.map((row) => [key({ currency: row.currency, kind }), row] as const)
