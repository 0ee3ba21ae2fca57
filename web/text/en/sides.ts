import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay } from '../../../text/en/days.ts'

/** The switch between what a rate is used for, and what a screen says of a side. */
export const SIDES_TEXT = {
  label: 'Kind of rate',
  reference: 'Reference',
  import: 'I import',
  export: 'I export',
  /** What the chosen side means. */
  meaning: {
    import: 'Importers pay what the bank asks: TT selling.',
    export: 'Exporters receive what the bank pays: TT buying.',
  },
  unknown: (given: string) => `No rates for “${given}”: these are the reference rates.`,
  /** `rate` is what a sentence calls it, such as `TT selling rate`. */
  enter: (rate: string) => `Enter a ${rate}`,
  spread: 'spread',
} as const

const span = (from: CalendarDate, to: CalendarDate) => `${formatDay(from)} to ${formatDay(to)}`

/** What every screen says of a customs rate. */
export const CUSTOMS_RATE = {
  term: 'Customs rate',
  span,
  daysLeft: (days: number) =>
    days === 0 ? 'last day today' : days === 1 ? '1 day left' : `${days} days left`,
  since: (from: CalendarDate) => `in effect since ${formatDay(from)}`,
  ended: (to: CalendarDate) => `ended on ${formatDay(to)}; the next schedule has not been entered`,
  overdue: (from: CalendarDate) => `of ${formatDay(from)}; the next schedule is overdue`,
  gazette: (number: string) => `Gazette ${number}`,
  effect: 'Days of effect',
  gazetteTerm: 'Gazette',
} as const
