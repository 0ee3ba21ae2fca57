import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import type { CheckedRate } from '../../contract/rate-check.ts'
import type { Line } from '../../domain/imports/lines.ts'
import { formatRate, fromWire, toWire } from '../../domain/money.ts'
import { CHECK_RESULTS, type CheckResult } from '../../domain/policy.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { unitsName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { download } from '../api.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Cell, Row, Table, useFirstRows } from '../ui/table.tsx'
import { LineList, LinesHead, StateBadge } from './lines.tsx'

export type Body = InputOf<'POST /api/rates/check'>['body']
export type Data = ResponseOf<'POST /api/rates/check'>['data']

const TONES: Readonly<Partial<Record<CheckResult, 'error' | 'warning'>>> = {
  'per 100': 'error',
  differs: 'warning',
  'too old': 'warning',
  'no rate': 'warning',
}
const SHOWN_AT_ONCE = 100

interface ResultProps {
  readonly data: Data
  readonly unread: readonly Line[]
  readonly heading: string | undefined
  readonly body: Body
  readonly onColumns: () => void
}

export function Result({ data, unread, heading, body, onColumns }: ResultProps) {
  const { rows, totals } = data
  const saving = useAction(() =>
    download('POST /api/rates/check.xlsx', { body }, 'rates-used.xlsx'),
  )
  const agreeing = rows.filter(({ result }) => result === 'agrees')
  const others = rows.filter(({ result }) => result !== 'agrees').toSorted(worstFirst)
  const wrong = unread.filter(({ isUnused }) => !isUnused)
  const unused = unread.filter(({ isUnused }) => isUnused)
  return (
    <section className="fields" aria-labelledby="checked">
      <LinesHead
        id="checked"
        title={
          rows.length === 0
            ? t.rateCheck.nothing
            : others.length === 0
              ? t.rateCheck.allAgree({ count: rows.length })
              : t.rateCheck.needLook({ count: others.length, all: rows.length })
        }
        counts={sumSentence(totals)}
        onColumns={onColumns}
      >
        {rows.length > 0 && (
          <Button
            busy={saving.busy}
            busyText={t.rateCheck.saving}
            onClick={() => void saving.run()}
          >
            {t.rateCheck.save}
          </Button>
        )}
      </LinesHead>
      {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
      {wrong.length > 0 && (
        <UnreadLines lines={wrong} summary={t.rateCheck.unread({ count: wrong.length })} isOpen />
      )}
      {others.length > 0 && <CheckedTable rows={others} heading={heading} />}
      {agreeing.length > 0 && (
        <Disclosure summary={t.rateCheck.agreeing({ count: agreeing.length })}>
          <CheckedTable rows={agreeing} heading={heading} />
        </Disclosure>
      )}
      {unused.length > 0 && (
        <UnreadLines lines={unused} summary={t.rateCheck.unused({ count: unused.length })} />
      )}
    </section>
  )
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

function sumSentence({ results, overbooked, underbooked }: Data['totals']): string {
  const others = CHECK_RESULTS.flatMap((result) =>
    result === 'differs' || result === 'agrees' || results[result] === 0
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
  return (
    <>
      <Table
        caption={t.rateCheck.caption}
        columns={[
          ...(hasDocuments ? [heading ?? columns.document] : []),
          { title: columns.date, wide: hasDocuments },
          { title: columns.amount, numeric: true, wide: true },
          { title: columns.used, numeric: true },
          { title: columns.rate, numeric: true },
          { title: columns.rupees, numeric: true, wide: true },
          { title: columns.result, wide: true },
        ]}
      >
        {shown.map((row, index) => (
          <CheckedRow key={index} row={row} hasDocument={hasDocuments} />
        ))}
      </Table>
      {more}
    </>
  )
}

interface CheckedRowProps {
  readonly row: CheckedRate
  readonly hasDocument: boolean
}

function CheckedRow({ row, hasDocument }: CheckedRowProps) {
  const { document, date, currency, amount, used, result, difference } = row
  const badge = <StateBadge tone={TONES[result]}>{t.rateCheck.results[result]}</StateBadge>
  // The difference of a rate for 100 units says nothing about its amount.
  const isOff = difference !== null && result !== 'agrees' && result !== 'per 100'
  const rupees = isOff && difference.rupees !== undefined ? signed(difference.rupees) : undefined
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
      <Cell numeric>
        {grouped(used)}
        {unitsName(currency) !== currency && (
          <span className="second-line">
            {t.rateCheck.forUnits({ units: unitsName(currency) })}
          </span>
        )}
      </Cell>
      <Cell numeric>
        <KeptRate row={row} />
        {rupees && <span className="second-line phone-only">{rupees}</span>}
      </Cell>
      <Cell numeric wide>
        {rupees ? <strong>{rupees}</strong> : '–'}
      </Cell>
      <Cell wide>{badge}</Cell>
    </Row>
  )
}

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

interface UnreadLinesProps {
  readonly lines: readonly Line[]
  readonly summary: string
  readonly isOpen?: boolean
}

function UnreadLines({ lines, summary, isOpen }: UnreadLinesProps) {
  const [shown, more] = useFirstRows(lines, 20, SHOWN_AT_ONCE)
  return (
    <Disclosure summary={summary} open={isOpen}>
      <LineList
        lines={shown.map((line) => ({
          line,
          sentence: inputErrorSentence(line.problem ?? ''),
        }))}
      />
      {more}
    </Disclosure>
  )
}
