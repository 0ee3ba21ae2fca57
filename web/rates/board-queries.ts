import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { RateKind } from '../../domain/series.ts'
import { queryOf } from '../queries.ts'
import { kindOf, type Side } from './side.ts'

/** All currencies on a day; undefined: today. */
export const boardQuery = (date?: CalendarDate, kind?: RateKind, publisher?: string) =>
  queryOf('rates', 'GET /api/exchange-rate/board', { query: { date, kind, publisher } })

/** All currencies on a day, as the main series has them or, of a side, a bank. */
export const sideBoardQuery = (
  date: CalendarDate | undefined,
  side: Side | undefined,
  publisher: string | undefined,
) => boardQuery(date, kindOf(side), side && publisher)
