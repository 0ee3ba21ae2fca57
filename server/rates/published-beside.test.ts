import { expect, test } from 'vitest'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()
const { run, post } = ratesApp
const day = usd.date

const read = async (path: string) => {
  const response = await run.app.inject(path)
  return { text: response.body, data: response.json<{ data: Record<string, unknown> }>().data }
}
const rowOf = (data: Record<string, unknown>, list = 'rates') =>
  (data[list] as { date: string; currency?: string }[]).find(({ date }) => date === day)

const READS = {
  current: '/api/exchange-rate/current/USD',
  week: '/api/exchange-rate/USD/last-seven-days',
  history: '/api/exchange-rate/USD/history',
  board: '/api/exchange-rate/board',
  cited: `/api/exchange-rate/USD/on/${day}`,
} as const

test('every read of a rate entered by hand includes the published one', async () => {
  for (const path of Object.values(READS))
    expect((await read(path)).text).not.toContain('"published"')
  run.clock.turn(1)
  const before = run.clock.now().toISOString()
  run.clock.turn(60)
  await post({ ...usd, rate: 300.7314 })
  // A day without a published rate, entered by hand.
  await post({ ...usd, date: '2026-09-27', rate: 300 })
  const published = { rate: 301.1, source: 'cbsl', difference: -0.3686 }
  expect((await read(READS.current)).data).toMatchObject({ rate: 300.7314, published })
  expect((await read(READS.cited)).data).toMatchObject({ rate: 300.7314, published })
  for (const path of [READS.week, READS.history, READS.board]) {
    const { data, text } = await read(path)
    expect(rowOf(data)).toMatchObject({ rate: 300.7314, published })
    expect(text.match(/"published"/g)).toHaveLength(1)
  }
  expect((await read('/api/exchange-rate/USD/on/2026-09-27')).text).not.toContain('"published"')

  const earlier = `?known_at=${before}`
  expect((await read(READS.cited + earlier)).data).toMatchObject({ rate: 301.1, source: 'cbsl' })
  expect((await read(READS.cited + earlier)).text).not.toContain('"published"')
})
