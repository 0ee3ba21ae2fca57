import { quantile } from 'd3-array'

/** What was measured, round by round or time by time, and what it ought to be. */
export interface Figure {
  readonly what: string
  /** None where it could not be had. */
  readonly values: readonly number[]
  /** `×` for a ratio; `µs`, `ms`, `KB` and so on for what is compared with a limit of its own. */
  readonly unit: string
  /** Left out where the figure only explains another. */
  readonly goal?: Goal | undefined
  /**
   * Every value has to reach the goal, or the program ends with 1; else the median, and nothing
   * more.
   */
  readonly isCheck?: boolean
  /** What is reported where the goal is missed. */
  readonly detail?: string | undefined
}

/** One of them. */
export interface Goal {
  readonly atLeast?: number
  readonly atMost?: number
  readonly exactly?: number
}

const SIGNS: Readonly<Record<keyof Goal, string>> = { atLeast: '≥', atMost: '≤', exactly: '=' }

/**
 * What depends on the machine: its median is held against the goal, if there is one, and is never a
 * reason to fail.
 */
export function figure(
  what: string,
  values: number | readonly number[],
  unit: string,
  goal?: Goal,
): Figure {
  return { what, values: [values].flat(), unit, goal }
}

/** What has to hold each time. */
export function check(
  what: string,
  values: number | readonly number[],
  unit: string,
  goal: Goal,
  detail?: string,
): Figure {
  return { ...figure(what, values, unit, goal), isCheck: true, detail }
}

/** Something that has to be true; `detail` is reported where it is not. */
export function holds(what: string, isTrue: boolean, detail?: string): Figure {
  return check(what, isTrue ? 1 : 0, TRUTH, { atLeast: 1 }, detail)
}

/** Something of which there may be none. */
export function none(what: string, count: number, detail?: string): Figure {
  return check(what, count, '', { atMost: 0 }, detail)
}

const TRUTH = 'yes'

export const median = (values: readonly number[]): number => quantile(values, 0.5) ?? NaN

/** The value that the given share of all (0.99) does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  quantile(values, share) ?? NaN

/** The rounds of one thing over those of another, each pair from the same seconds. */
export function ratios(above: readonly number[], below: readonly number[]): number[] {
  return above.map((value, round) => value / below[round]!)
}

/** The rounds of each of some figures. */
export type Columns<Row> = { readonly [Name in keyof Row]: Row[Name][] }

/** Turns rounds of several figures into each figure's rounds. */
export function columns<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = Object.keys(rows[0]!) as (keyof Row)[]
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as never
}

/** Whether the goal is reached; undefined where there is none. */
export function isMet({ values, goal, isCheck }: Figure): boolean | undefined {
  if (!goal) return undefined
  const { exactly, atLeast = exactly ?? -Infinity, atMost = exactly ?? Infinity } = goal
  const counted = isCheck || values.length === 0 ? values : [median(values)]
  return counted.length > 0 && counted.every((value) => value >= atLeast && value <= atMost)
}

/** Figures of one name put together, as from several times of one thing. */
export function merged(figures: readonly Figure[]): Figure[] {
  return [...Map.groupBy(figures, ({ what }) => what).values()].map((same) => ({
    ...same[0]!,
    values: same.flatMap(({ values }) => values),
  }))
}

/** Figures as lines for a terminal; the same text stands well in a Markdown file as code. */
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

/** Three digits that mean something. */
function asWord(value: number, { values, unit }: Figure): string {
  if (values.length === 0) return '–'
  if (unit === TRUTH) return ''
  const size = Math.abs(value)
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}
