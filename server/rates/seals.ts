import { toDayNumber, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import {
  PERIOD_UNITS,
  type AverageRate,
  type DatedRate,
  type Period,
  type PeriodFigures,
} from '../../domain/period.ts'
import type { Series } from '../../domain/series.ts'
import type { SealedFact } from '../audit-log/record-changes.ts'

export interface SealedPeriod {
  /** Newer changes of its days are corrections. */
  readonly version: number
  readonly figures: PeriodFigures
  readonly sealedAt: Date
  readonly auditEntry: number
}

/**
 * Sealed periods of one series. They are kept as text, because as objects those of 400 series over
 * 20 years take 140 MB. A line is `month 2026-08-01 version entry milliseconds fact`.
 */
export class Seals {
  private text = '\n'
  private readonly known = new Set<number>()

  /** `lines` may be several. */
  add(lines: string): void {
    this.text += `${lines}\n`
    for (const [, unit = '', from = ''] of lines.matchAll(/^(\S+) (\S+)/gm))
      this.known.add(toNumber({ unit, from }))
  }

  countMonths(from: CalendarDate): number {
    const first = toNumber({ unit: 'month', from })
    return [...this.known].filter((each) => each >= first && isMonth(each)).length
  }

  has(period: Pick<Period, 'unit' | 'from'>): boolean {
    return this.known.has(toNumber(period))
  }

  find({ unit, from }: Pick<Period, 'unit' | 'from'>): SealedPeriod | undefined {
    const start = `\n${unit} ${from} `
    if (!this.has({ unit, from })) return undefined
    const at = this.text.indexOf(start)
    const line = this.text.slice(at + start.length, this.text.indexOf('\n', at + 1))
    const [version, entry, milliseconds] = line.split(' ', 3).map(Number) as [
      number,
      number,
      number,
    ]
    const fact = JSON.parse(line.slice(line.indexOf('{'))) as SealFact
    return {
      version,
      figures: readFigures(fact),
      sealedAt: new Date(milliseconds),
      auditEntry: entry,
    }
  }
}

/** A day's number and the place of the unit in one number. */
const toNumber = ({ unit, from }: { readonly unit: string; readonly from: string }) =>
  toDayNumber(from as CalendarDate) * PERIOD_UNITS.length +
  PERIOD_UNITS.indexOf(unit as Period['unit'])
const isMonth = (number: number) => number % PERIOD_UNITS.length === PERIOD_UNITS.indexOf('month')

type AsText<T> = Omit<T, 'rate'> & { readonly rate: string }

interface SealFact {
  readonly opening: AsText<DatedRate> | null
  readonly closing: AsText<DatedRate>
  readonly average_published: AsText<AverageRate>
  readonly average_calendar: AsText<AverageRate>
  readonly min: AsText<DatedRate>
  readonly max: AsText<DatedRate>
}

export function sealFact({
  series: { currency, kind, publisher },
  period: { unit, from },
  figures: { opening, closing, averagePublished, averageCalendar, min, max },
}: {
  readonly series: Series
  readonly period: Period
  readonly figures: PeriodFigures
}): SealedFact {
  const fact: SealFact = {
    opening: opening && asText(opening),
    closing: asText(closing),
    average_published: asText(averagePublished),
    average_calendar: asText(averageCalendar),
    min: asText(min),
    max: asText(max),
  }
  return { subject: 'sealed period', currency, kind, publisher, date: from, part: unit, fact }
}

function readFigures(fact: SealFact): PeriodFigures {
  return {
    opening: fact.opening && asNumber(fact.opening),
    closing: asNumber(fact.closing),
    averagePublished: asNumber(fact.average_published),
    averageCalendar: asNumber(fact.average_calendar),
    min: asNumber(fact.min),
    max: asNumber(fact.max),
  }
}

const asText = <T extends { readonly rate: Rate }>({ rate, ...rest }: T) => ({
  ...rest,
  rate: formatRate(rate),
})
const asNumber = <T extends { readonly rate: string }>({ rate, ...rest }: T) => ({
  ...rest,
  rate: rateOf(rate),
})
