import { sql } from 'kysely'
import { calendarDateOf, dayInColombo } from '../../../domain/calendar-date.ts'
import { isCurrency } from '../../../domain/currency.ts'
import { rateOf } from '../../../domain/money.ts'
import { seriesOf } from '../../../domain/series.ts'
import { SYSTEM } from '../../identity/actor.ts'
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts'
import type { Db } from '../../database/schema.ts'
import { lockRates } from '../../rates/write-rates.ts'
import { insertRates } from '../import-rates.ts'
import type { PublishedRate } from '../rate-feed.ts'
import { auditText } from '../../text/en/audit-entries.ts'
import sample from './sample-rates.json' with { type: 'json' }

/**
 * Fills an installation that has no rate yet with the sample that comes along, true rates of some
 * past days, which every screen labels as sample. Gives how many; 0 where there is anything already.
 */
export async function loadSample(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockRates(trx, now)
    const any = await sql`SELECT FROM published_rate UNION ALL SELECT FROM manual_rate LIMIT 1`.execute(trx)
    if (any.rows.length > 0) return 0
    const rates = sampleRates().filter(({ date }) => date <= dayInColombo(now))
    await insertRates(trx, 'sample', rates, now)
    const days = [...new Set(rates.map(({ date }) => date))].sort()
    const description = auditText.sampleLoaded(rates.length, days.length)
    await recordAuditEntry(trx, { actor: SYSTEM, at: now }, 'import exchange rates', description, {
      metadata: {
        ...{ source: 'sample', origin: sample.origin, licence: sample.licence },
        ...{ first_day: days[0] ?? null, last_day: days.at(-1) ?? null, new: rates.length },
      },
    })
    return rates.length
  })
}

function sampleRates(): PublishedRate[] {
  return Object.entries(sample.rates).flatMap(([date, rates]) =>
    Object.entries(rates).flatMap(([currency, rate]) =>
      isCurrency(currency) ? [{ ...seriesOf(currency), date: calendarDateOf(date), rate: rateOf(rate) }] : [],
    ),
  )
}
