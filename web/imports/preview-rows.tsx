import { useState } from 'react'
import type { RowStatus } from '../../domain/row-status.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { useFirstRows } from '../ui/list/use-first-rows.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { RowResult } from './import-outcome.tsx'
import styles from './import.module.css'
import {
  aboutRow,
  figuresOf,
  remarksOn,
  replacesPublished,
  resultOf,
  writtenDay,
} from './row-words.ts'
import type { ImportRow } from './use-import.ts'

/** Rows that are shown at first although nothing is to be checked about them. */
const FINE_AT_FIRST = 8
const SHOWN_AT_ONCE = 100

/** How much a verdict needs a user's eye, as the tone of its badge. */
const TONES: Readonly<Record<RowStatus, 'error' | 'warning' | 'info' | 'new' | 'fact'>> = {
  wrong: 'error',
  ambiguous: 'error',
  'outside window': 'error',
  suspicious: 'warning',
  holiday: 'warning',
  weekend: 'warning',
  replaces: 'info',
  removes: 'info',
  new: 'new',
  same: 'fact',
  'left out': 'fact',
}
const ORDER = ['error', 'warning', 'info', 'new', 'fact']
/** Verdicts of rows that are imported only where somebody ticks them. */
const WARNED: readonly RowStatus[] = ['suspicious', 'holiday']

/** Whether nothing is imported as long as a row is as it is. */
export const isBlocked = ({ verdict }: ImportRow) => TONES[verdict] === 'error'

/** A tick holds for the warning that was seen, whatever is said of all rows later. */
const keyOf = ({ row, verdict, sentence }: ImportRow) =>
  WARNED.includes(verdict) ? `${row} ${sentence}` : String(row)

const isChange = ({ verdict, rate, replaces }: ImportRow) =>
  !['error', 'fact'].includes(TONES[verdict]) && (replaces === null || replaces !== rate)

/** Which rows are to be imported: those with a warning only where somebody ticks them. */
export function useTicks(rows: readonly ImportRow[]) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const changing = rows.filter(isChange)
  const isTicked = (each: ImportRow) =>
    isChange(each) && WARNED.includes(each.verdict) === turned.has(keyOf(each))
  const ticked = changing.filter(isTicked)
  return {
    changing,
    ticked,
    /** Their numbers, where not all of them are. */
    accepted: ticked.length === changing.length ? undefined : ticked.map(({ row }) => row),
    isTicked,
    turn: (each: readonly ImportRow[]) =>
      setTurned((before) => before.symmetricDifference(new Set(each.map(keyOf)))),
  }
}
export type Ticks = ReturnType<typeof useTicks>

interface PreviewRowsProps {
  readonly rows: readonly ImportRow[]
  readonly ticks: Ticks
  readonly caption: string
  /** The heading of what a row is about. */
  readonly column: string
}

/** The rows, those that want a look first. */
export function PreviewRows({ rows, ticks, caption, column }: PreviewRowsProps) {
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other))
  const toCheck = rows.filter(({ verdict }) => ['error', 'warning'].includes(TONES[verdict]))
  const first = Math.min(toCheck.length + FINE_AT_FIRST, SHOWN_AT_ONCE)
  const [shown, more] = useFirstRows(sorted, first, SHOWN_AT_ONCE)
  const hasRates = rows.some(({ rate }) => rate !== null)
  const hasNow = rows.some((row) => figuresOf(row).now)
  const { changing, ticked, isTicked, turn } = ticks
  const all = ticked.length === changing.length
  const some = ticked.length > 0
  const columns = [
    {
      title:
        changing.length === 0 ? (
          <span className="visually-hidden">{t.import.tickAll}</span>
        ) : (
          <input
            type="checkbox"
            aria-label={t.import.tickAll}
            ref={(box) => {
              if (box) box.indeterminate = some && !all
            }}
            checked={all}
            onChange={() => turn(all ? changing : changing.filter((each) => !isTicked(each)))}
          />
        ),
    },
    { title: t.import.date },
    { title: column },
    ...(hasRates ? [{ title: t.import.fresh, numeric: true }] : []),
    ...(hasNow ? [{ title: t.import.now, numeric: hasRates, wide: hasRates }] : []),
    ...(hasRates && hasNow ? [{ title: t.import.difference, numeric: true, wide: true }] : []),
    { title: t.import.verdict, wide: true },
  ]
  return (
    <>
      <Table caption={caption} columns={columns}>
        {shown.map((row) => (
          <PreviewRow key={row.row} {...{ row, ticks, hasRates, hasNow }} width={columns.length} />
        ))}
      </Table>
      {more}
    </>
  )
}

interface PreviewRowProps {
  readonly row: ImportRow
  readonly ticks: Ticks
  /** Whether there are columns of figures, and of what is there already. */
  readonly hasRates: boolean
  readonly hasNow: boolean
  /** Columns with the tick. */
  readonly width: number
}

function PreviewRow({ row, ticks, hasRates, hasNow, width }: PreviewRowProps) {
  const remarks = remarksOn(row)
  const { fresh, now, difference } = figuresOf(row)
  const tone = toneOf(row)
  const isDated = row.date !== null || row.verdict === 'ambiguous'
  const about = isDated ? aboutRow(row) : undefined
  const result = <RowResult tone={tone === 'new' ? 'fact' : tone}>{resultOf(row)}</RowResult>
  return (
    <>
      <tr className={styles['explained']}>
        <Cell>
          {ticks.changing.includes(row) && (
            <input
              type="checkbox"
              aria-label={t.import.tick({ given: row.given })}
              checked={ticks.isTicked(row)}
              onChange={() => ticks.turn([row])}
            />
          )}
        </Cell>
        {about ? (
          <RowCells {...{ row, about, hasRates, hasNow }} />
        ) : (
          <Cell colSpan={width - 2}>
            <q className="breakable">{row.given}</q>
          </Cell>
        )}
        <Cell wide>{result}</Cell>
      </tr>
      <tr className={remarks.length > 0 ? undefined : 'narrow'}>
        <td colSpan={width} className="fine-print" data-tone={tone}>
          <span className="narrow">
            {result}{' '}
            {hasRates && now && now !== fresh && (
              <span className="muted">
                {t.import.nowIs({ rate: now, difference: difference || null })}
              </span>
            )}{' '}
          </span>
          <span>
            {[isBlocked(row) && t.import.atLine({ line: row.line }), remarks.join(' ')]
              .filter(Boolean)
              .join(': ')}
          </span>
        </td>
      </tr>
    </>
  )
}

/** A row that waits for an answer is not wrong. */
function toneOf(row: ImportRow) {
  if (replacesPublished(row)) return 'info'
  return row.verdict === 'ambiguous' ? 'warning' : TONES[row.verdict]
}

interface RowCellsProps extends Pick<PreviewRowProps, 'row' | 'hasRates' | 'hasNow'> {
  readonly about: NonNullable<ReturnType<typeof aboutRow>>
}

/** What was understood of a row: its day, what it is about, and its figures. */
function RowCells({ row, about, hasRates, hasNow }: RowCellsProps) {
  const { fresh, now, difference } = figuresOf(row)
  return (
    <>
      <Cell>
        <span className="unbroken">{row.date ? formatDay(row.date) : writtenDay(row.given)}</span>
      </Cell>
      <Cell>
        <strong>{about.what}</strong> <span className="unbroken">{about.kind}</span>
      </Cell>
      {hasRates && <Cell numeric>{fresh}</Cell>}
      {hasNow && (
        <Cell numeric={hasRates} wide={hasRates}>
          <span className="muted">{now || '–'}</span>
        </Cell>
      )}
      {hasRates && hasNow && (
        <Cell numeric wide>
          {difference || '–'}
        </Cell>
      )}
    </>
  )
}

function rank({ verdict, row }: ImportRow): number {
  return ORDER.indexOf(TONES[verdict]) * 1_000_000 + row
}
