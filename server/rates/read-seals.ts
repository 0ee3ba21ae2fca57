import { sql } from 'kysely'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import type { AverageRate, DatedRate, Period, PeriodFigures } from '../../domain/period.ts'
import { key, type Series } from '../../domain/series.ts'
import { joinEntry, liveFacts, type SealedFact } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'

export interface SealedPeriod extends Series {
  /** Newer changes of its days are corrections. */
  readonly version: number
  readonly unit: Period['unit']
  readonly from: Period['from']
  readonly figures: PeriodFigures
  readonly sealedAt: Date
  readonly auditEntry: number
}

export class SealedPeriods {
  private readonly seals: ReadonlyMap<string, SealedPeriod>

  constructor(seals: readonly SealedPeriod[] = []) {
    this.seals = new Map(seals.map((seal) => [`${seal.unit} ${key(seal, seal.from)}`, seal]))
  }

  find(series: Series, { unit, from }: Pick<Period, 'unit' | 'from'>): SealedPeriod | undefined {
    return this.seals.get(`${unit} ${key(series, from)}`)
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

export async function readSealedPeriods(db: Db): Promise<SealedPeriods> {
  const { rows } = await sql<Omit<SealedPeriod, 'figures'> & { fact: SealFact }>`
    SELECT c.version, c.currency, c.kind, c.publisher, c.part AS unit, c.date AS "from", c.fact,
      e.created_at AS "sealedAt", e.id AS "auditEntry"
    FROM ${liveFacts('sealed period')} CROSS JOIN LATERAL ${joinEntry('c.version')} e`.execute(db)
  return new SealedPeriods(rows.map(({ fact, ...row }) => ({ ...row, figures: readFigures(fact) })))
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
