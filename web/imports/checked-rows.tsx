import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import type { CheckedRate } from '../../contract/rate-check.ts'
import type { Line } from '../../domain/imports/lines.ts'
import { viewSheet } from '../../domain/imports/mapping.ts'
import { formatRate, fromWire, toWire } from '../../domain/money.ts'
import { CHECK_RESULTS, type CheckResult } from '../../domain/policy.ts'
import { unitsName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { download, XLSX_TYPE } from '../api.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Cell, Row, Table, useFirstRows } from '../ui/table.tsx'
import { CopyColumn, type CopiedColumn } from './copy-column.tsx'
import { LinesHead, StateBadge, UnusedLines, WrongLines } from './lines.tsx'
import type { OpenSheet } from './use-sheet.ts'

export type CheckBody = InputOf<'POST /api/rates/check'>['body']
export type CheckData = ResponseOf<'POST /api/rates/check'>['data']

const TONES: Readonly<Partial<Record<CheckResult, 'error' | 'warning'>>> = {
  'per 100': 'error',
  differs: 'warning',
  'too old': 'warning',
  'no rate': 'warning',
}
const SHOWN_AT_ONCE = 100

interface CheckedRatesProps {
  readonly work: 'fill' | 'check'
  readonly data: CheckData
  readonly lines: readonly Line[]
  readonly open: OpenSheet
  /** Sent again for the file. */
  readonly body: CheckBody
  readonly onColumns: () => void
}

export function CheckedRates({ work, data, lines, open, body, onColumns }: CheckedRatesProps) {
  const { rows, totals } = data
  const saving = useAction(() =>
    download('POST /api/rates/check', { body }, 'rates-used.xlsx', XLSX_TYPE),
  )
  const isGood = ({ result }: CheckedRate) => result === 'agrees' || result === 'filled'
  const good = rows.filter(isGood)
  const others = rows.filter((row) => !isGood(row)).toSorted(worstFirst)
  const heading = documentHeading(open)
  return (
    <section className="fields" aria-labelledby="checked">
      <LinesHead
        id="checked"
        title={
          rows.length === 0
            ? t.rateCheck.nothing
            : others.length === 0
              ? t.rateCheck[work === 'fill' ? 'filled' : 'allAgree']({ count: rows.length })
              : t.rateCheck.needLook({ count: others.length, all: rows.length })
        }
        counts={sumSentence(totals)}
        onColumns={onColumns}
      >
        {rows.length > 0 && (
          <div className="buttons">
            <Button
              busy={saving.busy}
              busyText={t.rateCheck.saving}
              onClick={() => void saving.run()}
            >
              {t.rateCheck.save}
            </Button>
            <CopyColumn open={open} lines={lines} rows={rows} columns={COPIED} />
          </div>
        )}
      </LinesHead>
      {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
      <WrongLines lines={lines} />
      {others.length > 0 && <CheckedTable rows={others} heading={heading} />}
      {good.length > 0 && work === 'fill' && <CheckedTable rows={good} heading={heading} />}
      {good.length > 0 && work === 'check' && (
        <Disclosure summary={t.rateCheck.agreeing({ count: good.length })}>
          <CheckedTable rows={good} heading={heading} />
        </Disclosure>
      )}
      <UnusedLines lines={lines} />
    </section>
  )
}

const COPIED: readonly CopiedColumn<CheckedRate>[] = [
  ['rates', ({ rate }) => (rate === null ? '' : formatRate(fromWire(rate)))],
  ['rupees', ({ rupees }) => rupees?.toFixed(2) ?? ''],
]

function documentHeading({ file, mapping }: OpenSheet): string | undefined {
  const at = mapping.columns.findIndex(({ use }) => use === 'document')
  return viewSheet(file.grid, mapping).headings[at] || undefined
}

/** Rates for 100 units first, then the largest difference in rupees or, without one, in per cent. */
function worstFirst(one: CheckedRate, other: CheckedRate): number {
  const size = ({ result, difference }: CheckedRate) =>
    (result === 'per 100' ? 1e15 : 0) +
    Math.abs(difference?.rupees ?? 0) * 1000 +
    Math.abs(difference?.percent ?? 0)
  return size(other) - size(one)
}

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const money = (rupees: number) => Math.abs(rupees).toLocaleString('en', CENTS)
const signed = (rupees: number) => `${rupees < 0 ? '−' : '+'}${money(rupees)}`

function sumSentence({ results, overbooked, underbooked }: CheckData['totals']): string {
  const others = CHECK_RESULTS.flatMap((result) =>
    result === 'differs' || result === 'agrees' || result === 'filled' || results[result] === 0
      ? []
      : [t.rateCheck.counts[result]({ count: results[result] })],
  )
  const differing =
    results.differs === 0
      ? []
      : [
          t.rateCheck.differing({
            count: results.differs,
            over: overbooked > 0 ? money(overbooked) : null,
            under: underbooked > 0 ? money(underbooked) : null,
          }),
        ]
  return [...differing, ...others].join(' ')
}

interface CheckedTableProps {
  readonly rows: readonly CheckedRate[]
  readonly heading: string | undefined
}

function CheckedTable({ rows, heading }: CheckedTableProps) {
  const [shown, more] = useFirstRows(rows, SHOWN_AT_ONCE, SHOWN_AT_ONCE)
  const hasDocuments = rows.some(({ document }) => document !== undefined)
  const { columns } = t.rateCheck
  const isFilled = rows.every(({ used }) => used === undefined)
  return (
    <>
      <Table
        caption={t.rateCheck.caption}
        columns={[
          ...(hasDocuments ? [heading ?? columns.document] : []),
          { title: columns.date, wide: hasDocuments },
          { title: columns.amount, numeric: true, wide: true },
          ...(isFilled ? [] : [{ title: columns.used, numeric: true }]),
          { title: columns.rate, numeric: true },
          { title: isFilled ? columns.value : columns.rupees, numeric: true, wide: true },
          { title: columns.result, wide: true },
        ]}
      >
        {shown.map((row, index) => (
          <CheckedRow key={index} row={row} hasDocument={hasDocuments} isFilled={isFilled} />
        ))}
      </Table>
      {more}
    </>
  )
}

interface CheckedRowProps {
  readonly row: CheckedRate
  readonly hasDocument: boolean
  readonly isFilled: boolean
}

function CheckedRow({ row, hasDocument, isFilled }: CheckedRowProps) {
  const { document, date, currency, amount, used, result, difference } = row
  const badge = <StateBadge tone={TONES[result]}>{resultText(row)}</StateBadge>
  // The difference of a rate for 100 units says nothing about its amount.
  const isOff = difference !== null && result !== 'agrees' && result !== 'per 100'
  const off = isOff && difference.rupees !== undefined ? signed(difference.rupees) : undefined
  const rupees = isFilled ? row.rupees && minus(row.rupees.toLocaleString('en', CENTS)) : off
  const paid = `${currency} ${amount === undefined ? '' : minus(amount.toLocaleString('en', CENTS))}`
  const day = formatDay(date)
  const onPhone = (
    <span className="phone-only">
      {hasDocument && <span className="second-line">{day}</span>}
      <span className="second-line">{paid}</span>
      <span className="second-line">{badge}</span>
    </span>
  )
  return (
    <Row>
      {hasDocument && (
        <Cell heading>
          {document ?? '–'}
          {onPhone}
        </Cell>
      )}
      <Cell wide={hasDocument}>
        <span className="unbroken">{day}</span>
        {!hasDocument && onPhone}
      </Cell>
      <Cell numeric wide>
        <span className="unbroken">{paid}</span>
      </Cell>
      {!isFilled && (
        <Cell numeric>
          {used === undefined ? '–' : grouped(used)}
          <ForUnits currency={currency} />
        </Cell>
      )}
      <Cell numeric>
        <KeptRate row={row} />
        {isFilled && <ForUnits currency={currency} />}
        {rupees && <span className="second-line phone-only">{rupees}</span>}
      </Cell>
      <Cell numeric wide>
        {rupees ? <strong>{rupees}</strong> : '–'}
      </Cell>
      <Cell wide>{badge}</Cell>
    </Row>
  )
}

function resultText({ result, within_tolerance, difference }: CheckedRate): string {
  return within_tolerance && difference
    ? t.rateCheck.within({ percent: Math.abs(difference.percent).toFixed(2) })
    : t.rateCheck.results[result]
}

const ForUnits = ({ currency }: Pick<CheckedRate, 'currency'>) =>
  unitsName(currency) !== currency && (
    <span className="second-line">{t.rateCheck.forUnits({ units: unitsName(currency) })}</span>
  )

/** The link opens another tab because nothing stores the rows of this one. */
function KeptRate({ row: { rate, rate_date, date, citation } }: { readonly row: CheckedRate }) {
  if (rate === null || !rate_date || !citation) return '–'
  return (
    <>
      <a href={pathOf(citation.url)} target="_blank" rel="noreferrer">
        {grouped(rate)}
      </a>
      {rate_date !== date && (
        <span className="second-line">{t.rateCheck.rateOf({ day: rate_date })}</span>
      )}
    </>
  )
}

const minus = (text: string) => text.replace('-', '−')
const grouped = (rate: number) =>
  toWire(fromWire(rate)).toLocaleString('en', { minimumFractionDigits: 4 }) ||
  formatRate(fromWire(rate))

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
