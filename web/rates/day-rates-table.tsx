import type { ReactNode } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { RateChange } from '../../domain/money.ts'
import type { DayRate, RateSource } from '../../domain/rate-precedence.ts'
import { formatRate } from '../../domain/rate-text.ts'
import type { RateKind } from '../../domain/series.ts'
import { SOURCE_NAMES } from '../../text/en/names.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { dayRatesText } from '../text/en/rates.ts'
import { Cell, Table } from '../ui/list/table.tsx'
import { Changed } from './changed.tsx'
import type { NewestChange } from './newest-change.ts'
import { RateChangeText } from './rate-change-text.tsx'

const COLUMNS = [
  { title: dayRatesText.date },
  { title: dayRatesText.rate, numeric: true },
  { title: dayRatesText.change, numeric: true },
]

interface DayRatesTableProps {
  readonly caption: string
  readonly currency: Currency
  /** As the response names it. */
  readonly kind: RateKind | undefined
  /** In the order of the rows. */
  readonly rates: readonly (DayRate & { readonly change: RateChange })[]
  /** The source that is named elsewhere; a row names its own only where it is another. */
  readonly usual: RateSource | undefined
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
  readonly formatDate: (date: CalendarDate) => ReactNode
  /** Classes of the link to a day and of the source under it. */
  readonly classes: { readonly day: string | undefined; readonly source: string | undefined }
}

/** The source of most rates, the earlier of two as frequent: it is named once, and a row with another one says so itself. */
export function usualSource(rates: readonly Pick<DayRate, 'source'>[]): RateSource | undefined {
  const counts = new Map<RateSource, number>()
  for (const { source } of rates) counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** Days with their rate and its change; each day is a link to the page that can be cited. */
export function DayRatesTable(props: DayRatesTableProps) {
  const { caption, currency, kind, rates, usual, changed, formatDate, classes } = props
  return (
    <Table caption={caption} columns={COLUMNS}>
      {rates.map(({ date, rate, change, source }) => (
        <tr key={date}>
          <Cell heading>
            <Link href={withQuery(`/rates/${currency}/${date}`, { kind })} className={classes.day}>
              {formatDate(date)}
            </Link>
            {source !== usual && <span className={classes.source}>{SOURCE_NAMES[source]}</span>}
          </Cell>
          <Cell numeric>
            <Changed by={changed} date={date}>
              {formatRate(rate)}
            </Changed>
          </Cell>
          <Cell numeric>
            <RateChangeText change={change} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
