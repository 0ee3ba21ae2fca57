import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { CheckedRate } from '../../contract/rate-check.ts'
import { CHECK_RESULTS, type CheckResult } from '../../domain/policy.ts'
import { unitsName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { Disclosure } from '../ui/card.tsx'
import styles from './imports.module.css'
import { LinesHead, money, StateBadge } from './lines.tsx'
import {
  COPIED_RATES,
  findOpenLines,
  ResultButtons,
  ResultSection,
  type ResultProps,
} from './results.tsx'
import { figures, RowsTable, type RowColumn } from './rows-table.tsx'
import type { OpenSheet } from './use-sheet.ts'

type CheckData = ResponseOf<'POST /api/rates/check'>['data']

const TONES: Readonly<Partial<Record<CheckResult, 'error' | 'warning'>>> = {
  'per 100': 'error',
  differs: 'warning',
  'too old': 'warning',
  'no rate': 'warning',
}

/** Rows that need a look are always shown. */
const FILLED_AT_FIRST = 20

interface CheckedRatesProps extends ResultProps<CheckData> {
  readonly isFill: boolean
}

export function CheckedRates({ isFill, data, onColumns, ...sheet }: CheckedRatesProps) {
  const { rows, totals } = data
  const isGood = ({ result }: CheckedRate) => result === 'agrees' || result === 'filled'
  const good = rows.filter(isGood)
  const others = rows.filter((row) => !isGood(row)).toSorted(worstFirst)
  const work = isFill ? 'fill' : 'check'
  const open = findOpenLines(sheet.lines).length
  const table = (shown: readonly CheckedRate[], first?: number) => (
    <RowsTable
      stacks
      className={styles['balances']}
      caption={t.rateCheck.caption}
      rows={shown}
      first={first}
      columns={columnsFor(shown, documentHeading(sheet.open))}
    />
  )
  return (
    <ResultSection
      work={work}
      lines={sheet.lines}
      head={
        <LinesHead
          id="checked"
          title={
            others.length + open === 0
              ? t.rateCheck[isFill ? 'filled' : 'allAgree']({ count: rows.length })
              : t.rateCheck.needLook[work]({
                  count: others.length + open,
                  all: rows.length + open,
                })
          }
          counts={sumSentence(totals)}
          onColumns={onColumns}
        >
          <ResultButtons {...sheet} rows={rows} copied={COPIED_RATES} />
        </LinesHead>
      }
    >
      {isFill
        ? table([...others, ...good], Math.max(FILLED_AT_FIRST, others.length))
        : others.length > 0 && table(others)}
      {!isFill && good.length > 0 && (
        <Disclosure summary={t.rateCheck.agreeing({ count: good.length })}>
          {table(good)}
        </Disclosure>
      )}
    </ResultSection>
  )
}

function documentHeading({ reading, file, mapping }: OpenSheet): string | undefined {
  const at = mapping.columns.findIndex(({ use }) => use === 'document')
  return reading.viewSheet(file.grid, mapping).headings[at] || undefined
}

/** Rates for 100 units first, then the largest difference in rupees or, without one, in per cent. */
function worstFirst(one: CheckedRate, other: CheckedRate): number {
  const size = ({ result, difference }: CheckedRate) =>
    (result === 'per 100' ? 1e15 : 0) +
    Math.abs(difference?.rupees ?? 0) * 1000 +
    Math.abs(difference?.percent ?? 0)
  return size(other) - size(one)
}

function sumSentence({ results, overbooked, underbooked }: CheckData['totals']): string {
  const differing =
    results.differs > 0 &&
    t.rateCheck.differing({
      count: results.differs,
      over: overbooked > 0 ? money(overbooked) : null,
      under: underbooked > 0 ? money(underbooked) : null,
    })
  const others = CHECK_RESULTS.map((result) =>
    result === 'differs' || result === 'agrees' || result === 'filled' || results[result] === 0
      ? ''
      : t.rateCheck.counts[result]({ count: results[result] }),
  )
  return [differing, ...others].filter(Boolean).join(' ')
}

function columnsFor(
  rows: readonly CheckedRate[],
  heading: string | undefined,
): RowColumn<CheckedRate>[] {
  const { columns } = t.rateCheck
  const hasDocuments = rows.some(({ document }) => document !== undefined)
  const isFilled = rows.every(({ used }) => used === undefined)
  const isWhole = rows.every(({ result }) => result === 'filled')
  const figure = (row: CheckedRate) => {
    const rupees = isFilled ? row.rupees : differenceIn(row)
    if (rupees === undefined) return undefined
    return (
      <strong>
        {!isFilled && rupees > 0 && '+'}
        {money(rupees)}
      </strong>
    )
  }
  return [
    {
      title: heading ?? columns[isFilled ? 'filledDocument' : 'document'],
      hidden: !hasDocuments,
      of: ({ document = '–' }) => document,
    },
    { title: columns.date, of: ({ date }) => <span className="unbroken">{formatDay(date)}</span> },
    figures(columns.amount, ({ currency, amount }) => (
      <span className="unbroken">
        {currency} {amount !== undefined && money(amount)}
      </span>
    )),
    {
      ...figures(columns.used, ({ used, currency }) => (
        <>
          {used === undefined ? '–' : grouped(used)}
          <ForUnits currency={currency} />
        </>
      )),
      hidden: isFilled,
    },
    figures(columns.rate, (row) => (
      <>
        <KeptRate row={row} />
        {isFilled && <ForUnits currency={row.currency} />}
      </>
    )),
    {
      ...figures(isFilled ? columns.value : columns.rupees, (row) => figure(row) ?? '–'),
      wide: !isWhole,
    },
    {
      title: columns.result,
      hidden: isWhole,
      of: (row) => (
        <>
          <div className="phone-only">{figure(row)}</div>
          {resultOf(row)}
        </>
      ),
    },
  ]
}

/** The difference of a rate for 100 units says nothing about its amount. */
const differenceIn = ({ result, difference }: CheckedRate) =>
  result === 'agrees' || result === 'per 100' ? undefined : difference?.rupees

function resultOf({ result, within_tolerance, difference }: CheckedRate) {
  const text =
    within_tolerance && difference
      ? t.rateCheck.within({ percent: Math.abs(difference.percent).toFixed(2) })
      : t.rateCheck.results[result]
  return <StateBadge tone={TONES[result]}>{text}</StateBadge>
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
      <a href={citation.url.replace(/^https?:\/\/[^/]+/, '')} target="_blank" rel="noreferrer">
        {grouped(rate)}
      </a>
      {rate_date !== date && (
        <span className="second-line">{t.rateCheck.rateOf({ day: rate_date })}</span>
      )}
    </>
  )
}

const grouped = (rate: number) => rate.toLocaleString('en', { minimumFractionDigits: 4 })
