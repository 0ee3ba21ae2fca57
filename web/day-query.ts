import type { CalendarDate } from '../domain/calendar-date.ts'
import { DEFAULT_KIND, type RateKind } from '../domain/series.ts'
import { createQuery } from './queries.ts'

export const dayQuery = ({
  date,
  kind,
  publisher,
}: {
  readonly date: CalendarDate
  readonly kind?: RateKind | undefined
  readonly publisher?: string | null | undefined
}) =>
  createQuery('entries', 'GET /api/exchange-rate/manual/day', {
    query: {
      date,
      kind: kind === DEFAULT_KIND ? undefined : kind,
      publisher: publisher ?? undefined,
    },
  })
