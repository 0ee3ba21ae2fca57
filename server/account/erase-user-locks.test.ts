import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportAccount } from '../../contract/account.ts'
import { Visitor } from '../sign-in/sign-in.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { eraseUser } from './erase-user.ts'

const run = await testAppOfFile()

test('an account can be closed while its session is used from elsewhere, which is told of and audited', async () => {
  const { id, email, headers } = await signedInUser(run)
  const elsewhere = new Visitor(run, '203.0.113.9', 'Another browser')
  const { request } = await run.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM app_user WHERE id = ${id} FOR UPDATE`.execute(trx)
    const request = elsewhere.send(exportAccount, undefined, headers)
    const waiting = sql`SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`
    await expect.poll(async () => (await waiting.execute(trx)).rows.length).toBe(1)
    const actor = { userId: id, email, ip: null, device: null, requestId: null }
    await eraseUser(trx, { userId: id, actor, at: run.clock.now() })
    return { request }
  })
  expect((await request).status).toBe(200)
})
