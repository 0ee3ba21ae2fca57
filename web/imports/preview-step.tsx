import { useState } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import type { Purpose } from '../../domain/imports/mapping.ts'
import { formatPercentChange, formatRate, rateOf } from '../../domain/money.ts'
import { publisherName } from '../../domain/series.ts'
import { unitsName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Cell, Row, Table, useFirstRows } from '../ui/table.tsx'
import styles from './imports.module.css'
import { findLevelShifts, LevelShifts } from './level-shifts.tsx'
import { LinesHead, StateBadge } from './lines.tsx'
import type { PreviewLine } from './preview-line.ts'
import { RowsError } from './sheet-steps.tsx'
import type { SheetSteps } from './use-sheet.ts'

const ORDER = ['wrong', 'doubtful', 'replaces', 'removes', 'new', 'unchanged', 'unused'] as const
const COUNTED = ['new', 'replaces', 'removes', 'doubtful', 'wrong', 'unchanged', 'unused'] as const
const CHANGES: readonly string[] = ['doubtful', 'replaces', 'removes', 'new']
const TONES: Readonly<Partial<Record<PreviewLine['state'], 'error' | 'warning' | 'info'>>> = {
  wrong: 'error',
  doubtful: 'warning',
  replaces: 'info',
  removes: 'info',
}
const SHOWN_AT_ONCE = 100
const FINE_AT_FIRST = 8

const isChange = ({ state }: PreviewLine) => CHANGES.includes(state)

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
  const importing = useAction(() => {
    const isLeftOut = (each: PreviewLine) =>
      isChange(each) ? !ticked.has(each) : each.state === 'wrong'
    return onImport(
      changing.filter((each) => ticked.has(each)),
      lines.filter(isLeftOut),
    )
  })
  const tooFine = lines.filter(({ line }) => line.problem?.includes('too many decimals')).length
  const text = t.preview
  return (
    <section className="fields" aria-labelledby="preview">
      <LinesHead
        id="preview"
        title={
          changing.length === 0
            ? text.nothing({ purpose })
            : text.chosen({ chosen: ticked.size, count: changing.length, purpose })
        }
        counts={countsSentence(lines)}
        onColumns={sheet.changeColumns}
      >
        {changing.length > 0 && (
          <Button
            busy={importing.busy}
            busyText={text.importing}
            disabled={ticked.size === 0}
            onClick={() => void importing.run()}
          >
            {text.import({ count: ticked.size, purpose })}
          </Button>
        )}
      </LinesHead>
      {importing.error && <RowsError error={importing.error} />}
      {tooFine > 0 && (
        <div className="buttons">
          <Button kind="quiet" onClick={() => void sheet.show({ round: true })}>
            {text.round({ count: tooFine })}
          </Button>
        </div>
      )}
      <LevelShifts shifts={findLevelShifts(lines)} ticked={ticked} onTicked={setTicked} />
      <PreviewTable lines={lines} changing={changing} ticked={ticked} onTicked={setTicked} />
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
  const toCheck = lines.filter(({ state }) => state === 'wrong' || state === 'doubtful').length
  const first = Math.min(toCheck + FINE_AT_FIRST, SHOWN_AT_ONCE)
  const [shown, more] = useFirstRows(sorted, first, SHOWN_AT_ONCE)
  const hasRates = lines.some(({ line }) => line.rate !== undefined)
  const isAll = ticked.size === changing.length
  const text = t.preview
  const box = (
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
  const columns = [
    { title: changing.length > 0 ? box : <span className="visually-hidden">{text.tickAll}</span> },
    { title: text.cell, wide: true },
    { title: text.date },
    { title: hasRates ? text.rate : text.name },
    ...(hasRates
      ? [
          { title: text.fresh, numeric: true },
          { title: text.now, numeric: true, wide: true },
          { title: text.difference, numeric: true, wide: true },
        ]
      : []),
    { title: text.result, wide: true },
  ]
  return (
    <>
      <Table caption={text.caption} columns={columns}>
        {shown.map((each) => (
          <PreviewRow
            key={each.line.cell}
            each={each}
            hasRates={hasRates}
            width={columns.length}
            ticked={isChange(each) ? ticked.has(each) : undefined}
            onTick={() => onTicked(ticked.symmetricDifference(new Set([each])))}
          />
        ))}
      </Table>
      {more}
    </>
  )
}

interface PreviewRowProps {
  readonly each: PreviewLine
  readonly hasRates: boolean
  readonly width: number
  /** Undefined if the line cannot be imported. */
  readonly ticked: boolean | undefined
  readonly onTick: () => void
}

function PreviewRow({ each, hasRates, width, ticked, onTick }: PreviewRowProps) {
  const { line, row, state, sentence } = each
  const { cell, date, given } = line
  const current = row?.current?.rate ?? row?.replaces
  const now = typeof current === 'number' ? formatRate(rateOf(current)) : current
  const tone = TONES[state]
  const result = <StateBadge tone={tone}>{t.preview.states[state]}</StateBadge>
  // The column of the current rate shows what is replaced.
  const remark = state === 'replaces' ? '' : sentence
  const what = whatOf(line)
  return (
    <>
      <Row className={styles['explained']}>
        <Cell>
          {ticked !== undefined && (
            <input
              type="checkbox"
              aria-label={t.preview.tick({ cell, given })}
              checked={ticked}
              onChange={onTick}
            />
          )}
        </Cell>
        <Cell wide>
          <span className="muted">{cell}</span>
        </Cell>
        <Cell>{date && formatDay(date)}</Cell>
        <Cell>{what ?? <q className="breakable">{given}</q>}</Cell>
        {hasRates && (
          <>
            <Cell numeric>
              {line.rate === undefined
                ? what && <q className="breakable">{given}</q>
                : formatRate(rateOf(line.rate))}
            </Cell>
            <Cell numeric wide>
              <span className="muted">{now ?? '–'}</span>
            </Cell>
            <Cell numeric wide>
              {row?.current?.difference_percent
                ? formatPercentChange(Math.round(row.current.difference_percent * 100))
                : '–'}
            </Cell>
          </>
        )}
        <Cell wide>{result}</Cell>
      </Row>
      <Row className={remark === '' ? 'phone-only' : undefined}>
        <Cell colSpan={width} className="fine-print" data-tone={tone}>
          <span className="phone-only">
            {cell} {result}{' '}
            {hasRates && now && (
              <span className="muted">
                {t.preview.nowIs({ rate: now })} {remark !== '' && '· '}
              </span>
            )}
          </span>
          {remark}
        </Cell>
      </Row>
    </>
  )
}

function whatOf({ currency, kind, publisher, name }: Line) {
  if (name !== undefined) return <span className="breakable">{name}</span>
  if (currency === undefined) return undefined
  return (
    <>
      <strong>
        {publisher && `${publisherName(publisher)} `}
        {unitsName(currency)}
      </strong>{' '}
      <span className="unbroken">{kind && t.kindNames[kind]}</span>
    </>
  )
}
