import type { Place } from '../../pages.tsx'
import { isCalendarDate, type CalendarDate } from '../../../domain/calendar-date.ts'
import { currencies } from '../../../domain/currency.ts'
import { isOpenForEntry } from '../../../domain/rate-warnings.ts'
import {
  isPublisher,
  key,
  knownPublisher,
  publishers,
  RATE_KINDS,
  type RateKey,
  type RateKind,
  type Series,
  seriesOf,
} from '../../../domain/series.ts'
import { viewAddress } from '../../ui/list/list-view.ts'
import type { DayRow } from '../../../contract/entries.ts'
import { useResponse, type ResponseState } from '../../queries.ts'
import { dayQuery } from '../../day-query.ts'

/** What is entered: the main rates of a day, those of a bank, or the customs rates of a week. */
export const tabs = (): readonly string[] => [
  'rates',
  ...publishers().map(({ id }) => id),
  'customs',
]

/** The kinds that have a column: of the main rates all but customs rates, which hold for weeks. */
export const dayKinds = (publisher?: string): readonly RateKind[] =>
  publisher ? ['tt-buying', 'tt-selling'] : RATE_KINDS.filter((kind) => kind !== 'customs')

/** What the grid has a field for, row by row. */
export const daySeries = (publisher?: string): readonly Series[] =>
  currencies().flatMap((currency) =>
    dayKinds(publisher).map((kind) => seriesOf(currency, kind, publisher)),
  )

/** What the screen shows; it lives in the address. */
export interface DayView {
  readonly date: CalendarDate
  readonly tab: string
  /** The bank whose rates are entered. */
  readonly publisher: string | undefined
}

/** Reads `/enter?date=…&kind=…&publisher=…`; a day whose rates may not be entered is today. */
export function readDayView({ search, today }: Place): DayView {
  const date = search.get('date')
  const publisher = knownPublisher(search.get('publisher'))
  return {
    date: isCalendarDate(date) && isOpenForEntry(date, today) ? date : today,
    tab: search.get('kind') === 'customs' ? 'customs' : (publisher ?? 'rates'),
    publisher,
  }
}

/** The address of a view; today's names its day only where `today` is left out. */
export function dayAddress(
  { date, tab }: Pick<DayView, 'date' | 'tab'>,
  today?: CalendarDate,
): string {
  return viewAddress('/enter', {
    date: date === today ? '' : date,
    kind: tab === 'customs' ? tab : '',
    publisher: isPublisher(tab) ? tab : '',
  })
}

/** What is known of a day, by series; nothing of one that the server does not know. */
export type DayRows = ReadonlyMap<RateKey, DayRow>

/**
 * What is known of a day, once all of it is there, and the query whose state is shown beside it.
 */
export function useDayRows({ date, publisher }: Pick<DayView, 'date' | 'publisher'>): {
  rows: DayRows | undefined
  query: ResponseState<unknown> | undefined
} {
  const queries = dayKinds(publisher).map((kind) => ({
    kind,
    query: useResponse(dayQuery({ date, kind, publisher })),
  }))
  const query = (queries.find((each) => each.query.error) ?? queries[0])?.query
  const rows = queries.flatMap(({ kind, query: { data } }) =>
    data
      ? data.data.rates.map((row) => [key(seriesOf(row.currency, kind, publisher)), row] as const)
      : [],
  )
  return { rows: queries.every((each) => each.query.data) ? new Map(rows) : undefined, query }
}
