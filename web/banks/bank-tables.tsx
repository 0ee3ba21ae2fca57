import type { ReactNode } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { BankQuote, BoardCurrency, BoardSide } from '../../contract/rates/bank-board.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { publisherName, type RateKind } from '../../domain/series.ts'
import { listed, unitsName } from '../../text/names.ts'
import { currencyName, formatShortDay, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { Sparkline } from '../rates/sparkline.tsx'
import { ByHand } from '../rates/rate-parts.tsx'
import { citedAddress } from '../rates/rates.ts'
import { Cell, Row, Table } from '../ui/table.tsx'
import styles from './banks.module.css'

export type BankBoard = ResponseOf<'GET /api/exchange-rate/banks'>['data']
type BankRow = BoardCurrency['banks'][number]
type Customs = NonNullable<BoardCurrency['customs']>

interface TableProps {
  readonly board: BankBoard
  readonly side: BoardSide
  /** Stands below the table, beside a note on it. */
  readonly foot: (note: string | undefined) => ReactNode
}

const chosenQuote = (side: BoardSide, { buying, selling }: BankRow): BankQuote =>
  side === 'pay' ? selling : buying

/** By rate only if all compared rates are of one day: a rate of another day is not comparable. */
function inOrder(banks: readonly BankRow[], side: BoardSide) {
  const byName = banks.toSorted((one, other) =>
    publisherName(one.publisher).localeCompare(publisherName(other.publisher)),
  )
  const quotes = banks.flatMap((bank) => chosenQuote(side, bank) ?? [])
  const days = new Set(quotes.map(({ date }) => date))
  const [day] = days
  if (quotes.length < 2 || days.size !== 1 || !day)
    return { banks: byName, note: days.size > 1 ? t.bankBoard.byName : undefined }
  const worst = side === 'pay' ? Infinity : -Infinity
  const rateOf = (bank: BankRow) => chosenQuote(side, bank)?.rate ?? worst
  const lowestFirst = byName.toSorted((one, other) => rateOf(one) - rateOf(other))
  return {
    banks: side === 'pay' ? lowestFirst : lowestFirst.toReversed(),
    note: t.bankBoard.byRate({ day: formatWeekdayAndDay(day), side }),
  }
}

/** The newest day of a bank's rate, which the page names once. */
export function newestQuoted({ currencies, requested_date: requested }: BankBoard): CalendarDate {
  const quotes = currencies.flatMap(({ banks }) =>
    banks.flatMap(({ buying, selling }) => [buying, selling]),
  )
  const days = quotes.flatMap((quote): CalendarDate[] => (quote ? [quote.date] : []))
  return days.toSorted().at(-1) ?? requested
}

/** All banks for one currency, below the indicative and the customs rate. */
export function BanksTable({ board, side, foot }: TableProps) {
  const [row] = board.currencies
  if (!row) return null
  const { currency, indicative, customs } = row
  const { banks, note } = inOrder(row.banks, side)
  const newest = newestQuoted(board)
  return (
    <>
      <Table
        className={styles['board']}
        caption={t.bankBoard.caption({ currency })}
        columns={[
          t.banks.label,
          ...sideColumns(),
          { title: t.board.line, wide: true, numeric: true },
        ]}
      >
        {indicative && (
          <Row>
            <Cell heading>
              {t.kindNames.indicative}
              <span className="second-line">{t.sourceNames[indicative.source]}</span>
            </Cell>
            <Cell colSpan={2} className={styles['between']}>
              <Quote quote={indicative} newest={newest} currency={currency} kind="indicative" />
            </Cell>
            <Cell wide className={styles['line']}>
              <Line points={row.indicative_points} />
            </Cell>
          </Row>
        )}
        {customs && (
          <Row>
            <Cell heading>
              {t.kindNames.customs}
              <span className="second-line">{customsDays(customs)}</span>
            </Cell>
            <Cell colSpan={2} className={styles['between']}>
              <Link
                className="figure-link"
                href={citedAddress({ currency, date: customs.date, kind: 'customs' })}
              >
                {formatRate(fromWire(customs.rate))}
              </Link>
            </Cell>
            <Cell wide />
          </Row>
        )}
        {banks.map((bank, at) => (
          <Row key={bank.publisher} className={at === 0 ? styles['firstBank'] : undefined}>
            <Cell heading>{publisherName(bank.publisher)}</Cell>
            <SideCells bank={bank} side={side} newest={newest} currency={currency} />
          </Row>
        ))}
      </Table>
      {foot(note)}
    </>
  )
}

/** All currencies of one bank. */
export function CurrenciesTable({ board, side, foot }: TableProps) {
  const { indicative, customs } = t.kindNames
  const [week] = board.currencies.flatMap((row) => row.customs ?? [])
  const newest = newestQuoted(board)
  const sources = new Set(board.currencies.flatMap((row) => row.indicative?.source ?? []))
  const published = listed([...sources].map((source) => t.sourceNames[source]))
  const notes = [
    published && `${indicative}: ${published}.`,
    week && t.bankBoard.customsOf({ days: customsDays(week) }),
  ]
  return (
    <>
      <Table
        className={styles['board']}
        caption={t.screens.banks}
        columns={[
          t.rateSummary.currency,
          { title: indicative, numeric: true, wide: true },
          { title: customs, numeric: true, wide: true },
          ...sideColumns(),
          { title: t.board.line, wide: true, numeric: true },
        ]}
      >
        {board.currencies.map((row) => (
          <Row key={row.currency}>
            <Cell heading>
              <strong>{unitsName(row.currency)}</strong>{' '}
              <span className="fine-print">{currencyName(row.currency)}</span>
            </Cell>
            <Cell numeric wide className="muted">
              <Quote
                quote={row.indicative}
                newest={newest}
                currency={row.currency}
                kind="indicative"
              />
            </Cell>
            <Cell numeric wide className="muted">
              {row.customs ? formatRate(fromWire(row.customs.rate)) : '–'}
            </Cell>
            {row.banks.map((bank) => (
              <SideCells
                key={bank.publisher}
                bank={bank}
                side={side}
                newest={newest}
                currency={row.currency}
              />
            ))}
          </Row>
        ))}
      </Table>
      {foot(notes.filter(Boolean).join(' '))}
    </>
  )
}

/** The bank's own view: it buys what the reader receives. */
const SIDES = [
  ['receive', 'buying', 'tt-buying'],
  ['pay', 'selling', 'tt-selling'],
] as const

const sideColumns = () => SIDES.map(([, , kind]) => ({ title: t.kindNames[kind], numeric: true }))

const customsDays = ({ date, effective_to: to }: Customs) =>
  to
    ? t.bankBoard.days({ from: formatWeekdayAndDay(date), to: formatWeekdayAndDay(to) })
    : t.bankBoard.since({ from: formatWeekdayAndDay(date) })

interface SideCellsProps {
  readonly bank: BankRow
  readonly side: BoardSide
  readonly newest: CalendarDate
  readonly currency: Currency
}

function SideCells({ bank, side, newest, currency }: SideCellsProps) {
  return (
    <>
      {SIDES.map(([each, name, kind]) => (
        <Cell key={each} numeric className={each === side ? styles['chosen'] : undefined}>
          <Quote
            quote={bank[name]}
            newest={newest}
            currency={currency}
            kind={kind}
            publisher={bank.publisher}
          />
        </Cell>
      ))}
      <Cell wide className={styles['line']}>
        <Line points={bank.points} />
      </Cell>
    </>
  )
}

/** `Thu 19 Nov`; with the year if it is not that of the newest day. */
const shortDay = (date: CalendarDate, newest: CalendarDate) =>
  date.slice(0, 4) === newest.slice(0, 4) ? formatShortDay(date) : formatWeekdayAndDay(date)

interface LineProps {
  readonly points: BankRow['points']
}

/** A line needs two days. */
const Line = ({ points = [] }: LineProps) => points.length > 1 && <Sparkline points={points} />

interface QuoteProps {
  readonly quote: BankQuote
  readonly newest: CalendarDate
  readonly currency: Currency
  readonly kind: RateKind
  readonly publisher?: string
}

/** A rate of another day than the newest of the banks names its day. */
function Quote({ quote, newest, currency, kind, publisher }: QuoteProps) {
  if (!quote) return '–'
  const { date, rate, source } = quote
  return (
    <span className={date < newest ? 'muted' : undefined}>
      <ByHand source={source} />
      <Link className="figure-link" href={citedAddress({ currency, date, kind, publisher })}>
        {formatRate(fromWire(rate))}
      </Link>
      {date !== newest && <span className="second-line">{shortDay(date, newest)}</span>}
    </span>
  )
}
