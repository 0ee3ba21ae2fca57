/** What was measured, round by round, and what it ought to be. The median is what counts. */
export interface Figure {
  readonly what: string
  readonly values: readonly number[]
  /** `×` for a ratio; `µs`, `ms`, `KB` and so on for what is compared with a limit of its own. */
  readonly unit: string
  /** Left out where the figure only explains another. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number }
}

/** A figure of these values, with a goal where its median has one to reach. */
export function figure(what: string, values: readonly number[], unit: string, goal?: Figure['goal']): Figure {
  return { what, values, unit, ...(goal && { goal }) }
}

/** What one file of this folder measures. */
export interface Measurement {
  readonly title: string
  readonly figures: readonly Figure[]
  /** How to read the figures; one line each. */
  readonly notes?: readonly string[]
  /** What should stand among the figures and could not be had; the notes say why. */
  readonly notMeasured?: readonly string[]
  /** Whether the program is to end with 1: for budgets that are a matter of the build and not of the machine. */
  readonly failed?: boolean
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that the given share of all (0.99) does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN
}

/** The rounds of one thing over those of another, each pair from the same seconds. */
export function ratios(above: readonly number[], below: readonly number[]): number[] {
  return above.map((value, round) => value / below[round]!)
}

/** Whether the median reaches the goal; undefined where there is none. */
export function isMet({ values, goal }: Figure): boolean | undefined {
  if (!goal) return undefined
  const middle = median(values)
  return 'atLeast' in goal ? middle >= goal.atLeast : middle <= goal.atMost
}

const NUMBER_COLUMNS = ['minimum', 'median', 'maximum'] as const

/** A measurement as lines for a terminal; the same text stands well in a Markdown file as code. */
export function asText({ title, figures, notes = [] }: Measurement): string {
  const width = Math.max(...figures.map(({ what }) => what.length), 20)
  const head = `${''.padEnd(width)}  ${NUMBER_COLUMNS.map((name) => name.padStart(9)).join(' ')}        goal`
  const rows = figures.map((figure) => {
    const numbers = [Math.min(...figure.values), median(figure.values), Math.max(...figure.values)]
    const columns = numbers.map((number) => rounded(number).padStart(9)).join(' ')
    return `${figure.what.padEnd(width)}  ${columns} ${figure.unit.padEnd(4)} ${verdict(figure)}`.trimEnd()
  })
  return [title, head, ...rows, ...notes.map((note) => `  ${note}`)].join('\n')
}

function verdict(figure: Figure): string {
  if (!figure.goal) return ''
  const limit = 'atLeast' in figure.goal ? `≥ ${figure.goal.atLeast}` : `≤ ${figure.goal.atMost}`
  return `${limit.padStart(7)}  ${isMet(figure) ? 'met' : 'NOT MET'}`
}

/** Three digits that mean something. */
function rounded(value: number): string {
  const size = Math.abs(value)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}
