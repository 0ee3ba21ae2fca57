import { useState } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import type { Purpose } from '../../domain/imports/mapping.ts'
import { formatPercentChange, formatRate, rateOf } from '../../domain/money.ts'
import { kindName, unitsName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Cell, Row } from '../ui/table.tsx'
import styles from './imports.module.css'
import { findLevelShifts, LevelShifts } from './level-shifts.tsx'
import { LinesHead, StateBadge } from './lines.tsx'
import type { PreviewLine } from './preview-line.ts'
import { RowsTable, type RowColumn } from './rows-table.tsx'
import { RowsError } from './sheet-steps.tsx'
import type { SheetSteps } from './use-sheet.ts'

const TO_CHECK = ['wrong', 'doubtful', 'no rate'] as const
const DONE = ['unchanged', 'published', 'unused'] as const
const PROPOSED = ['replaces', 'removes', 'overrides', 'new'] as const
const ORDER = [...TO_CHECK, ...PROPOSED, ...DONE]
const COUNTED = [...PROPOSED.toReversed(), 'doubtful', 'wrong', 'no rate', ...DONE] as const
const CHANGES: readonly string[] = ['doubtful', ...PROPOSED]
const TONES: Readonly<Partial<Record<PreviewLine['state'], 'error' | 'warning' | 'info'>>> = {
  wrong: 'error',
  doubtful: 'warning',
  replaces: 'info',
  removes: 'info',
  overrides: 'info',
}
const SHOWN_AT_ONCE = 100
const FINE_AT_FIRST = 8

const isChange = ({ state }: PreviewLine) => CHANGES.includes(state)
/** It will be in the result or be counted as left out. */
const isCounted = ({ state }: PreviewLine) => !DONE.some((each) => each === state)

interface PreviewStepProps {
  readonly sheet: SheetSteps
  readonly purpose: Purpose
  readonly lines: readonly PreviewLine[]
  readonly onImport: (
    rows: readonly PreviewLine[],
    leftOut: readonly PreviewLine[],
  ) => Promise<void>
}

export function PreviewStep({ sheet, purpose, lines, onImport }: PreviewStepProps) {
  const changing = lines.filter(isChange)
  const [ticked, setTicked] = useState<ReadonlySet<PreviewLine>>(
    () => new Set(changing.filter(({ state }) => state !== 'doubtful')),
  )
  const counted = lines.filter(isCounted)
  const importing = useAction(() =>
    onImport(
      changing.filter((each) => ticked.has(each)),
      counted.filter((each) => !ticked.has(each)),
    ),
  )
  const tooFine = lines.filter(({ line }) => line.problem?.includes('too many decimals')).length
  const text = t.preview
  return (
    <section aria-labelledby="preview">
      {/* The bar is beside the grid: in it, it would stay in its row. */}
      <div className="fields">
        <LinesHead
          id="preview"
          title={
            changing.length === 0
              ? text.nothing({ purpose })
              : text.chosen({ chosen: ticked.size, count: counted.length, purpose })
          }
          counts={countsSentence(lines)}
          onColumns={sheet.changeColumns}
        />
        {tooFine > 0 && (
          <div className="buttons">
            <Button kind="quiet" onClick={() => void sheet.show({ round: true })}>
              {text.round({ count: tooFine })}
            </Button>
          </div>
        )}
        <LevelShifts shifts={findLevelShifts(lines)} ticked={ticked} onTicked={setTicked} />
        <PreviewTable lines={lines} changing={changing} ticked={ticked} onTicked={setTicked} />
        {importing.error && <RowsError error={importing.error} />}
      </div>
      {changing.length > 0 && (
        <div className="actions below form-bar" data-screen-only>
          <div className="buttons">
            <Button
              busy={importing.busy}
              busyText={text.importing}
              disabled={ticked.size === 0}
              onClick={() => void importing.run()}
            >
              {text.import({ count: ticked.size, purpose })}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

/** Returns a sentence such as `45 new · 2 replace an entry · 1 to check.` */
function countsSentence(lines: readonly PreviewLine[]): string {
  const counts = Map.groupBy(lines, ({ state }) => state)
  const parts = COUNTED.flatMap((state) => {
    const count = counts.get(state)?.length ?? 0
    return count === 0 ? [] : [t.preview.counts[state]({ count })]
  })
  return parts.length === 0 ? '' : `${parts.join(' · ')}.`
}

interface PreviewTableProps {
  readonly lines: readonly PreviewLine[]
  readonly changing: readonly PreviewLine[]
  readonly ticked: ReadonlySet<PreviewLine>
  readonly onTicked: (ticked: ReadonlySet<PreviewLine>) => void
}

function PreviewTable({ lines, changing, ticked, onTicked }: PreviewTableProps) {
  const sorted = lines.toSorted(
    (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state),
  )
  const toCheck = lines.filter(({ state }) => TO_CHECK.some((each) => each === state)).length
  const hasRates = lines.some(({ line }) => line.rate !== undefined)
  const isAll = ticked.size === changing.length
  const text = t.preview
  const tickAll = (
    <input
      type="checkbox"
      aria-label={text.tickAll}
      ref={(input) => {
        if (input) input.indeterminate = ticked.size > 0 && !isAll
      }}
      checked={isAll}
      onChange={() => onTicked(new Set(isAll ? [] : changing))}
    />
  )
  const tick = (each: PreviewLine) => (
    <input
      type="checkbox"
      aria-label={text.tick(each.line)}
      checked={ticked.has(each)}
      onChange={() => onTicked(ticked.symmetricDifference(new Set([each])))}
    />
  )
  return (
    <RowsTable
      className={styles['preview']}
      caption={text.caption}
      rows={sorted}
      first={Math.min(toCheck + FINE_AT_FIRST, SHOWN_AT_ONCE)}
      classOf={() => styles['explained']}
      below={(each) => <Explanation each={each} hasRates={hasRates} />}
      columns={[
        {
          title:
            changing.length > 0 ? tickAll : <span className="visually-hidden">{text.tickAll}</span>,
          of: (each) => isChange(each) && tick(each),
        },
        ...columnsFor(hasRates),
      ]}
    />
  )
}

function columnsFor(hasRates: boolean): RowColumn<PreviewLine>[] {
  const text = t.preview
  const ofRates = { numeric: true, hidden: !hasRates }
  const ofRatesNow = { ...ofRates, wide: true }
  return [
    { title: text.cell, wide: true, of: ({ line }) => <span className="muted">{line.cell}</span> },
    {
      title: text.date,
      of: ({ line: { date, currency } }) => (
        <>
          {date && <span className="unbroken">{formatDay(date)}</span>}{' '}
          {currency && <strong className="phone-only">{unitsName(currency)}</strong>}
        </>
      ),
    },
    {
      title: hasRates ? text.rate : text.name,
      wide: hasRates,
      of: ({ line }) => nameOf(line) ?? given(line),
    },
    {
      ...ofRates,
      title: text.fresh,
      of: ({ line }) =>
        line.rate === undefined ? nameOf(line) && given(line) : formatRate(rateOf(line.rate)),
    },
    {
      ...ofRatesNow,
      title: text.now,
      of: (each) => <span className="muted">{rateNow(each) ?? '–'}</span>,
    },
    {
      ...ofRatesNow,
      title: text.difference,
      of: (each) => differenceOf(each) ?? '–',
    },
    { title: text.result, wide: true, of: resultOf },
  ]
}

interface ExplanationProps {
  readonly each: PreviewLine
  readonly hasRates: boolean
}

function Explanation({ each, hasRates }: ExplanationProps) {
  const { line, state, sentence } = each
  const now = hasRates && rateNow(each)
  // The column of the current rate shows what is replaced.
  const remark = state === 'replaces' ? '' : sentence
  return (
    <Row className={remark === '' ? 'phone-only' : undefined}>
      <Cell />
      <Cell colSpan={hasRates ? 7 : 4} className="fine-print" data-tone={TONES[state]}>
        <span className="phone-only">
          <span className="muted">
            {line.kind && `${kindName({ kind: line.kind, publisher: line.publisher })} · `}
            {hasRates && !line.currency && <>{given(line)} · </>}
            {line.cell}
          </span>{' '}
          {resultOf(each)}{' '}
          {now && (
            <span className="muted">
              {t.preview.nowIs({ rate: now, difference: differenceOf(each) })}{' '}
              {remark !== '' && '· '}
            </span>
          )}
        </span>
        {remark}
      </Cell>
    </Row>
  )
}

const resultOf = ({ state }: PreviewLine) => (
  <StateBadge tone={TONES[state]}>{t.preview.states[state]}</StateBadge>
)

const given = (line: Line) => <q className="breakable">{line.given}</q>

function rateNow({ row }: PreviewLine): string | null | undefined {
  const now = row?.current?.rate ?? row?.replaces
  return typeof now === 'number' ? formatRate(rateOf(now)) : now
}

function differenceOf({ row }: PreviewLine): string | undefined {
  const percent = row?.current?.difference_percent
  return percent ? formatPercentChange(Math.round(percent * 100)) : undefined
}

function nameOf({ currency, kind, publisher, name }: Line) {
  if (name !== undefined) return <span className="breakable">{name}</span>
  if (currency === undefined) return undefined
  return (
    <>
      <strong>{unitsName(currency)}</strong>
      {kind && `, ${kindName({ kind, publisher })}`}
    </>
  )
}
