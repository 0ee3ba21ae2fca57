import { expect, test } from 'vitest'
import { currencies } from '../../domain/currency.ts'
import { DEFAULT_KIND, RATE_KINDS } from '../../domain/series.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { publish } from './published-rates.fixture.ts'

const { run } = await ratesAppOfFile()
const READS = [
  'current/USD',
  'current/USD?date=2026-09-27',
  'USD/last-seven-days',
  'GBP/last-seven-days?date=2026-09-28',
  'board',
  'board?date=2026-09-27',
  'USD/history?from=2026-09-01&to=2026-09-28',
  'USD/history.csv',
  'USD/on/2026-09-29',
  'USD/on/2026-09-27',
]
const read = () =>
  Promise.all(
    READS.map(async (path) => {
      const { statusCode, body } = await run.app.inject(`/api/exchange-rate/${path}`)
      return `${path} ${statusCode} ${body}`
    }),
  )

test('rates of other kinds change no response to a call without a kind', async () => {
  for (const currency of currencies())
    await publish(run, 'cbsl', currency, { '2026-09-25': '300.4', '2026-09-28': '300.9' })
  const before = await read()
  const days = { '2026-09-25': '777.7777', '2026-09-28': '0.5', '2026-09-29': '999' }
  for (const kind of RATE_KINDS.filter((each) => each !== DEFAULT_KIND))
    for (const currency of currencies()) await publish(run, 'cbsl', currency, days, kind)
  expect(await read()).toEqual(before)
})
