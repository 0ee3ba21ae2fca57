import { useState } from 'react'
import { unitsName } from '../../text/names.ts'
import type { BoardRow } from '../../contract/rates/rate-history.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import {
  DEFAULT_KIND,
  publisherName,
  type RateKind,
  type Series,
  seriesOf,
} from '../../domain/series.ts'
import { percentChangeText, formatRate, fromWire } from '../../domain/money.ts'
import { currencyName, formatDay, formatDayAndMonth, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/form/field.tsx'
import { RowTable } from '../ui/list/row-table.tsx'
import { useFirstRows } from '../ui/list/use-first-rows.tsx'
import {
  firstRows,
  isAlike,
  MOST_ROWS,
  currentRateOf,
  rowOf,
  usualRow,
  type Board,
  type ShownRow,
} from './board-rate.ts'
import styles from './board-table.module.css'
import { Changed } from './changed.tsx'
import { ofSeries, type NewestChange } from './newest-change.ts'
import { RateChangeText } from './rate-change-text.tsx'
import { Sparkline } from './sparkline.tsx'

interface BoardTableProps {
  readonly caption: string
  readonly rows: readonly ShownRow[]
  /** What the rows are of. */
  readonly kind?: RateKind | undefined
  /** Undefined while they are on their way. */
  readonly buying: Board | undefined
  readonly selling: Board | undefined
  /** The bank whose they are; undefined: the main series. */
  readonly publisher?: string | undefined
  /** The day that was asked for; undefined: today. */
  readonly day: CalendarDate | undefined
  readonly addressOf: (currency: Currency) => string
  /** The currency that is chosen; with one, the week's averages are shown too. */
  readonly chosen?: Currency
  readonly changed?: NewestChange | undefined
}

/**
 * All currencies at a glance: rate, change, what a bank pays and asks where that is known, and 30
 * days. A row names its day and source only where most of the others have another.
 */
export function BoardTable(props: BoardTableProps) {
  const { caption, rows, kind = DEFAULT_KIND, buying, selling, publisher, chosen } = props
  const usual = usualRow(rows)
  // A bank has sides only: beside them stands the main series.
  const ofBank = kind === DEFAULT_KIND ? undefined : publisher
  const isKnown = (of: Board | undefined) => of?.rates.some(({ rate }) => rate !== null) === true
  const hasSides =
    kind === DEFAULT_KIND && (publisher !== undefined || isKnown(buying) || isKnown(selling))
  const titles = [
    t.rateSummary.currency,
    t.rateSummary.current,
    ...(chosen ? [t.rateSummary.average] : []),
    t.dayRates.change,
    ...(hasSides ? [t.kindNames['tt-buying'], t.kindNames['tt-selling']] : []),
    t.board.line,
  ]
  const [find, setFind] = useState('')
  const isFound = ({ currency }: ShownRow) =>
    `${currency} ${currencyName(currency)}`.toLowerCase().includes(find.trim().toLowerCase())
  const [first, more] = useFirstRows(rows, firstRows(rows.length))
  const isShown = (row: ShownRow) => first.includes(row) || row.currency === chosen
  return (
    <div className={styles['frame']}>
      {rows.length > MOST_ROWS && <FindField find={find} onFind={setFind} />}
      <RowTable
        caption={caption}
        titles={titles}
        className={classNames(styles['board'], chosen && styles['averages'])}
      >
        {rows.filter(find === '' ? isShown : isFound).map((row) => (
          <tr key={row.currency} role="row">
            <Name {...props} row={row} usual={usual} />
            <Rate row={row} series={seriesOf(row.currency, kind, ofBank)} changed={props.changed} />
            {chosen && (
              <td role="cell" className={styles['average']}>
                {rateText(row.weekly_average)}
              </td>
            )}
            <td role="cell" className={styles['change']}>
              {row.change !== null && row.rate !== null && (
                <RateChangeText change={fromWire(row.change)} rate={fromWire(row.rate)} />
              )}
            </td>
            {hasSides && (
              <Sides
                row={row}
                buying={rowOf(buying, row.currency)}
                selling={rowOf(selling, row.currency)}
                hasDifference={publisher !== undefined}
              />
            )}
            <td role="cell" className={styles['line']}>
              <Sparkline points={row.points} />
            </td>
          </tr>
        ))}
      </RowTable>
      {find === '' && more}
    </div>
  )
}

interface FindFieldProps {
  readonly find: string
  readonly onFind: (find: string) => void
}

function FindField({ find, onFind }: FindFieldProps) {
  return (
    <Field label={t.board.find} name="find">
      {(control) => (
        <input
          {...control}
          type="search"
          autoComplete="off"
          value={find}
          onChange={({ target }) => onFind(target.value)}
        />
      )}
    </Field>
  )
}

type NameProps = BoardTableProps & {
  readonly row: ShownRow
  readonly usual: ShownRow | undefined
}

function Name({ row, usual, day, addressOf, chosen }: NameProps) {
  const { currency, date, source } = row
  const isUnlike = date !== null && source !== null && !isAlike(row, usual)
  return (
    <th scope="row" role="rowheader" className={styles['name']}>
      <Link href={addressOf(currency)} aria-current={currency === chosen ? 'true' : undefined}>
        <strong>{unitsName(currency)}</strong>{' '}
        <span className="fine-print">{currencyName(currency)}</span>
      </Link>
      {isUnlike && (
        <span className="wrap fine-print">
          {date !== usual?.date && <span>{formatDay(date)}</span>}
          {source !== usual?.source && source !== 'sample' && (
            <Badge tone="fact">{t.sourceNames[source]}</Badge>
          )}
          <FreshnessBadge rate={currentRateOf(row)} day={day} />
        </span>
      )}
    </th>
  )
}

interface RateProps {
  readonly row: BoardRow
  readonly series: Series
  readonly changed: NewestChange | undefined
}

function Rate({ row: { date, rate }, series, changed }: RateProps) {
  return (
    <td role="cell" className={styles['rate']}>
      <Changed by={ofSeries(changed, series)} date={date ?? undefined}>
        {rateText(rate)}
      </Changed>
    </td>
  )
}

type SidesProps = Readonly<Record<'buying' | 'selling', BoardRow | undefined>> & {
  readonly row: BoardRow
  /** Whether each is shown with how far it is from the row's rate. */
  readonly hasDifference: boolean
}

/**
 * What a bank pays and asks, each with its day where that is not the rate's; on a phone one text.
 */
function Sides({ row, buying, selling, hasDifference }: SidesProps) {
  const texts = [buying, selling].map((side) => {
    const own = side?.rate && side.date !== row.date ? side.date : null
    const difference = hasDifference && side?.rate && row.rate && differenceOf(side.rate, row.rate)
    const notes = [difference, own && formatDayAndMonth(own)].filter((note) => note)
    return { rate: rateText(side?.rate), notes: notes.join(', ') }
  })
  // Of both it is said once.
  const [pays, asks] = texts.map(({ rate, notes }, at) =>
    notes && notes !== texts[at + 1]?.notes ? `${rate} (${notes})` : rate,
  )
  return texts.map(({ rate, notes }, at) => (
    <td key={at} role="cell" className={styles['side']}>
      <span>
        {rate}
        {notes && <span className="fine-print">{notes}</span>}
      </span>
      {at === 0 && (buying?.rate ?? selling?.rate) && (
        <span>{t.board.sides({ buying: pays ?? '', selling: asks ?? '' })}</span>
      )}
    </td>
  ))
}

const rateText = (rate: number | null | undefined) => (rate ? formatRate(fromWire(rate)) : '–')

/** How far a bank's rate is from the row's: `+2.41 %`. */
const differenceOf = (bank: number, main: number) =>
  percentChangeText(fromWire(main), fromWire(bank))

interface BoardLineProps extends Pick<BoardTableProps, 'rows' | 'kind' | 'day' | 'publisher'> {
  /** Said after it. */
  readonly more?: string
}

/** Whose rates most of them are, and how old; on a line of its own under the table. */
export function BoardLine({ rows, kind = DEFAULT_KIND, day, publisher, more }: BoardLineProps) {
  const usual = usualRow(rows)
  return (
    <p className="fine-print">
      {t.board.source({ kind, source: usual?.source ?? 'none' })}{' '}
      {publisher && t.sides.bankLine({ bank: publisherName(publisher) })} {more}{' '}
      <FreshnessBadge rate={usual && currentRateOf(usual)} day={day} />
    </p>
  )
}
