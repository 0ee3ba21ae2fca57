import { expect, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { endUserAccess, rejectUser } from '../../contract/admin.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { Visitor } from '../sign-in/sign-in.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { untilBlocking } from '../testing/until-blocking.ts'

const ADMIN = 'admin@example.lk'
const run = await testAppOfFile({ env: { ADMINS: ADMIN, REGISTRATION: 'approved' } })
const { headers } = await signedInUser(run, 'Sanduni', ADMIN)

test.each([
  ['ended while they revoke a token', endUserAccess, 'access_token'],
  ['rejected while they sign out', rejectUser, 'app_session'],
] as const)('a user’s access can be %s', async (_, { method, url }, table) => {
  const user = await signedInUser(run)
  await new Visitor(run).send(createAccessToken, { name: 'script', scope: 'read' }, user.headers)
  await run.db
    .updateTable('app_user')
    .set({ approved_at: null })
    .where('id', '=', user.id)
    .execute()
  const { pressed } = await run.db.transaction().execute(async (trx) => {
    await trx.deleteFrom(table).where('user_id', '=', user.id).execute()
    const address = { method, url: url.replace(':id', String(user.id)) }
    const pressed = run.app.inject({ ...address, headers })
    await untilBlocking(trx)
    const actor = { userId: user.id, email: user.email, ip: null, device: null, requestId: null }
    await recordAuditEntry(trx, { actor, at: run.clock.now() }, 'logout', '[user] signed out')
    return { pressed }
  })
  expect((await pressed).statusCode).toBe(200)
})
