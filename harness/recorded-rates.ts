import { calendarDateOf } from '../domain/calendar-date.ts'
import type { Currency } from '../domain/currency.ts'
import { DEFAULT_KIND, seriesOf, type RateKind } from '../domain/series.ts'
import type { Product } from './product.ts'

/** Rates as currency-api published them (CC0), rounded to 4 places: a Friday to the Tuesday after it. */
const RECORDED: Readonly<Record<Currency, Readonly<Record<string, string>>>> = {
  USD: {
    '2026-09-25': '330.0327',
    '2026-09-26': '329.9014',
    '2026-09-27': '330.0975',
    '2026-09-28': '330.4329',
    '2026-09-29': '330.9054',
  },
  AUD: {
    '2026-09-25': '231.4528',
    '2026-09-26': '231.7769',
    '2026-09-27': '231.9108',
    '2026-09-28': '232.2291',
    '2026-09-29': '232.2555',
  },
  CAD: {
    '2026-09-25': '233.2619',
    '2026-09-26': '233.2799',
    '2026-09-27': '233.4038',
    '2026-09-28': '233.5351',
    '2026-09-29': '233.2228',
  },
  GBP: {
    '2026-09-25': '436.0226',
    '2026-09-26': '436.9968',
    '2026-09-27': '437.3425',
    '2026-09-28': '437.6843',
    '2026-09-29': '438.0599',
  },
}

/** What the sides lie from the recorded rate, so that they are 2.80 % apart: nobody published them. */
const FACTORS: Readonly<Partial<Record<RateKind, number>>> = { 'tt-buying': 0.986, 'tt-selling': 1.014 }

/** Puts the recorded rates, sides of some currencies, and others for a test's own purpose, into the product as those of a feed that it has followed. */
export async function publishRecorded(
  product: Product,
  others: Readonly<Record<string, string>> = {},
  sides: Readonly<Partial<Record<Currency, readonly RateKind[]>>> = {},
): Promise<void> {
  const { db, clock } = product.test
  const now = clock.now()
  const rows = Object.entries({ ...RECORDED, USD: { ...RECORDED.USD, ...others } }).flatMap(
    ([currency, rates]) =>
      [DEFAULT_KIND, ...(sides[currency as Currency] ?? [])].flatMap((kind) =>
        Object.entries(rates).map(([date, rate]) => ({
          source: 'currency-api' as const,
          ...seriesOf(currency as Currency, kind),
          date: calendarDateOf(date),
          rate: (Number(rate) * (FACTORS[kind] ?? 1)).toFixed(4),
          fetched_at: now,
        })),
      ),
  )
  await product.stop()
  // As the first import does.
  await db.deleteFrom('published_rate').where('source', '=', 'sample').execute()
  await db.insertInto('published_rate').values(rows).execute()
  await db
    .insertInto('rate_feed_state')
    .values({
      feed: 'currency-api',
      last_try_at: now,
      last_success_at: now,
      tries: 0,
      failure: null,
      next_try_at: now,
    })
    .execute()
  await product.start()
}
