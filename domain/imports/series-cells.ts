import { isCurrency, TARGET_CURRENCY, type Currency } from '../currency.ts'
import { inputError } from '../input-error.ts'
import { isPublisher, publishers } from '../series.ts'
import type { DateAnswers, DecimalMark } from './cells.ts'
import {
  IMPORT_KINDS,
  UNITS,
  valueKey,
  type Column,
  type ColumnUse,
  type ImportKind,
  type Mapping,
  type Purpose,
  type Sheet,
} from './mapping.ts'
import { cellText, type Cell } from './table.ts'
import { currencyNamed, kindNamed, LEFT_ASIDE, namesOtherCurrency, readCode } from './words.ts'

export interface Reading {
  readonly sheet: Sheet
  readonly mapping: Mapping
  readonly purpose: Purpose
  readonly at: (use: ColumnUse) => number | undefined
  readonly rates: readonly number[]
  readonly names: readonly number[]
  readonly otherHeadings: ReturnType<typeof findOtherHeadings>
  readonly dates: DateAnswers & { readonly isUnanswered: boolean }
  readonly mark: DecimalMark | undefined
  /** Columns with a heading. */
  readonly width: number
  /** The last values of columns whose empty cells repeat them. */
  readonly above: Map<number, Cell>
}

export type Problem = { readonly problem: string; readonly isUnused?: boolean }

/** Rates of other currencies than the installation's are not imported, and invoices not checked. */
export function readCurrency(
  row: readonly Cell[],
  { currency: own }: Column,
  { at, mapping }: Reading,
): { currency: Currency } | Problem {
  const column = at('currency')
  const text = column === undefined ? '' : cellText(row[column]).trim()
  if (own)
    return text === '' || readCode(text)?.code === own
      ? { currency: own }
      : { problem: inputError('row other currency', text.slice(0, 40)) }
  if (text === '') return { problem: inputError('row without currency') }
  const chosen = mapping.values[valueKey('currency', text)]
  if (isCurrency(chosen)) return { currency: chosen }
  const read = readCode(text)
  if (!read) return { problem: inputError('row not imported', text.slice(0, 40)), isUnused: true }
  const { code, to = TARGET_CURRENCY } = read
  if (to !== TARGET_CURRENCY)
    return { problem: inputError('row pair', `${code}/${to}`), isUnused: true }
  return isCurrency(code)
    ? { currency: code }
    : { problem: inputError('row currency', code), isUnused: true }
}

export function readSeries(
  row: readonly Cell[],
  { kind: own, side }: Column,
  { at, mapping }: Reading,
): { kind: ImportKind; publisher?: string } | Problem {
  const valueOf = (use: 'kind' | 'publisher') => {
    const column = at(use)
    const text = column === undefined ? undefined : cellText(row[column])
    return text === undefined ? undefined : { text, chosen: mapping.values[valueKey(use, text)] }
  }
  const unused = (text: string) => ({
    problem: inputError('row not imported', text.slice(0, 40)),
    isUnused: true,
  })
  const inRow = valueOf('kind')
  if (inRow?.chosen === 'none') return unused(inRow.text)
  if (side && !own && !inRow && mapping.sides === 'none') return unused(side)
  const chosen = IMPORT_KINDS.find((each) => each === inRow?.chosen)
  if (own && inRow && contradicts(inRow.text, own, chosen))
    return { problem: inputError('row other kind', inRow.text.slice(0, 40)) }
  const ofSide = mapping.sides === 'tt' ? side : undefined
  // A value of a column of kinds counts only if the user has said what it means.
  const kind = inRow?.text ? chosen : (own ?? (inRow ? undefined : side ? ofSide : mapping.kind))
  if (!kind) return { problem: inputError('row kind open', inRow?.text ?? '') }
  const bank = valueOf('publisher')
  if (bank?.chosen === 'none') return unused(bank.text)
  const publisher = bank ? bank.chosen : (mapping.publisher ?? 'main')
  const isUnanswered = publishers().length > 0 && !bank && mapping.publisher === undefined
  if (publisher === undefined || isUnanswered) return { problem: inputError('row publisher open') }
  return { kind, ...(isPublisher(publisher) && { publisher }) }
}

function contradicts(text: string, kind: ImportKind, chosen?: ImportKind): boolean {
  const { kind: named, side } = kindNamed(text)
  const other = chosen ?? named ?? side
  return other !== undefined && other !== kind
}

/** Finds the first row below the headings that gives a column of rates another heading. */
export function findOtherHeadings({ grid, headings, firstRow }: Sheet, rates: readonly number[]) {
  const found = new Map<number, { readonly row: number; readonly text: string }>()
  for (const column of rates) {
    const heading = headings[column] ?? ''
    for (let row = firstRow; row < grid.rows.length && heading !== ''; row++) {
      const text = grid.rows[row]?.[column]
      if (typeof text !== 'string' || !/[a-z]{3}/i.test(text) || text === heading) continue
      if (!isHeadingOfRates(text) || heading.endsWith(text)) continue
      found.set(column, { row, text })
      break
    }
  }
  return found
}

const isHeadingOfRates = (text: string) =>
  currencyNamed(text) !== undefined || Object.keys(kindNamed(text)).length > 0

export function readUnits(row: readonly Cell[], { units = 1 }: Column, { at }: Reading) {
  const column = at('units')
  if (column === undefined) return units
  return UNITS.find((each) => String(each) === cellText(row[column]))
}

/** The problem of a rate in whose row a cell names another currency or another kind. */
export function findContradiction(
  row: readonly Cell[],
  { currency, kind }: { readonly currency: Currency; readonly kind?: ImportKind },
  { mapping }: Reading,
): string | undefined {
  for (const [column, cell] of row.entries()) {
    const text = cellText(cell)
    const use = mapping.columns[column]?.use ?? 'none'
    if (!['none', 'currency'].includes(use) || text.length > 30) continue
    if (use === 'none' && namesOtherCurrency(text, currency))
      return inputError('row other currency', text)
    if (kind && (LEFT_ASIDE.test(text) || contradicts(text, kind)))
      return inputError('row other kind', text)
  }
  return undefined
}
