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

test('rates are entered although others are being changed for longer than a statement may wait, and keep nobody else out', async () => {
  const { method, url } = recordManualRate
  const released = new Date(run.clock.now().getTime() + 5000).toISOString()
  const { sent } = await run.owner.transaction().execute(async (trx) => {
    await lockFacts(trx)
    const sent = Array.from({ length: CONNECTIONS }, () =>
      sendRequest<typeof recordManualRate>(run, { method, url, headers, payload: usd }),
    )
    const tries = new Set<string>()
    const lookAgain = async () => {
      const { rows } = await sql<{
        waiting: string
      }>`SELECT virtualtransaction AS waiting FROM pg_locks
        WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`.execute(trx)
      for (const { waiting } of rows) tries.add(waiting)
      return tries.size
    }
    await expect.poll(lookAgain).toBeGreaterThan(CONNECTIONS)
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
  // Not when it was sent: of an instant before nothing changes what was known.
  for (const { body } of responses) expect(body.data.created_at).toBe(released)
})
