import { calendarDateOf, toDayNumber, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import type { AverageRate, DatedRate, Period, PeriodFigures } from '../../domain/period.ts'
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
  private readonly months: number[] = []

  /** `lines` may be several. */
  add(lines: string): void {
    this.text += `${lines}\n`
    for (const [, from = ''] of lines.matchAll(/^month (\S+)/gm))
      this.months.push(toDayNumber(calendarDateOf(from)))
  }

  countMonths(from: CalendarDate): number {
    const first = toDayNumber(from)
    return this.months.filter((day) => day >= first).length
  }

  find({ unit, from }: Pick<Period, 'unit' | 'from'>): SealedPeriod | undefined {
    const start = `\n${unit} ${from} `
    const at = this.text.indexOf(start)
    if (at < 0) return undefined
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

  equals(other: Seals): boolean {
    return this.text === other.text
  }
}

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
