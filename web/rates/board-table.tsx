import { Fragment, useState, type ReactNode } from 'react'
import type { Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { kindName, listed, unitsName } from '../../text/names.ts'
import { currencyName, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/form/form.tsx'
import { Cell, Row, Table, useFirstRows } from '../ui/table.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import { newestDay, listRows, type Board, type ShownRow } from './board.ts'
import { ByHand, ByHandLegend } from './rate-parts.tsx'
import type { RateChoice } from './rates.ts'
import { Sparkline } from './sparkline.tsx'
import styles from './board-table.module.css'

const MAX_ROWS = 8
export const firstRows = (count: number) => (count > MAX_ROWS ? 4 : count)

interface BoardTableProps {
  readonly caption: string
  readonly rows: readonly ShownRow[]
  readonly addressOf: (currency: Currency) => string
  readonly chosen?: Currency
}

/** A row names its day if most others have another one. */
export function BoardTable({ caption, rows, addressOf, chosen }: BoardTableProps) {
  const [find, setFind] = useState('')
  const isFound = ({ currency }: ShownRow) =>
    `${currency} ${currencyName(currency)}`.toLowerCase().includes(find.trim().toLowerCase())
  const [first, more] = useFirstRows(rows, firstRows(rows.length))
  const isShown = (row: ShownRow) => first.includes(row) || row.currency === chosen
  const line = { title: t.board.line, numeric: true }
  const numeric = (title: string) => ({ title, numeric: true })
  const { currency, current, average } = t.rateSummary
  const columns = chosen
    ? [currency, numeric(current), numeric(average), line]
    : [currency, line, numeric(t.dayRates.change), numeric(current)]
  const newest = newestDay(rows)
  return (
    <>
      {rows.length > MAX_ROWS && (
        <div className="mb">
          <Field
            label={t.board.find}
            name="find"
            type="search"
            autoComplete="off"
            value={find}
            onChange={({ target }) => setFind(target.value)}
          />
        </div>
      )}
      <Table
        caption={caption}
        columns={columns}
        className={`${styles['board']} ${chosen ? styles['averages'] : 'headless'}`}
      >
        {rows.filter(find === '' ? isShown : isFound).map((row) => (
          <BoardRow
            key={row.currency}
            row={row}
            addressOf={addressOf}
            chosen={chosen}
            newest={newest}
          />
        ))}
      </Table>
      {find === '' && more}
    </>
  )
}

interface BoardRowProps extends Pick<BoardTableProps, 'addressOf'> {
  readonly row: ShownRow
  readonly chosen: Currency | undefined
  readonly newest: string | undefined
}

function BoardRow({ row, addressOf, chosen, newest }: BoardRowProps) {
  const { currency, rate, date, change, source, weekly_average: average } = row
  const line = (
    <Cell className={styles['line']}>
      <Sparkline points={row.points} />
    </Cell>
  )
  const figure = (
    <Cell className={styles['rate']}>
      <ByHand source={source} />
      {rateText(rate)}
    </Cell>
  )
  return (
    <Row className={currency === chosen ? 'row-marked' : undefined}>
      <Cell heading className={styles['name']}>
        <Link href={addressOf(currency)} aria-current={currency === chosen ? 'true' : undefined}>
          <strong>{unitsName(currency)}</strong>{' '}
          {currency === chosen ? (
            <span className={`leads-on ${styles['open']}`} data-screen-only>
              {t.board.chart}
            </span>
          ) : (
            <span className="fine-print">{currencyName(currency)}</span>
          )}
        </Link>
        {date && date !== newest && (
          <time className="second-line" dateTime={date}>
            {formatWeekdayAndDay(date)}
          </time>
        )}
      </Cell>
      {chosen ? (
        <>
          {figure}
          <Cell>{rateText(average)}</Cell>
          {line}
        </>
      ) : (
        <>
          {line}
          <Cell>
            {change !== null && rate !== null && (
              <RateChangeText change={fromWire(change)} rate={fromWire(rate)} short />
            )}
          </Cell>
          {figure}
        </>
      )}
    </Row>
  )
}

const rateText = (rate: number | null) => (rate === null ? '–' : formatRate(fromWire(rate)))

interface RatesCardProps {
  readonly title: string
  readonly board: Board | undefined
  readonly earlier?: Board | undefined
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

export function RatesCard({ title, board, earlier, aside, children }: RatesCardProps) {
  const rows = listRows(board, earlier)
  const date = newestDay(rows)
  return (
    <Card
      title={title}
      aside={aside || (date && <p className="fine-print">{formatWeekdayAndDay(date)}</p>)}
    >
      <BoardTable
        caption={t.home.rates}
        rows={rows}
        addressOf={(currency) => `/rates/${currency}`}
      />
      <div className={`just-below ${styles['foot']}`}>
        <SourceLine rows={rows} kind={DEFAULT_KIND} />
        {children && <div className="buttons">{children}</div>}
      </div>
    </Card>
  )
}

interface SourceLineProps extends RateChoice {
  readonly rows: readonly ShownRow[]
  /** The legend of a strip names the mark of an entry by hand. */
  readonly isMarkNamed?: boolean | undefined
  readonly children?: ReactNode
}

export function SourceLine(props: SourceLineProps) {
  const { rows, kind, publisher, isMarkNamed, children } = props
  const known = rows.filter(({ source }) => source !== null)
  const published = known.filter(({ source }) => source !== 'manual')
  const bySource = [...Map.groupBy(published, ({ source }) => source)]
  const rates = kindName({ kind, publisher })
  return (
    <div className={styles['source']}>
      {!isMarkNamed && known.some(({ source }) => source === 'manual') && <ByHandLegend />}
      <p className="fine-print">
        {bySource.map(([source, group]) => {
          const sentence = t.board.source({ rates, source: source ?? 'none' })
          const currencies = listed(group.map(({ currency }) => currency))
          const text = group.length === known.length ? sentence : `${currencies}: ${sentence}`
          return <Fragment key={source}>{text} </Fragment>
        })}
        {children}
      </p>
    </div>
  )
}
