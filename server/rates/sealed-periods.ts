import { rateOf } from '../../domain/money.ts'
import type { DatedRate, Period, PeriodFigures } from '../../domain/period.ts'
import { key, type Series } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'

/** A period of a series as it was sealed. */
export interface SealedPeriod extends Series {
  readonly id: number
  readonly unit: Period['unit']
  readonly from: Period['from']
  readonly figures: PeriodFigures
  readonly sealedAt: Date
  /** The newest change of a rate that its figures know of. */
  readonly rateVersion: number
  /** Number of its entry in the audit trail. */
  readonly auditEntry: number
}

/** The sealed periods, in memory. */
export class SealedPeriods {
  /** Number of the newest seal; 0 before the first. */
  newest = 0
  private readonly seals = new Map<string, SealedPeriod>()

  find(series: Series, { unit, from }: Pick<Period, 'unit' | 'from'>): SealedPeriod | undefined {
    return this.seals.get(`${unit} ${key(series, from)}`)
  }

  add(seal: SealedPeriod): void {
    this.seals.set(`${seal.unit} ${key(seal, seal.from)}`, seal)
    this.newest = Math.max(this.newest, seal.id)
  }
}

/** The seals after `id`, in their order. */
export async function readSealsAfter(db: Db, id: number): Promise<SealedPeriod[]> {
  const rows = await db.selectFrom('period_seal').selectAll().where('id', '>', id).orderBy('id').execute()
  return rows.map((row) => {
    const dated = (rate: string, date: DatedRate['date']): DatedRate => ({ rate: rateOf(rate), date })
    const { opening, opening_date: openingDate } = row
    return {
      id: row.id,
      currency: row.currency,
      kind: row.kind,
      unit: row.unit,
      from: row.first_day,
      figures: {
        opening: opening === null || openingDate === null ? null : dated(opening, openingDate),
        closing: dated(row.closing, row.closing_date),
        averagePublished: { rate: rateOf(row.average_published), days: row.published_days },
        averageCalendar: { rate: rateOf(row.average_calendar), days: row.calendar_days },
        min: dated(row.min, row.min_date),
        max: dated(row.max, row.max_date),
      },
      sealedAt: row.sealed_at,
      rateVersion: row.rate_version,
      auditEntry: row.audit_entry,
    }
  })
}
