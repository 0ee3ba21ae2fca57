import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { seriesOf, type RateKind } from '../../domain/series.ts'
import type { TestApp } from '../testing/test-app.ts'
import { newestVersion } from '../audit-log/record-changes.ts'
import { storeRates } from '../testing/store-rates.ts'

/**
 * Puts rates of a feed into the database, as `{ '2026-09-25': '330.0327' }`, and waits until the
 * app knows them.
 */
export async function publish(
  test: TestApp,
  source: RateFeedName | 'sample',
  currency: Currency,
  rates: Readonly<Record<string, string>>,
  kind?: RateKind,
): Promise<void> {
  const rows = Object.entries(rates).map(([date, rate]) => ({
    source,
    ...seriesOf(currency, kind),
    date: calendarDateOf(date),
    rate,
  }))
  await storeRates(test.db, rows, test.clock.now())
  await caughtUp(test)
}

/** Waits until the app's rate book has everything that is committed. */
export async function caughtUp(test: TestApp): Promise<void> {
  await test.deps.liveRateBook.waitFor(await newestVersion(test.db))
}
