import { useEffect, useEffectEvent, useState } from 'react'
import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import type { CheckedRate } from '../../contract/rate-check.ts'
import { type Line } from '../../domain/imports/lines.ts'
import { viewSheet } from '../../domain/imports/mapping.ts'
import { formatPerUnit, formatRate, fromWire, toWire } from '../../domain/money.ts'
import { unitsOf } from '../../domain/currency.ts'
import {
  CHECK_RESULTS,
  POLICY_NAMES,
  USUAL_MAX_AGE,
  type CheckResult,
  type PolicyName,
  type RatePolicy,
} from '../../domain/policy.ts'
import { publisherName, RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { unitsName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import { download } from '../api.ts'
import { InvoiceTabs } from '../invoice-tabs.tsx'
import { queryOf, useResponse } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card, Disclosure, PageTitle } from '../ui/card.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Select } from '../ui/form/form.tsx'
import { Badge, Notice } from '../ui/notice.tsx'
import { Cell, Row, Table, useFirstRows } from '../ui/table.tsx'
import { ColumnStep, focusOnce } from './column-step.tsx'
import styles from './imports.module.css'
import { LineList, RowsError } from './preview-step.tsx'
import { Progress, SourceStep } from './source-step.tsx'
import { useSheet, type OpenSheet } from './use-sheet.ts'

type Body = InputOf<'POST /api/rates/check'>['body']
/** The policy or kind that rows are compared with. */
type Basis = Readonly<Omit<Body, 'rows'>>
type Data = ResponseOf<'POST /api/rates/check'>['data']

const policiesQuery = () => queryOf('policies', 'GET /api/rate-policy', {})

export const loader = () => [policiesQuery()]

const PATIENT = { timeoutMs: 60_000 }

/** Compares the booked rates of a sheet of invoices with those that count. */
export function Component() {
  const sheet = useSheet('invoices')
  const { state } = sheet
  const [basis, setBasis] = useState<Basis>({ policy: POLICY_NAMES[0] })
  const lines = state.step === 'lines' ? state.lines : undefined
  const { checked, retry } = useCheck(lines, basis)
  return (
    <>
      <PageTitle lead={t.rateCheck.lead} aside={<InvoiceTabs />}>
        {t.screens.check}
      </PageTitle>
      <Card title={t.import.sheetTitle} isTitleHeard>
        <div className="fields">
          <BasisFields basis={basis} onBasis={setBasis} />
          <SourceStep sheet={sheet} texts={t.rateCheck.source} />
          {state.step === 'columns' && <ColumnStep purpose="invoices" {...{ sheet, state }} />}
          {lines && !checked && <Progress>{t.preview.checking({ count: lines.length })}</Progress>}
          {checked?.error && (
            <RowsError error={checked.error}>
              <Button kind="quiet" onClick={retry}>
                {t.ui.retry}
              </Button>
            </RowsError>
          )}
          {lines && checked?.data !== undefined && (
            <Result
              data={checked.data}
              unread={lines.filter(({ problem }) => problem !== undefined)}
              heading={state.step === 'lines' ? documentHeading(state) : undefined}
              body={{ ...basis, rows: rowsOf(lines) }}
              onColumns={sheet.changeColumns}
            />
          )}
        </div>
      </Card>
    </>
  )
}

/** The sheet's own heading of its invoice numbers. */
function documentHeading({ file, mapping }: OpenSheet): string | undefined {
  const at = mapping.columns.findIndex(({ use }) => use === 'document')
  return viewSheet(file.grid, mapping).headings[at] || undefined
}

const rowsOf = (lines: readonly Line[]): Body['rows'] =>
  lines.flatMap(({ problem, date, currency, rate, amount, document }) =>
    problem !== undefined || !date || !currency || rate === undefined
      ? []
      : {
          date,
          currency,
          // As a rate of one unit.
          rate: Number(formatPerUnit(fromWire(rate), unitsOf(currency))),
          ...(amount !== undefined && amount !== 0 && { amount }),
          ...(document !== undefined && { document }),
        },
  )

/** The server's answer about lines, requested again when they or the basis change. */
function useCheck(lines: readonly Line[] | undefined, basis: Basis) {
  const [found, setFound] = useState<{
    readonly of: readonly [readonly Line[], Basis]
    readonly data?: Data
    readonly error?: ApiError
  }>()
  const [tries, setTries] = useState(0)
  const check = useEffectEvent((rows: Body['rows'], signal: AbortSignal) =>
    call('POST /api/rates/check', { body: { ...basis, rows } }, { ...PATIENT, signal }),
  )
  useEffect(() => {
    if (!lines) return undefined
    const rows = rowsOf(lines)
    const abort = new AbortController()
    const show = (of: object) => {
      if (!abort.signal.aborted) setFound({ of: [lines, basis], ...of })
    }
    if (rows.length === 0) show({ data: EMPTY })
    else
      check(rows, abort.signal).then(
        ({ data }) => show({ data }),
        (thrown: unknown) => show({ error: errorOf(thrown) }),
      )
    return () => abort.abort()
  }, [lines, basis, tries])
  const isOfThese = found?.of[0] === lines && found?.of[1] === basis
  return {
    checked: lines && isOfThese ? found : undefined,
    retry: () => {
      setFound(undefined)
      setTries(tries + 1)
    },
  }
}

const EMPTY: Data = {
  rows: [],
  totals: {
    results: { differs: 0, 'per 100': 0, 'too old': 0, 'no rate': 0, agrees: 0 },
    overbooked: 0,
    underbooked: 0,
    rupees: 0,
  },
}

const BASES = [
  ...POLICY_NAMES.map((policy) => `policy ${policy}` as const),
  ...RATE_KINDS.map((kind) => `kind ${kind}` as const),
]
const AGES = [0, 1, 2, 3, 5, 10, 30].map(String)

interface BasisFieldsProps {
  readonly basis: Basis
  readonly onBasis: (basis: Basis) => void
}

/** The policy or kind whose rates are compared, and how old those may be. */
function BasisFields({ basis, onBasis }: BasisFieldsProps) {
  const policies = useResponse(policiesQuery()).data?.data
  const { policy, kind, publisher, max_age = USUAL_MAX_AGE } = basis
  return (
    <div className={styles['basis']}>
      <Select
        label={t.rateCheck.basis}
        name="basis"
        values={BASES}
        textOf={(each) => {
          const [, name] = each.split(' ')
          return each.startsWith('policy')
            ? policyText(
                policies?.find((known) => known.policy === name),
                name as PolicyName,
              )
            : t.policies.words['of the day']({ kind: name as RateKind })
        }}
        value={policy ? `policy ${policy}` : `kind ${kind ?? RATE_KINDS[0]}`}
        onValue={(each) => {
          const [, name] = each.split(' ')
          onBasis(
            each.startsWith('policy')
              ? { policy: name as PolicyName, max_age }
              : { kind: name as RateKind, publisher, max_age },
          )
        }}
      />
      {kind && (
        <BankSelect
          value={publisher ?? ''}
          onValue={(id) => onBasis({ ...basis, publisher: id || undefined })}
        />
      )}
      <Select
        label={t.rateCheck.maxAge}
        name="max_age"
        values={AGES}
        textOf={(age) => t.rateCheck.ageDays({ count: Number(age) })}
        value={String(max_age)}
        onValue={(age) => onBasis({ ...basis, max_age: Number(age) })}
      />
    </div>
  )
}

/** A policy's name and, once it is known, its rule. */
function policyText(policy: RatePolicy | undefined, name: PolicyName): string {
  const shown = t.policies.names[name]
  if (!policy) return shown
  const rule = t.policies.words[policy.rule]({ kind: policy.kind })
  return t.rateCheck.policy({
    name: shown,
    bank: policy.publisher && publisherName(policy.publisher),
    rule: rule.charAt(0).toLowerCase() + rule.slice(1),
  })
}

const TONES: Readonly<Record<CheckResult, 'error' | 'warning' | 'fact'>> = {
  'per 100': 'error',
  differs: 'warning',
  'too old': 'warning',
  'no rate': 'warning',
  agrees: 'fact',
}
const SHOWN_AT_ONCE = 100

interface ResultProps {
  readonly data: Data
  readonly unread: readonly Line[]
  /** Heading of the sheet's invoice numbers. */
  readonly heading: string | undefined
  readonly body: Body
  readonly onColumns: () => void
}

/** The invoices that need a look, the worst first; those that agree are folded. */
function Result({ data, unread, heading, body, onColumns }: ResultProps) {
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
      <div className="spread">
        <div>
          <h2 id="checked" className="title" tabIndex={-1} ref={focusOnce}>
            {rows.length === 0
              ? t.rateCheck.nothing
              : others.length === 0
                ? t.rateCheck.allAgree({ count: rows.length })
                : t.rateCheck.needLook({ count: others.length, all: rows.length })}
          </h2>
          <p className="fine-print">
            {sumSentence(totals)}{' '}
            <Button kind="link" onClick={onColumns}>
              {t.preview.changeColumns}
            </Button>
          </p>
        </div>
        {rows.length > 0 && (
          <Button
            busy={saving.busy}
            busyText={t.rateCheck.saving}
            onClick={() => void saving.run()}
          >
            {t.rateCheck.save}
          </Button>
        )}
      </div>
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

function CheckedRow({
  row,
  hasDocument,
}: {
  readonly row: CheckedRate
  readonly hasDocument: boolean
}) {
  const { document, date, currency, amount, used, result, rate, rate_date, difference, citation } =
    row
  const badge =
    TONES[result] === 'fact' ? (
      <span className="muted">{t.rateCheck.results[result]}</span>
    ) : (
      <Badge tone={TONES[result]}>{t.rateCheck.results[result]}</Badge>
    )
  // The difference of a rate for 100 units says nothing about its amount.
  const isOff = difference !== null && result !== 'agrees' && result !== 'per 100'
  const rupees = isOff && difference.rupees !== undefined ? signed(difference.rupees) : undefined
  const paid = `${currency} ${amount === undefined ? '' : minus(amount.toLocaleString('en', CENTS))}`
  const onPhone = (
    <span className="phone-only">
      <span className="second-line">{formatDay(date)}</span>
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
        <span className="unbroken">{formatDay(date)}</span>
        {!hasDocument && (
          <span className="phone-only">
            <span className="second-line">{paid}</span>
            <span className="second-line">{badge}</span>
          </span>
        )}
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
        {rate !== null && rate_date && citation ? (
          <>
            {/* In another tab: nothing stores the rows of this one. */}
            <a href={pathOf(citation.url)} target="_blank" rel="noreferrer">
              {grouped(rate)}
            </a>
            {rate_date !== date && (
              <span className="second-line">{t.rateCheck.rateOf({ day: rate_date })}</span>
            )}
          </>
        ) : (
          '–'
        )}
        {rupees && <span className="second-line phone-only">{rupees}</span>}
      </Cell>
      <Cell numeric wide>
        {rupees ? <strong>{rupees}</strong> : '–'}
      </Cell>
      <Cell wide>{badge}</Cell>
    </Row>
  )
}

const minus = (text: string) => text.replace('-', '−')
const grouped = (rate: number) =>
  toWire(fromWire(rate)).toLocaleString('en', { minimumFractionDigits: 4 }) ||
  formatRate(fromWire(rate))

/** The page of a citation on this origin. */
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
