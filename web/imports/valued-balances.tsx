import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import type { ValuedBalance } from '../../contract/rate-value.ts'
import type { Line } from '../../domain/imports/lines.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { unitsName } from '../../text/names.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { download, XLSX_TYPE } from '../api.ts'
import { Link } from '../link.tsx'
import changeStyles from '../rates/rates.module.css'
import { Button, useAction } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Cell, Row, Table, useFirstRows } from '../ui/table.tsx'
import { enterAddress } from '../work-tabs.tsx'
import { CopyColumn, type CopiedColumn } from './copy-column.tsx'
import styles from './imports.module.css'
import { focusOnce, StateBadge, UnusedLines, WrongLines } from './lines.tsx'
import type { OpenSheet } from './use-sheet.ts'

export type ValueBody = InputOf<'POST /api/rates/value'>['body']
export type ValueData = ResponseOf<'POST /api/rates/value'>['data']

interface ValuedBalancesProps {
  readonly data: ValueData
  readonly lines: readonly Line[]
  readonly open: OpenSheet
  /** Sent again for the file. */
  readonly body: ValueBody
  readonly onColumns: () => void
}

/** Rows that need a look are always shown; the others are folded from this number on. */
const SHOWN_AT_ONCE = 20

export function ValuedBalances({ data, lines, open, body, onColumns }: ValuedBalancesProps) {
  const { rows, totals } = data
  const saving = useAction(() =>
    download('POST /api/rates/value', { body }, 'balances.xlsx', XLSX_TYPE),
  )
  if (rows.length === 0)
    return (
      <section className="fields">
        <h2 className="title" tabIndex={-1} ref={focusOnce}>
          {t.rateValue.none}
        </h2>
        <ChangeColumns onColumns={onColumns} />
        <WrongLines lines={lines} />
        <UnusedLines lines={lines} />
      </section>
    )
  return (
    <section className="fields" aria-labelledby="valued">
      <ValueHead data={data} onColumns={onColumns} />
      {totals.left_out > 0 && <LeftOut data={data} />}
      <WrongLines lines={lines} />
      <TotalsTable data={data} />
      <div className="buttons">
        <Button busy={saving.busy} busyText={t.rateCheck.saving} onClick={() => void saving.run()}>
          {t.rateCheck.save}
        </Button>
        <CopyColumn open={open} lines={lines} rows={rows} columns={COPIED} />
        <span className={`fine-print ${styles['beside']}`}>{t.rateCheck.nothingStored}</span>
      </div>
      {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
      <ValuedRows rows={rows} name={open.source.name || t.import.pasted} />
      <UnusedLines lines={lines} />
    </section>
  )
}

const COPIED: readonly CopiedColumn<ValuedBalance>[] = [
  ['rates', ({ rate }) => (rate === null ? '' : formatRate(fromWire(rate)))],
  ['rupees', ({ rupees }) => rupees?.toFixed(2) ?? ''],
  ['gains', ({ gain }) => gain?.toFixed(2) ?? ''],
]

const ChangeColumns = ({ onColumns }: Pick<ValuedBalancesProps, 'onColumns'>) => (
  <Button kind="link" onClick={onColumns}>
    {t.preview.changeColumns}
  </Button>
)

function ValueHead({ data, onColumns }: Pick<ValuedBalancesProps, 'data' | 'onColumns'>) {
  const { date, totals } = data
  const words = totals.gain < 0 ? t.rateValue.loss : t.rateValue.gain
  return (
    <div>
      <h2 id="valued" className={styles['figureName']} tabIndex={-1} ref={focusOnce}>
        {words({ day: formatWeekdayAndDay(date) })}
      </h2>
      <p className="wrap figure-line">
        <strong className="figure">{money(Math.abs(totals.gain))}</strong> LKR
      </p>
      <p>
        <WhichDay data={data} />{' '}
        <span className="muted">
          {t.rateValue.policy({
            name: data.policy,
            version: data.policy_version,
            sealed: totals.sealed ? 'yes' : 'no',
          })}
        </span>{' '}
        <ChangeColumns onColumns={onColumns} />
      </p>
    </div>
  )
}

/** Says which day's rates count if all have one day that is not the closing day. */
function WhichDay({ data: { date, date_reason, rows } }: Pick<ValuedBalancesProps, 'data'>) {
  const rateDays = new Set(
    rows.flatMap(({ result, rate_date }) => (result === 'valued' ? rate_date : [])),
  )
  const [rateDay] = rateDays
  if (!date_reason || !rateDay || rateDays.size > 1) return null
  const days = { day: formatWeekdayAndDay(date), rateDay: formatWeekdayAndDay(rateDay) }
  const holiday = /^holiday: (.+)/.exec(date_reason)?.[1]
  return (
    <strong>
      {holiday
        ? t.rateValue.holiday({ ...days, holiday })
        : t.rateValue.otherDay({ ...days, reason: date_reason })}
    </strong>
  )
}

function LeftOut({ data: { date, rows, totals } }: Pick<ValuedBalancesProps, 'data'>) {
  const currencies = new Set(
    rows.flatMap(({ result, currency }) => (result === 'valued' ? [] : currency)),
  )
  return (
    <Notice kind="warning">
      {t.rateValue.leftOut({ count: totals.left_out })}{' '}
      {[...currencies].map((currency) => (
        <Link key={currency} href={enterAddress({ date, tab: 'rates' })}>
          {t.rateValue.enter({ currency, day: date })}
        </Link>
      ))}
    </Notice>
  )
}

function TotalsTable({ data: { totals } }: Pick<ValuedBalancesProps, 'data'>) {
  const { columns } = t.rateValue
  return (
    <Table
      stacks
      className={styles['balances']}
      caption={t.rateValue.totals}
      columns={[
        columns.currency,
        { title: columns.balance, numeric: true },
        { title: columns.rate, numeric: true, wide: true },
        { title: columns.value, numeric: true },
        { title: columns.booked, numeric: true },
        { title: columns.gain, numeric: true },
      ]}
    >
      {totals.currencies.map(({ currency, amount, rate, rupees, booked, gain }) => (
        <Row key={currency}>
          <Cell heading>
            {unitsName(currency)}{' '}
            <span className="phone-only muted">
              {t.rateValue.at({ rate: formatRate(fromWire(rate)) })}
            </span>
          </Cell>
          <Cell numeric label={columns.balance}>
            {money(amount)}
          </Cell>
          <Cell numeric wide>
            {formatRate(fromWire(rate))}
          </Cell>
          <Cell numeric label={columns.value}>
            {money(rupees)}
          </Cell>
          <Cell numeric label={columns.booked}>
            {money(booked)}
          </Cell>
          <Cell numeric>
            <Gain gain={gain} />
          </Cell>
        </Row>
      ))}
      <Row className={styles['total']}>
        <Cell heading>{t.rateValue.total}</Cell>
        <Cell wide />
        <Cell wide />
        <Cell numeric label={columns.value}>
          {money(totals.rupees)}
        </Cell>
        <Cell numeric label={columns.booked}>
          {money(totals.booked)}
        </Cell>
        <Cell numeric>
          <Gain gain={totals.gain} />
        </Cell>
      </Row>
    </Table>
  )
}

interface ValuedRowsProps {
  readonly rows: readonly ValuedBalance[]
  readonly name: string
}

function ValuedRows({ rows, name }: ValuedRowsProps) {
  const sorted = [
    ...rows.filter(({ result }) => result !== 'valued'),
    ...rows.filter(({ result }) => result === 'valued'),
  ]
  const open = sorted.slice(
    0,
    Math.max(SHOWN_AT_ONCE, rows.filter((row) => row.gain === null).length),
  )
  const folded = sorted.slice(open.length)
  return (
    <>
      <h3>{t.rateValue.rows({ count: rows.length, name })}</h3>
      <RowsTable rows={open} />
      {folded.length > 0 && (
        <Disclosure summary={t.rateValue.others({ count: folded.length })}>
          <RowsTable rows={folded} />
        </Disclosure>
      )}
    </>
  )
}

function RowsTable({ rows }: Pick<ValuedRowsProps, 'rows'>) {
  const [shown, more] = useFirstRows(rows, 100, 100)
  const { columns } = t.rateValue
  return (
    <>
      <Table
        stacks
        className={styles['balances']}
        caption={t.rateValue.caption}
        columns={[
          columns.document,
          { title: columns.currency, wide: true },
          { title: columns.amount, numeric: true },
          { title: columns.value, numeric: true },
          { title: columns.booked, numeric: true },
          { title: columns.gain, numeric: true },
        ]}
      >
        {shown.map((row, at) => (
          <Row key={at}>
            <Cell heading>
              {row.document ?? '–'} <span className="phone-only muted">{row.currency}</span>
            </Cell>
            <Cell wide>{row.currency}</Cell>
            <Cell numeric label={columns.amount}>
              {money(row.amount)}
            </Cell>
            <Cell numeric label={columns.value}>
              {row.rupees === null ? '–' : money(row.rupees)}
            </Cell>
            <Cell numeric label={columns.booked}>
              {money(row.booked)}
            </Cell>
            <Cell numeric>
              <RowResult row={row} />
            </Cell>
          </Row>
        ))}
      </Table>
      {more}
    </>
  )
}

function RowResult({ row: { result, rate_date, gain } }: { readonly row: ValuedBalance }) {
  if (gain !== null) return <Gain gain={gain} />
  const text =
    result === 'too old' && rate_date
      ? t.rateValue.tooOld({ day: formatWeekdayAndDay(rate_date) })
      : t.rateValue.results[result]
  return <StateBadge tone="warning">{text}</StateBadge>
}

/** Never told by colour alone: a sign and an arrow. */
function Gain({ gain }: { readonly gain: number }) {
  const [kind, sign, arrow] =
    gain > 0 ? ['rise', '+', '▲'] : gain < 0 ? ['fall', '−', '▼'] : ['none', '', '']
  return (
    <span className={`unbroken ${changeStyles[kind]}`}>
      {sign}
      {money(Math.abs(gain))}{' '}
      <span className={changeStyles['arrow']} aria-hidden="true">
        {arrow}
      </span>
    </span>
  )
}

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const money = (figure: number) => figure.toLocaleString('en', CENTS).replace('-', '−')
