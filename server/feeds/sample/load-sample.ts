import { sql } from 'kysely'
import { calendarDateOf, dayInColombo } from '../../../domain/calendar-date.ts'
import { isCurrency } from '../../../domain/currency.ts'
import { rateOf } from '../../../domain/money.ts'
import { seriesOf } from '../../../domain/series.ts'
import { SYSTEM } from '../../identity/actor.ts'
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts'
import type { Db } from '../../database/schema.ts'
import { lockFacts } from '../../rates/write-rates.ts'
import { publishRates } from '../import-rates.ts'
import type { PublishedRate } from '../rate-feed.ts'
import sample from './sample-rates.json' with { type: 'json' }
import { t } from '../../../text/sentences.ts'

/** Real past rates. Returns 0 unless the installation is empty. */
export async function loadSample(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockFacts(trx)
    const { rows: any } = await sql`
      SELECT FROM public.fact_state WHERE subject = 'rate' LIMIT 1`.execute(trx)
    if (any.length > 0) return 0
    const rates = sampleRates().filter(({ date }) => date <= dayInColombo(now))
    await publishRates(trx, 'sample', rates)
    const days = new Set(rates.map(({ date }) => date))
    const description = t.auditText.sampleLoaded({ count: rates.length, days: days.size })
    await recordAuditEntry(trx, { actor: SYSTEM, at: now }, 'import exchange rates', description, {
      metadata: { source: 'sample', origin: sample.origin, licence: sample.licence },
    })
    return rates.length
  })
}

function sampleRates(): PublishedRate[] {
  return Object.entries(sample.rates).flatMap(([date, rates]) =>
    Object.entries(rates).flatMap(([currency, rate]) =>
      isCurrency(currency)
        ? [{ ...seriesOf(currency), date: calendarDateOf(date), rate: rateOf(rate) }]
        : [],
    ),
  )
}
