import type { ReactNode } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, type RateChange } from '../../domain/money.ts'
import type { DayRate, RateSource } from '../../domain/rate-precedence.ts'
import type { Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { Changed } from './changed.tsx'
import type { NewestChange } from './newest-change.ts'
import { PublishedRate } from './published-rate.tsx'
import type { CurrentRate } from './rates-queries.ts'
import { citedAddress } from './side.ts'
import { RateChangeText } from './rate-change-text.tsx'

const columns = () => [
  { title: t.dayRates.date },
  { title: t.dayRates.rate, numeric: true },
  { title: t.dayRates.change, numeric: true },
]

/** A day's rate with what is published for the day where it was entered by hand. */
export type ShownRate = DayRate & Pick<CurrentRate, 'published'>

interface DayRatesTableProps {
  readonly caption: string
  /** What they are of. */
  readonly series: Series
  /** In the order of the rows. */
  readonly rates: readonly (ShownRate & { readonly change: RateChange })[]
  /** The source that is named elsewhere; a row names its own only where it is another. */
  readonly usual: RateSource | undefined
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
  readonly formatDate: (date: CalendarDate) => ReactNode
}

/**
 * The source of most rates, the earlier of two as frequent: it is named once, and a row with
 * another one says so itself.
 */
export function usualSource(rates: readonly Pick<DayRate, 'source'>[]): RateSource | undefined {
  const counts = new Map<RateSource, number>()
  for (const { source } of rates) counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** Days with their rate and its change; each day is a link to the page that can be cited. */
export function DayRatesTable(props: DayRatesTableProps) {
  const { caption, series, rates, usual, changed, formatDate } = props
  return (
    <Table caption={caption} columns={columns()}>
      {rates.map(({ date, rate, change, source, published }) => (
        <tr key={date}>
          <Cell heading>
            <Link href={citedAddress({ ...series, date })}>{formatDate(date)}</Link>{' '}
            {source !== usual && <Badge tone="fact">{t.sourceNames[source]}</Badge>}
            <PublishedRate published={published} />
          </Cell>
          <Cell numeric>
            <Changed by={changed} date={date}>
              {formatRate(rate)}
            </Changed>
          </Cell>
          <Cell numeric>
            <RateChangeText change={change} rate={rate} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
