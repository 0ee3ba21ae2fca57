import { quantile } from 'd3-array'

export interface Figure {
  readonly what: string
  readonly values: readonly number[]
  readonly unit: string
  readonly goal?: Goal | undefined
  /**
   * Every value must meet the goal, or the program exits with 1. Otherwise only the median counts.
   */
  readonly isCheck?: boolean
  readonly detail?: string | undefined
}

export interface Goal {
  readonly atLeast?: number
  readonly atMost?: number
  readonly exactly?: number
}

const SIGNS: Readonly<Record<keyof Goal, string>> = { atLeast: '≥', atMost: '≤', exactly: '=' }

/** Depends on the machine: a missed goal is reported but does not fail the program. */
export function figure(
  what: string,
  values: number | readonly number[],
  unit: string,
  goal?: Goal,
): Figure {
  return { what, values: [values].flat(), unit, goal }
}

export function check(
  what: string,
  values: number | readonly number[],
  unit: string,
  goal: Goal,
  detail?: string,
): Figure {
  return { ...figure(what, values, unit, goal), isCheck: true, detail }
}

export function holds(what: string, isTrue: boolean, detail?: string): Figure {
  return check(what, isTrue ? 1 : 0, TRUTH, { atLeast: 1 }, detail)
}

export function none(what: string, count: number, detail?: string): Figure {
  return check(what, count, '', { atMost: 0 }, detail)
}

const TRUTH = 'yes'

export const median = (values: readonly number[]): number => quantile(values, 0.5) ?? NaN

export const percentile = (values: readonly number[], share: number): number =>
  quantile(values, share) ?? NaN

/** Divides round by round, so that both values were measured at the same time. */
export function ratios(above: readonly number[], below: readonly number[]): number[] {
  return above.map((value, round) => value / below[round]!)
}

export function differences(above: readonly number[], below: readonly number[]): number[] {
  return above.map((value, round) => value - below[round]!)
}

export type Columns<Row> = { readonly [Name in keyof Row]: Row[Name][] }

export function columns<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = Object.keys(rows[0]!) as (keyof Row)[]
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as never
}

export function isMet({ values, goal, isCheck }: Figure): boolean | undefined {
  if (!goal) return undefined
  const { exactly, atLeast = exactly ?? -Infinity, atMost = exactly ?? Infinity } = goal
  const counted = isCheck || values.length === 0 ? values : [median(values)]
  return counted.length > 0 && counted.every((value) => value >= atLeast && value <= atMost)
}

export function merged(figures: readonly Figure[]): Figure[] {
  return [...Map.groupBy(figures, ({ what }) => what).values()].map((same) => ({
    ...same[0]!,
    values: same.flatMap(({ values }) => values),
  }))
}

export function asTable(figures: readonly Figure[]): string[] {
  const width = Math.max(...figures.map(({ what }) => what.length), 20)
  const head = `${''.padEnd(width)}  ${['minimum', 'median', 'maximum'].map((name) => name.padStart(9)).join(' ')}        goal`
  const rows = figures.flatMap((each) => {
    const { what, values, unit, detail } = each
    const numbers = [Math.min(...values), median(values), Math.max(...values)]
    const columns = numbers.map((number) => asWord(number, each).padStart(9)).join(' ')
    const reported = unit === TRUTH && !isMet(each) ? 'NO' : unit
    const row = `${what.padEnd(width)}  ${columns} ${reported.padEnd(4)} ${outcome(each)}`.trimEnd()
    return isMet(each) === false && detail ? [row, `  ${detail}`] : [row]
  })
  return [head, ...rows]
}

function outcome(figure: Figure): string {
  const { goal, unit } = figure
  if (!goal) return ''
  const [[sign, number]] = Object.entries(goal) as [[keyof Goal, number]]
  const limit = unit === TRUTH ? '' : `${SIGNS[sign]} ${Number(number.toFixed(2))}`
  return `${limit.padStart(7)}  ${isMet(figure) ? 'met' : 'NOT MET'}`
}

function asWord(value: number, { values, unit }: Figure): string {
  if (values.length === 0) return '–'
  if (unit === TRUTH) return ''
  const size = Math.abs(value)
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}
