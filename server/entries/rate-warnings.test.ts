import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { checkManualRate as checkEndpoint } from '../../contract/entries.ts'
import type { previewImport } from '../../contract/imports.ts'
import { addDays, calendarDateOf, toDayNumber } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import { seriesOf, setPublishers, type Series } from '../../domain/series.ts'
import { RateBook } from '../rates/rate-book.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'
import { checkManualRate } from './warnings.ts'

const check = (payload: object) =>
  ratesApp.run.post<typeof checkEndpoint>(
    '/api/exchange-rate/manual/check',
    payload,
    ratesApp.nimal.headers,
  )

const ratesApp = await ratesAppOfFile()

test('a check returns warnings and the replaced rate, and writes nothing', async () => {
  const before = (await ratesApp.trail()).length
  expect((await check(usd)).body.data).toEqual({ warnings: [], replaces: null })
  const { body } = await check({ ...usd, rate: 0.0033 })
  expect(body.data.warnings[0]).toMatchObject({ kind: 'inverted pair' })
  expect(await ratesApp.trail()).toHaveLength(before)
  expect(await ratesApp.liveRows()).toEqual([])
})

test('a check refuses the same as an entry', async () => {
  for (const [wrong, field] of [
    [{ rate: 0 }, 'rate'],
    [{ date: '2026-09-30' }, 'date'],
  ] as const) {
    const { status, body } = await check({ ...usd, ...wrong })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  }
})

test('a doubtful entry is saved, with the warnings and the reason in the audit trail', async () => {
  const { status, body } = await ratesApp.post({
    ...usd,
    rate: 3012.5,
    reason: ' The bank said so ',
  })
  expect(status).toBe(201)
  expect(body.warnings?.map(({ kind }) => kind)).toEqual([
    'moved decimal point',
    'far from the feed',
    'far from recent days',
  ])
  const metadata = JSON.parse((await ratesApp.trail()).at(-1)?.metadata ?? '') as object
  expect(metadata).toMatchObject({
    reason: 'The bank said so',
    warnings: [{ kind: 'moved decimal point' }, {}, {}],
  })
  expect((await check(usd)).body.data.replaces).toBe(3012.5)
  expect((await ratesApp.post(usd)).body).not.toHaveProperty('warnings')
})

test('a rate far from the last one gets a warning, whatever the last one’s age', async () => {
  const kinds = async (entry: object) =>
    (await check({ ...usd, ...entry })).body.data.warnings.map(({ kind }) => kind)
  await publish(ratesApp.run, 'cbsl', 'CAD', { '2026-07-31': '233.2' })
  expect(await kinds({ base_currency: 'CAD', rate: 300 })).toEqual(['far from recent days'])
  expect(await kinds({ base_currency: 'GBP', rate: 43.8 })).toEqual(['far from usual'])
  expect(await kinds({ date: '2026-06-01', rate: 438.06 })).toEqual([
    'far from recent days',
    'long ago',
  ])
})

describe('a rate outside the band around the nearest stored rates', () => {
  const TODAY = calendarDateOf('2026-09-29')
  const rates = fc.integer({ min: 1, max: 99_999_999 }).map((rate) => rate as Rate)
  const history = fc.array(fc.record({ days: fc.integer({ min: -365, max: 365 }), rate: rates }), {
    minLength: 1,
    maxLength: 4,
  })
  const isOutside = (rate: Rate, anchor: Rate, share: number) =>
    Math.abs(rate - anchor) / anchor > share

  test('gets a warning with any history that is not empty, of a kind and of a bank', () => {
    const series = fc.constantFrom<[Series, Series]>(
      [seriesOf('USD'), seriesOf('USD')],
      [seriesOf('USD', 'tt-buying'), seriesOf('USD', 'tt-buying')],
      [seriesOf('USD', 'tt-selling'), seriesOf('USD')],
      [seriesOf('USD', 'tt-selling', 'hnb'), seriesOf('USD', 'tt-selling', 'hnb')],
      [seriesOf('USD', 'tt-selling', 'hnb'), seriesOf('USD')],
    )
    setPublishers([{ id: 'hnb', name: 'HNB' }])
    fc.assert(
      fc.property(history, rates, series, (known, rate, [entered, stored]) => {
        const book = new RateBook(null)
        for (const each of known)
          book.put(stored, 'manual', toDayNumber(addDays(TODAY, each.days)), each.rate)
        const days = Math.min(...known.map((each) => Math.abs(each.days)))
        const nearest = known.filter((each) => Math.abs(each.days) === days)
        // A bank's selling rate may be 4 % from the indicative one; days may have moved by a fifth.
        const share = 0.04 + 0.2 * Math.sqrt(Math.max(1, days))
        if (!nearest.every((each) => isOutside(rate, each.rate, share))) return
        expect(checkManualRate(book, { ...entered, date: TODAY, rate })).not.toEqual([])
      }),
      { numRuns: 3000 },
    )
    setPublishers([])
  })

  test('gets one in the form, in a day’s grid, in a preview and by the API if it is the day’s own', async () => {
    await publish(ratesApp.run, 'cbsl', 'AUD', { '2026-08-10': '231' })
    const aud = { ...usd, base_currency: 'AUD', date: '2026-07-14' }
    await ratesApp.post({ ...aud, rate: 230.3 })
    for (const rate of [1.0823, 180, 290]) {
      const kinds = (await check({ ...aud, rate })).body.data.warnings
      expect(kinds.map(({ kind }) => kind)).toContain('far from recent days')
      const row = { currency: 'AUD', date: aud.date, rate }
      const preview = await ratesApp.run.post<typeof previewImport>(
        '/api/exchange-rate/import/preview',
        { rows: [row] },
        ratesApp.nimal.headers,
      )
      expect(preview.body.data.rows[0]?.state).toBe('doubtful')
      const saved = await ratesApp.post({ ...aud, rate })
      expect(saved.body.warnings?.length).toBeGreaterThan(0)
      await ratesApp.post({ ...aud, rate: 230.3 })
    }
  })
})
