import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { runOperatorCommand } from '../testing/run-operator-command.ts'

const { run, nimal, post, remove, restore } = await ratesAppOfFile()

/**
 * Responses that differ with the time (the archive of a workbook names its second), never end, or
 * write an audit entry.
 */
const OTHERS = /stream|metrics|health|ready|live|state|export|checkpoints|account|xlsx/

const addresses = [
  ...ALL_ENDPOINTS.map(({ endpoint }) => endpoint)
    .filter(({ method, url }) => method === 'GET' && !url.includes(':') && !OTHERS.test(url))
    .map(({ url }) => url),
  '/api/exchange-rate/current/USD',
  '/api/exchange-rate/current/GBP?date=2026-09-22',
  '/api/exchange-rate/history/USD',
  '/api/exchange-rate/manual/recent?per_page=50',
  '/api/audit-logs?per_page=100',
]

/** Every response, public and signed in, after the rates were read from the database again. */
async function responses(): Promise<Map<string, string>> {
  await run.deps.liveRateBook.load()
  const recorded = new Map<string, string>()
  for (const headers of [{}, nimal.headers])
    for (const url of addresses) {
      const { statusCode, body } = await run.app.inject({ url, headers })
      recorded.set(`${'authorization' in headers} ${url}`, `${statusCode} ${body}`)
    }
  return recorded
}

test('live facts are rebuilt from the changes, and every response is identical', async () => {
  const entered = await post({ ...usd, date: '2026-09-21', rate: 299 })
  await post({ ...usd, date: '2026-09-22', base_currency: 'GBP', rate: 405 })
  await post({ ...usd, date: '2026-09-22', base_currency: 'GBP', rate: 406 })
  const { id } = entered.body.data as { id: number }
  await remove(id)
  await restore(id)
  const deleted = await post({ ...usd, date: '2026-09-23', rate: 298 })
  await remove((deleted.body.data as { id: number }).id)
  const before = await responses()
  expect([...before.values()].filter((text) => text.startsWith('200')).length).toBeGreaterThan(15)

  await sql`DELETE FROM fact_state`.execute(run.owner)
  expect(await responses()).not.toEqual(before)

  const { status, printed } = await runOperatorCommand(run, 'audit-verify', ['--rebuild'])
  expect(printed).toMatch(/^Rebuilt: {5}\d+ facts/m)
  expect(status, printed).not.toBe(1)
  expect(await responses()).toEqual(before)
})
