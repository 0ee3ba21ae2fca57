import { useId } from 'react'
import type { InputOf, ResponseOf } from '../../../contract/all-endpoints.ts'
import type { CheckedRate } from '../../../contract/imports/checked-rates.ts'
import { CHECK_RESULTS, type CheckResult } from '../../../domain/policy.ts'
import { formatChange, formatPercentChange, formatRate, fromWire } from '../../../domain/money.ts'
import { unitsName } from '../../../text/names.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import { download } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, Table } from '../../ui/list/table.tsx'
import { useFirstRows } from '../../ui/list/use-first-rows.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAction } from '../../ui/use-action.ts'
import { bringIntoView, RowResult } from '../import-outcome.tsx'
import { LinesAsGiven } from '../row-choices.tsx'

type Body = InputOf<'POST /api/rates/check'>['body']
/** What is said of all rows at once. */
export type CheckChoice = Readonly<Omit<Body, 'rows' | 'text'>>
export type CheckData = ResponseOf<'POST /api/rates/check'>['data']

const SHOWN_AT_ONCE = 100
/** Rows that could not be read and are named. */
const UNREAD_SHOWN = 20

const TONES: Readonly<Record<CheckResult, 'error' | 'warning' | 'fact'>> = {
  differs: 'warning',
  'per 100': 'error',
  'too old': 'warning',
  'no rate': 'warning',
  agrees: 'fact',
}

interface CheckedRowsProps {
  readonly data: CheckData
  /** What was checked, for the file. */
  readonly body: CheckChoice & { readonly text: string }
  /** Whether they are being checked once more. */
  readonly busy: boolean
}

/** How many rows agree, the file of all, and each of them, those that are wrong first. */
export function CheckedRows({ data, body, busy }: CheckedRowsProps) {
  const { rows, totals, unread = [] } = data
  const id = useId()
  const saving = useAction(() =>
    download('POST /api/rates/check.xlsx', { body }, 'rates-used.xlsx'),
  )
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other))
  const [shown, more] = useFirstRows(sorted, SHOWN_AT_ONCE, SHOWN_AT_ONCE)
  return (
    <section
      ref={bringIntoView}
      tabIndex={-1}
      aria-labelledby={id}
      aria-busy={busy}
      className="fields"
    >
      <div className="apart">
        <div role="status">
          <h3 id={id} className="title">
            {headline(data, body.policy !== undefined)}
          </h3>
          <p className="fine-print">{othersSentence(totals)}</p>
        </div>
        <Button
          busy={saving.busy}
          busyText={t.rateCheck.saving}
          disabled={busy}
          onClick={() => void saving.run()}
        >
          {t.rateCheck.save}
        </Button>
      </div>
      {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
      <Table
        caption={t.rateCheck.caption}
        columns={[
          { title: t.rateCheck.columns.amount },
          { title: t.rateCheck.columns.used, numeric: true },
          { title: t.rateCheck.columns.rate, numeric: true },
          { title: t.rateCheck.columns.difference, numeric: true, wide: true },
          { title: t.rateCheck.columns.rupees, numeric: true, wide: true },
          { title: t.rateCheck.columns.result, wide: true },
        ]}
      >
        {shown.map((row, index) => (
          <CheckedRow key={index} row={row} />
        ))}
      </Table>
      {more}
      {unread.length > 0 && (
        <LinesAsGiven
          summary={t.rateCheck.unread({ count: unread.length })}
          rows={unread.slice(0, UNREAD_SHOWN)}
          count={unread.length}
        />
      )}
    </section>
  )
}

function CheckedRow({ row }: { readonly row: CheckedRate }) {
  const { line, date, currency, amount, used, result, rate, rate_date, difference, citation } = row
  const units = unitsName(currency)
  const agrees = result === 'agrees'
  const verdict = <RowResult tone={TONES[result]}>{t.rateCheck.results[result]}</RowResult>
  const isOff = difference !== null && !agrees
  const change = isOff && formatChange(fromWire(difference.rate))
  const rupees = isOff && difference.rupees !== undefined && rupeesText(difference.rupees)
  return (
    <tr>
      <Cell>
        <span className="unbroken">
          {currency} {amount?.toLocaleString('en', CENTS)}
        </span>
        <span className="second-line">
          {t.rateCheck.atLine({
            day: formatDay(date),
            units: units === currency ? null : units,
            line: line ?? null,
          })}
        </span>
        <span className="second-line narrow">{verdict}</span>
      </Cell>
      <Cell numeric>{formatRate(fromWire(used))}</Cell>
      <Cell numeric>
        {rate !== null && rate_date && citation ? (
          <>
            {/* Not in place of the rows, which nothing keeps. */}
            <a href={pathOf(citation.url)} target="_blank" rel="noreferrer">
              {formatRate(fromWire(rate))}
            </a>
            {rate_date !== date && <span className="second-line">{formatDay(rate_date)}</span>}
          </>
        ) : (
          '–'
        )}
        {change && (
          <span className="second-line narrow">{t.rateCheck.perUnit({ difference: change })}</span>
        )}
        {rupees && <span className="second-line narrow">{t.rateCheck.inTotal({ rupees })}</span>}
      </Cell>
      <Cell numeric wide>
        {isOff ? (
          <>
            {change}
            <span className="second-line">
              {formatPercentChange(Math.round(difference.percent * 100))}
            </span>
          </>
        ) : (
          '–'
        )}
      </Cell>
      <Cell numeric wide>
        {rupees || '–'}
      </Cell>
      <Cell wide>{verdict}</Cell>
    </tr>
  )
}

/** The page of a citation on this very origin. */
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

const rupeesText = (rupees: number) =>
  `${rupees < 0 ? '−' : '+'}${Math.abs(rupees).toLocaleString('en', CENTS)}`
const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

const rank = ({ result }: CheckedRate) => CHECK_RESULTS.indexOf(result)

/** How many rows differ and by how much; where none does, how many were checked. */
function headline({ rows, totals: { results, rupees } }: CheckData, byPolicy: boolean): string {
  const [count, off] = [rows.length, results.differs]
  if (off === 0) return t.rateCheck.checked({ count })
  // Without the amount of each there is no sum; whether they are wrong only a policy says.
  const isKnown =
    rupees !== 0 && rows.every((row) => row.result !== 'differs' || row.amount !== undefined)
  return t.rateCheck.off({
    ...{ off, count, rupees: Math.abs(rupees).toLocaleString('en', CENTS), isAbove: rupees > 0 },
    by: isKnown ? (byPolicy ? 'policy' : 'kind') : null,
  })
}

/** How many rows have each of the results that the headline does not say. */
const othersSentence = ({ results }: CheckData['totals']): string =>
  CHECK_RESULTS.flatMap((result) =>
    result !== 'differs' && results[result] > 0
      ? [t.rateCheck.counts[result]({ count: results[result] })]
      : [],
  ).join(', ')
