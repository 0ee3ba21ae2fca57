import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { revokeAccessToken } from '../../contract/access-token.ts'
import { closeAccount, renameUser } from '../../contract/account.ts'
import { inviteUser, suspendUser } from '../../contract/admin.ts'
import { endSession, signOut } from '../../contract/sign-in.ts'
import { openSession } from './session.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { untilBlocking } from '../testing/until-blocking.ts'

const ADMIN = 'admin@example.lk'
const run = await testAppOfFile({ env: { ADMINS: ADMIN, REGISTRATION: 'invited' } })
const admin = await signedInUser(run, 'Sanduni', ADMIN)
const other = await signedInUser(run)

/** Returns the response to a call that waits for its user's row while they sign out. */
async function callDuringLogout(method: 'POST' | 'DELETE' | 'GET', url: string, payload?: object) {
  const { token } = await run.db
    .transaction()
    .execute((trx) =>
      openSession(
        trx,
        [run.deps.secretKey],
        admin.id,
        { device: 'Test', ip: '127.0.0.1' },
        run.clock.now(),
      ),
    )
  const headers = { authorization: `Bearer ${token}` }
  const { sent } = await run.db.transaction().execute(async (trx) => {
    await trx.selectFrom('app_user').where('id', '=', admin.id).forNoKeyUpdate().execute()
    const sent = run.app.inject({ method, url, headers, ...(payload && { payload }) })
    await untilBlocking(trx)
    const signedOut = await run.app.inject({ method: signOut.method, url: signOut.url, headers })
    expect(signedOut.statusCode).toBe(200)
    return { sent }
  })
  return sent
}

test.each([
  ['renames themselves', renameUser, 0, { name: 'Another' }],
  ['closes the account', closeAccount, 0, { email: ADMIN }],
  ['ends another session', endSession, 1, undefined],
  ['revokes an access token', revokeAccessToken, 1, undefined],
  ['suspends a user', suspendUser, other.id, undefined],
  ['invites a user', inviteUser, 0, { email: 'new@example.lk' }],
] as const)(
  'a user who signs out during the request gets 401 and %s no more',
  async (_, { method, url }, id, payload) => {
    const acts = async () =>
      (await shownEntries(run.db))
        .map(({ action }) => action)
        .filter((action) => !/^(login|logout)$/.test(action))
    const before = await acts()
    const { statusCode, headers } = await callDuringLogout(
      method,
      url.replace(':id', String(id)),
      payload,
    )
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(await acts()).toEqual(before)
  },
)

test('a user who is suspended during the request gets 401', async () => {
  const user = await signedInUser(run)
  const ofUser = sql`UPDATE app_user SET suspended_at = now() WHERE id = ${user.id}`
  const { sent } = await run.db.transaction().execute(async (trx) => {
    await ofUser.execute(trx)
    const { method, url } = renameUser
    const { headers } = user
    const sent = run.app.inject({ method, url, headers, payload: { name: 'Another' } })
    await untilBlocking(trx)
    return { sent }
  })
  expect((await sent).statusCode).toBe(401)
})

test('an administrator suspends a user while changing rates', async () => {
  const { method, url } = suspendUser
  const response = await run.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM app_user WHERE id = ${admin.id} FOR KEY SHARE`.execute(trx)
    const { headers } = admin
    return run.app.inject({ method, url: url.replace(':id', String(other.id)), headers })
  })
  expect(response.statusCode).toBe(200)
})
