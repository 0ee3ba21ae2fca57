import { isCalendarDate, type CalendarDate } from '../../../domain/calendar-date.ts'
import { currencies } from '../../../domain/currency.ts'
import { isOpenForEntry } from '../../../domain/entry-window.ts'
import {
  key,
  RATE_KINDS,
  type RateKey,
  type RateKind,
  type Series,
} from '../../../domain/series.ts'
import type { Place } from '../../screen.ts'
import { viewAddress } from '../../ui/list/list-view.ts'
import type { DayRow } from '../../../contract/rates/rate-changes.ts'
import { useResponse, type ResponseState } from '../../queries.ts'
import { dayQuery } from '../entry-queries.ts'

/** What is entered: the rates of a day, or the customs rates of a week. */
export const TABS = ['rates', 'customs'] as const
export type Tab = (typeof TABS)[number]

/** The kinds that have a column; customs rates hold for weeks and have a tab. */
export const DAY_KINDS: readonly RateKind[] = RATE_KINDS.filter((kind) => kind !== 'customs')

/** What the grid has a field for, row by row. */
export const daySeries = (): readonly Series[] =>
  currencies().flatMap((currency) => DAY_KINDS.map((kind) => ({ currency, kind })))

/** What the screen shows; it lives in the address. */
export interface DayView {
  readonly date: CalendarDate
  readonly tab: Tab
}

/** Reads `/enter?date=…&kind=…`; a day whose rates may not be entered is today. */
export function readDayView({ search, today }: Place): DayView {
  const date = search.get('date')
  return {
    date: isCalendarDate(date) && isOpenForEntry(date, today) ? date : today,
    tab: search.get('kind') === 'customs' ? 'customs' : 'rates',
  }
}

/** The address of a view; today's names its day only where `today` is left out. */
export function dayAddress({ date, tab }: DayView, today?: CalendarDate): string {
  return viewAddress('/enter', {
    date: date === today ? '' : date,
    kind: tab === 'customs' ? tab : '',
  })
}

/** What is known of a day, by series; nothing of one that the server does not know. */
export type DayRows = ReadonlyMap<RateKey, DayRow>

/**
 * What is known of a day, once all of it is there, and the query whose state is shown beside it.
 */
export function useDayRows(date: CalendarDate): {
  rows: DayRows | undefined
  query: ResponseState<unknown> | undefined
} {
  const queries = DAY_KINDS.map((kind) => ({ kind, query: useResponse(dayQuery({ date, kind })) }))
  const query = (queries.find((each) => each.query.error) ?? queries[0])?.query
  const rows = queries.flatMap(({ kind, query: { data } }) =>
    data ? data.data.rates.map((row) => [key({ currency: row.currency, kind }), row] as const) : [],
  )
  return { rows: queries.every((each) => each.query.data) ? new Map(rows) : undefined, query }
}
