import { expect, test } from 'vitest'
import { bearer } from '../sign-in/sign-in.fixture.ts'
import { receivedEmails } from '../testing/received-emails.ts'
import { runOperatorCommand } from '../testing/run-operator-command.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

// The commands go by the machine's clock.
const testApp = await testAppOfFile({ now: new Date().toISOString() })

const users = (...parameters: string[]) => runOperatorCommand(testApp, 'users', parameters)

const statusOf = async (headers: { authorization: string }) =>
  (await testApp.app.inject({ url: '/api/auth/user', headers })).statusCode

async function accessTokenOf(headers: {
  authorization: string
}): Promise<{ authorization: string }> {
  const response = await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/access-tokens',
    headers,
    payload: { name: 'Script', scope: 'read' },
  })
  expect(response.statusCode).toBe(201)
  return bearer(response.json<{ token: string }>().token)
}

const trail = () =>
  testApp.db
    .selectFrom('audit_entry')
    .select(['action', 'description', 'actor', 'user_id', 'subject_id', 'metadata'])
    .where('action', 'in', ['suspend user', 'restore user', 'invite user', 'approve user'])
    .orderBy('id')
    .execute()

test('users suspend signs a user out at once until unsuspend', async () => {
  const { email, id, headers } = await signedInUser(testApp)
  const token = await accessTokenOf(headers)
  const { printed, status } = await users('suspend', email.toUpperCase())
  expect(printed).toContain('is suspended: 1 session ended, 1 access token revoked.')
  expect(status).toBe(0)
  expect([await statusOf(headers), await statusOf(token)]).toEqual([401, 401])
  expect(await users('suspend', email)).toEqual({
    printed: `${email} was suspended already.\n`,
    status: 0,
  })
  expect((await users('unsuspend', email)).printed).toBe(`${email} can sign in again.\n`)
  const entries = await trail()
  expect(entries.map(({ action, description }) => [action, description])).toEqual([
    ['suspend user', 'Suspended [subject]'],
    ['restore user', 'Reinstated [subject]'],
  ])
  for (const entry of entries) {
    expect(entry).toMatchObject({ user_id: null, subject_id: id, actor: 'operator' })
  }
})

test('users lists sessions and tokens and ends each separately', async () => {
  const { email, headers } = await signedInUser(testApp)
  const token = await accessTokenOf(headers)
  expect((await users('sessions', email)).printed).toMatch(
    /^ID +DEVICE +IP ADDRESS .*\n\d+ +\S+ +127\.0\.0\.1 /,
  )
  expect((await users('tokens', email)).printed).toMatch(/^ID +NAME .*\n\d+ +Script +read /)
  expect((await users('sessions', email, '--end')).printed).toBe(`1 session of ${email} ended.\n`)
  expect([await statusOf(headers), await statusOf(token)]).toEqual([401, 200])
  expect((await users('tokens', email, '--revoke')).printed).toBe(
    `1 access token of ${email} revoked.\n`,
  )
  expect(await statusOf(token)).toBe(401)
  expect((await users('tokens', email, '--revoke')).printed).toBe(
    `0 access tokens of ${email} revoked.\n`,
  )
})

test('users invite stores an invitation and emails it if there is a mail server', async () => {
  const quiet = await users('invite', 'Kamala@Example.lk')
  expect(quiet.printed).toContain('can register now.\nSMTP_URL is unset, so no email is sent')
  expect(await testApp.db.selectFrom('invitation').select('email').execute()).toEqual([
    { email: 'kamala@example.lk' },
  ])
  const settings = {
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://rates.example.lk',
    REGISTRATION: 'invited',
  }
  const sent = await runOperatorCommand(testApp, 'users', ['invite', 'kamala@example.lk'], settings)
  expect(sent.printed).toContain('kamala@example.lk was invited before.\n')
  // The command queues at the database's time.
  testApp.clock.set(new Date(Date.now() + 1000).toISOString())
  const [email] = await receivedEmails(testApp, 'kamala@example.lk')
  expect(email?.subject).toBe('You are invited to Rupee Rates')
  expect(email?.text).toContain('http://localhost:3000/register')
  const { email: registered } = await signedInUser(testApp)
  expect(await users('invite', registered)).toMatchObject({ status: 1 })
  expect(await users('invite', 'nobody')).toEqual({
    printed: 'nobody is not an email address.\n',
    status: 1,
  })
})

test('users approve approves once', async () => {
  const { email, id } = await signedInUser(testApp)
  await testApp.owner
    .updateTable('app_user')
    .set({ approved_at: null })
    .where('id', '=', id)
    .execute()
  expect((await users('approve', email)).printed).toBe(`${email} can enter rates now.\n`)
  expect((await users('approve', email)).printed).toBe(`${email} was approved already.\n`)
  const { approved_at } = await testApp.db
    .selectFrom('app_user')
    .select('approved_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(approved_at).not.toBeNull()
})

test('users list shows every user without control characters', async () => {
  const { email, id } = await signedInUser(testApp)
  await testApp.owner
    .updateTable('app_user')
    .set({ name: 'Nimal\u001b[2JPerera' })
    .where('id', '=', id)
    .execute()
  const { printed, status } = await users('list')
  expect(status).toBe(0)
  const [head, ...rows] = printed.trimEnd().split('\n')
  expect(head).toMatch(
    /^ID +EMAIL +NAME +REGISTERED +VERIFIED +APPROVED +SUSPENDED +LAST SEEN +LIVE ENTRIES$/,
  )
  const { total } = await testApp.db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  expect(rows).toHaveLength(total)
  expect(rows.find((row) => row.includes(email))).toMatch(/Nimal\?\[2JPerera .* 0$/)
})

test('users refuses unknown emails and commands', async () => {
  expect(await users('suspend', 'nobody@example.lk')).toEqual({
    printed: 'No user has the email nobody@example.lk. See them all: npm run users -- list\n',
    status: 1,
  })
  for (const parameters of [['promote', 'a@example.lk'], ['suspend']]) {
    const { printed, status } = await users(...parameters)
    expect(printed).toMatch(/^Name an action and one email\.\n\nnpm run users -- list/)
    expect(status).toBe(1)
  }
})

test('users erase signs out and removes every trace of the address', async () => {
  const { email, id, headers } = await signedInUser(testApp)
  const { printed, status } = await users('erase', email)
  expect(printed).toContain(`by a former user (#${id})`)
  expect(status).toBe(0)
  expect(await statusOf(headers)).toBe(401)
  expect((await users('list')).printed).not.toContain(email)
  expect((await users('erase', email)).status).toBe(1)
  const named = await testApp.db
    .selectFrom('audit_personal')
    .select('entry_id')
    .where('data', 'like', `%${email}%`)
    .execute()
  expect(named).toEqual([])
  const repeated = await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { name: 'Nimal Perera', email },
  })
  expect(repeated.statusCode).toBe(201)
})
