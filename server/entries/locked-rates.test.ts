import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordManualRate } from '../../contract/entries.ts'
import { lockRates } from '../rates/write-rates.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { usd } from './manual-rates.fixture.ts'

const run = await testAppOfFile({ timeouts: { statementTimeoutMs: 1000 } })
const { headers } = await signedInUser(run)

test('a rate is entered although others are being changed for longer than a statement may wait', async () => {
  const { method, url } = recordManualRate
  const { sent } = await run.owner.transaction().execute(async (trx) => {
    await lockRates(trx, run.clock.now())
    const sent = sendRequest<typeof recordManualRate>(run, { method, url, headers, payload: usd })
    const tries = new Set<string>()
    const lookAgain = async () => {
      const { rows } = await sql<{ waiting: string }>`SELECT virtualtransaction AS waiting FROM pg_locks
        WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`.execute(trx)
      for (const { waiting } of rows) tries.add(waiting)
      return tries.size
    }
    await expect.poll(lookAgain, { timeout: 10_000 }).toBeGreaterThan(1)
    return { sent }
  })
  expect((await sent).status).toBe(201)
})
