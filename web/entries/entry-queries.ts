import type { CalendarDate } from '../../domain/calendar-date.ts'
import { publishers } from '../../domain/publisher.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { queryOf } from '../queries.ts'
import { viewInput } from '../ui/list/list-view.ts'
import { PLAIN_VIEW, type ManageView } from './manage/manage-view.ts'

/** A page of the rates entered by hand, those of banks among them. */
export const entriesQuery = (view: ManageView = PLAIN_VIEW) =>
  queryOf('entries', 'GET /api/exchange-rate/recent', {
    query: { ...(publishers().length > 0 && { publisher: 'all' }), ...viewInput(view) },
  })

/** The entries of a day, with what else is known of it. */
export const dayQuery = ({
  date,
  kind,
  publisher,
}: {
  readonly date: CalendarDate
  readonly kind: RateKind
  readonly publisher?: string | null | undefined
}) =>
  queryOf('entries', 'GET /api/exchange-rate/manual/day', {
    query: { date, ...(kind !== DEFAULT_KIND && { kind }), publisher: publisher ?? undefined },
  })
