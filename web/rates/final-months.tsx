import { useQueries } from '@tanstack/react-query'
import type { RateChange } from '../../contract/entry-changes.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { monthOf } from '../../domain/period.ts'
import { DEFAULT_KIND, key, seriesOf, type RateKind } from '../../domain/series.ts'
import { listed } from '../../text/names.ts'
import { formatMonth, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { createQuery } from '../queries.ts'
import { choiceParams } from './rates.ts'

interface SavedDay {
  readonly date: CalendarDate
  readonly currency: Currency
  readonly kind?: RateKind | undefined
  readonly publisher?: string | undefined
}

export const changedDays = (changes: readonly Omit<RateChange, 'warnings'>[]): SavedDay[] =>
  changes.flatMap(({ before, after }) => {
    const entry = after ?? before
    return entry ? [{ ...entry, currency: entry.base_currency }] : []
  })

const MAX_NAMED = 3

/** Says that what was saved corrects months whose figures are final, with the way there. */
export function FinalMonths({ days }: { readonly days: readonly SavedDay[] }) {
  const thisMonth = monthOf(useToday())
  const past = days.filter(({ date }) => monthOf(date) < thisMonth)
  const bySeries = Map.groupBy(past, ({ currency, kind, publisher }) =>
    key(seriesOf(currency, kind, publisher)),
  )
  const series = [...bySeries.values()]
  const results = useQueries({ queries: series.map(monthsQuery) })
  const months = results.flatMap(({ data }, at) => {
    const saved = new Set(series[at]?.map(({ date }) => monthOf(date)))
    const periods = data?.data.periods ?? []
    return periods.filter(({ from, sealed_at }) => sealed_at !== null && saved.has(monthOf(from)))
  })
  const names = [...new Set(months.map(({ from }) => monthOf(from)))].sort()
  const [first] = names
  if (first === undefined) return null
  const { kind = DEFAULT_KIND, publisher } = past.find(({ date }) => monthOf(date) === first) ?? {}
  const shown = names.slice(0, MAX_NAMED).map(nameMonth)
  const more = names.length - shown.length
  return (
    <>
      {t.entry.final({
        months: more > 0 ? t.entry.months({ months: shown.join(', '), more }) : listed(shown),
        count: names.length,
      })}{' '}
      <Link href={withQuery('/periods', { month: first, ...choiceParams({ kind, publisher }) })}>
        {t.entry.showMonth({ month: nameMonth(first) })}
      </Link>
    </>
  )
}

const nameMonth = (month: string) => formatMonth(`${month}-01`)

function monthsQuery(days: readonly SavedDay[]) {
  const [{ currency, kind = DEFAULT_KIND, publisher }] = days as [SavedDay]
  const months = days.map(({ date }) => monthOf(date)).sort()
  const query = { from: months[0], to: months.at(-1), ...choiceParams({ kind, publisher }) }
  const params = { currency }
  return createQuery('rates', 'GET /api/exchange-rate/:currency/periods', { params, query })
}
