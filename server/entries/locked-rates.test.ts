import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { renameUser } from '../../contract/account.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { usd } from './manual-rates.fixture.ts'

const CONNECTIONS = 3
const run = await testAppOfFile({
  timeouts: { max: CONNECTIONS, statementTimeoutMs: 1000, connectionTimeoutMs: 900 },
})
const { headers } = await signedInUser(run)
const other = await signedInUser(run)

test('rates are entered after a change that takes longer than a statement may wait, without blocking other requests', async () => {
  const { method, url } = recordManualRate
  const released = new Date(run.clock.now().getTime() + 5000).toISOString()
  const { sent } = await run.owner.transaction().execute(async (trx) => {
    await lockFacts(trx)
    const sent = Array.from({ length: CONNECTIONS }, () =>
      sendRequest<typeof recordManualRate>(run, { method, url, headers, payload: usd }),
    )
    const tries = new Set<string>()
    const countWaiting = async () => {
      const { rows } = await sql<{
        waiting: string
      }>`SELECT virtualtransaction AS waiting FROM pg_locks
        WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`.execute(trx)
      for (const { waiting } of rows) tries.add(waiting)
      return tries.size
    }
    await expect.poll(countWaiting).toBeGreaterThan(CONNECTIONS)
    const renamed = await run.app.inject({
      method: renameUser.method,
      url: renameUser.url,
      headers: other.headers,
      payload: { name: 'Another' },
    })
    expect(renamed.statusCode).toBe(200)
    run.clock.set(released)
    return { sent }
  })
  const responses = await Promise.all(sent)
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 201])
  // Not the time of the request: what was known at an earlier instant must not change.
  for (const { body } of responses) expect(body.data.created_at).toBe(released)
})
