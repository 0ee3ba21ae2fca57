import type { DayRow } from '../../../contract/schema/rates/rate-changes.schema.ts'
import { key, type RateKey, type RateKind } from '../../../domain/series.ts'
import { useResponse, type ResponseState } from '../../queries.ts'
import { dayQuery } from '../entry-queries.ts'
import type { DayView } from './day-view.ts'

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
