import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { ValuedBalance } from '../../contract/rate-value.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { unitsName } from '../../text/names.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import changeStyles from '../rates/rates.module.css'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { enterAddress } from '../work-tabs.tsx'
import styles from './imports.module.css'
import { usePolicyWords } from './basis-fields.tsx'
import { focusOnce, money, StateBadge } from './lines.tsx'
import { COPIED_RATES, ResultButtons, ResultSection, type ResultProps } from './results.tsx'
import { figures, RowsTable } from './rows-table.tsx'

type ValueData = ResponseOf<'POST /api/rates/value'>['data']

/** Rows that need a look are always shown. */
const SHOWN_AT_ONCE = 20

export function ValuedBalances({ data, onColumns, ...sheet }: ResultProps<ValueData>) {
  const { rows, totals } = data
  const isValued = ({ result }: ValuedBalance) => result === 'valued'
  const others = rows.filter((row) => !isValued(row))
  const name = sheet.open.source.name || t.import.pasted
  return (
    <ResultSection
      work="value"
      lines={sheet.lines}
      head={
        <>
          <div className={`spread ${styles['head']}`}>
            <ValueHead data={data} onColumns={onColumns} />
            <ResultButtons
              {...sheet}
              rows={rows}
              copied={[...COPIED_RATES, ['gains', ({ gain }) => gain?.toFixed(2)]]}
            />
          </div>
          {totals.left_out > 0 && <LeftOut date={data.date} rows={others} />}
        </>
      }
    >
      <TotalsTable totals={totals} />
      <h3>{t.rateValue.rows({ count: rows.length, name })}</h3>
      <BalancesTable
        rows={[...others, ...rows.filter(isValued)]}
        first={Math.max(SHOWN_AT_ONCE, others.length)}
      />
    </ResultSection>
  )
}

function ValueHead({ data, onColumns }: Pick<ResultProps<ValueData>, 'data' | 'onColumns'>) {
  const { date, totals } = data
  const words = totals.gain < 0 ? t.rateValue.loss : t.rateValue.gain
  return (
    <div>
      <h2 id="checked" className={styles['figureName']} tabIndex={-1} ref={focusOnce}>
        {words({ day: formatWeekdayAndDay(date) })}
      </h2>
      <p className="wrap figure-line">
        <strong className="figure">{money(Math.abs(totals.gain))}</strong> LKR
      </p>
      <p>
        <WhichDay data={data} />{' '}
        <span className="muted">
          <Link href="/policies">{usePolicyWords(data.policy)}</Link>
          {t.rateValue.final({ sealed: totals.sealed ? 'yes' : 'no' })}
        </span>{' '}
        <Button kind="link" onClick={onColumns}>
          {t.preview.changeColumns}
        </Button>
      </p>
    </div>
  )
}

/** Says which day's rates count if all have one day that is not the closing day. */
function WhichDay({ data: { date, date_reason, rows } }: Pick<ResultProps<ValueData>, 'data'>) {
  const rateDays = new Set(
    rows.flatMap(({ result, rate_date }) => (result === 'valued' ? rate_date : [])),
  )
  const [rateDay] = rateDays
  if (!date_reason || !rateDay || rateDays.size > 1) return null
  const day = formatWeekdayAndDay(date)
  const holiday = /^holiday: (.+)/.exec(date_reason)?.[1]
  return (
    <>
      {holiday
        ? t.rateValue.holiday({ day, holiday })
        : t.rateValue.otherDay({ day, reason: date_reason })}{' '}
      <strong>{t.rateValue.counts({ rateDay: formatWeekdayAndDay(rateDay) })}</strong>
    </>
  )
}

const LeftOut = ({ date, rows }: Pick<ValueData, 'date' | 'rows'>) => (
  <Notice kind="warning">
    {t.rateValue.leftOut({ count: rows.length })}{' '}
    {[...new Set(rows.map(({ currency }) => currency))].map((currency) => (
      <Link key={currency} href={enterAddress({ date, tab: 'rates' })}>
        {t.rateValue.enter({ currency, day: date })}
      </Link>
    ))}
  </Notice>
)

function TotalsTable({ totals }: Pick<ValueData, 'totals'>) {
  const { columns } = t.rateValue
  type Sums = Pick<ValueData['totals'], 'rupees' | 'booked' | 'gain'> &
    Partial<ValueData['totals']['currencies'][number]>
  const { rupees, booked, gain } = totals
  const total: Sums = { rupees, booked, gain }
  const rateIn = ({ rate }: Sums) => (rate === undefined ? '' : formatRate(fromWire(rate)))
  return (
    <RowsTable<Sums>
      stacks
      className={`${styles['balances']} ${styles['totals']}`}
      caption={t.rateValue.totals}
      rows={[...totals.currencies, total]}
      classOf={(row) => (row === total ? styles['total'] : undefined)}
      columns={[
        {
          title: columns.currency,
          of: (row) =>
            row.currency === undefined ? (
              t.rateValue.total
            ) : (
              <>
                {unitsName(row.currency)}{' '}
                <span className="phone-only fine-print">
                  {t.rateValue.at({ rate: rateIn(row) })}
                  <Corrected rate={row.sealed_rate} />
                </span>
              </>
            ),
        },
        figures(columns.balance, ({ amount }) =>
          amount === undefined ? undefined : money(amount),
        ),
        {
          ...figures(columns.rate, (row) => (
            <>
              {rateIn(row)}
              <Corrected rate={row.sealed_rate} />
            </>
          )),
          wide: true,
        },
        figures(columns.value, (row) => money(row.rupees)),
        figures(columns.booked, (row) => money(row.booked)),
        figures(columns.gain, (row) => <Gain gain={row.gain} />),
      ]}
    />
  )
}

const Corrected = ({ rate }: { readonly rate: number | undefined }) =>
  rate !== undefined && (
    <span className="second-line">
      {t.rateValue.corrected({ rate: formatRate(fromWire(rate)) })}
    </span>
  )

function BalancesTable({ rows, first }: Pick<ValueData, 'rows'> & { readonly first: number }) {
  const { columns } = t.rateValue
  return (
    <RowsTable<ValuedBalance>
      stacks
      className={styles['balances']}
      caption={t.rateValue.caption}
      rows={rows}
      first={first}
      columns={[
        {
          title: columns.document,
          of: ({ document = '–', currency }) => (
            <>
              {document} <span className="phone-only fine-print">{currency}</span>
            </>
          ),
        },
        { title: columns.currency, wide: true, of: ({ currency }) => currency },
        figures(columns.amount, ({ amount }) => money(amount)),
        figures(columns.value, ({ rupees }) => (rupees === null ? '–' : money(rupees))),
        figures(columns.booked, ({ booked }) => money(booked)),
        figures(columns.gain, resultOf),
      ]}
    />
  )
}

function resultOf({ result, rate_date, gain }: ValuedBalance) {
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
