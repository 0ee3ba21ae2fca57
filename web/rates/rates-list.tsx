import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { unitsName } from '../../text/names.ts'
import { currencyName, formatDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { useFirstRows } from '../ui/list/use-first-rows.tsx'
import { firstRows, rowsOf, type Board } from './board-rate.ts'

/**
 * The rate of each currency in little room; each leads to its currency. A day that all are of is
 * said once.
 */
export function RatesList({ board }: { readonly board: Board | undefined }) {
  const all = rowsOf(board)
  const days = new Set(all.flatMap(({ date }) => date ?? []))
  const [rows, more] = useFirstRows(all, firstRows(all.length))
  return (
    <div>
      {days.size === 1 && <p className="fine-print above">{[...days].map(formatDay)}</p>}
      <Table
        caption={t.home.rates}
        columns={[
          { title: t.rateSummary.currency },
          { title: t.rateSummary.current, numeric: true },
        ]}
      >
        {rows.map(({ currency, rate, date }) => (
          <tr key={currency}>
            <Cell heading>
              <Link href={`/rates/${currency}`}>
                <strong>{unitsName(currency)}</strong>{' '}
                <span className="fine-print breakable">{currencyName(currency)}</span>
              </Link>
            </Cell>
            <Cell numeric>
              <strong>{rate ? formatRate(fromWire(rate)) : '–'}</strong>
              {date && days.size > 1 && <p className="fine-print">{formatDay(date)}</p>}
            </Cell>
          </tr>
        ))}
      </Table>
      {more}
    </div>
  )
}
