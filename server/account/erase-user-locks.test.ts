import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { renameUser } from '../../contract/account.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { lockSubscriber, insertAlert } from '../alerts/store-alerts.ts'
import { mailboxKey } from '../email/budgets.ts'
import { newUser, Visitor } from '../sign-in/sign-in.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { eraseUser } from './erase-user.ts'
import { untilBlocking } from '../testing/until-blocking.ts'

const run = await testAppOfFile()

const holdUser = (id: number) => sql`SELECT FROM app_user WHERE id = ${id} FOR UPDATE`

/**
 * Closes an account in a transaction that got as far as `held` when a request came that waits for
 * it; gives the response.
 */
async function closeDuring<T>(
  { id, email }: { id: number; email: string },
  held: RawBuilder<unknown>,
  send: () => Promise<T>,
): Promise<T> {
  const { request } = await run.db.transaction().execute(async (trx) => {
    await holdUser(id).execute(trx)
    await held.execute(trx)
    const request = send()
    await untilBlocking(trx)
    const actor = { userId: id, email, ip: null, device: null, requestId: null }
    await eraseUser(trx, { userId: id, actor, at: run.clock.now() })
    return { request }
  })
  return request
}

test('an account closed during a rename keeps no name', async () => {
  const user = await signedInUser(run)
  const rename = () => new Visitor(run).send(renameUser, { name: 'Nimal de Silva' }, user.headers)
  expect((await closeDuring(user, holdUser(user.id), rename)).status).toBe(401)
  const row = await run.db
    .selectFrom('app_user')
    .select('name')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(row.name).toBe(`a former user (#${user.id})`)
})

test('an account closed while its user enters a rate stores neither rate nor reason', async () => {
  const user = await signedInUser(run)
  const entry = { date: '2026-09-28', base_currency: 'USD', target_currency: 'LKR', rate: 301.25 }
  const enter = () =>
    new Visitor(run).send(
      recordManualRate,
      { ...entry, reason: `As ${user.email} says` },
      user.headers,
    )
  expect((await closeDuring(user, holdUser(user.id), enter)).status).toBe(401)
  const rates = run.db.selectFrom('change').selectAll().where('subject', '=', 'rate')
  expect(await rates.execute()).toEqual([])
})

test('an account closed while its code or link is redeemed signs nobody in', async () => {
  for (const by of ['code', 'link'] as const) {
    const { email, code, link } = await newUser(run)
    const visitor = new Visitor(run)
    const { id } = await userOf(email)
    const redeem = async () =>
      by === 'code' ? await visitor.verify(email, code) : await visitor.redeem(link)
    expect(await closeDuring({ id, email }, holdUser(id), redeem)).toMatchObject({
      status: 400,
      body: { code: by === 'code' ? 'code_wrong' : 'link_dead' },
    })
  }
})

test('an account can be closed while an alert of its address is added', async () => {
  const { id, email } = await signedInUser(run)
  const rule = { condition: 'daily', series: null, rate: null, move: null, hour: 9 } as const
  const state = { armed: true, seenDay: null, seenVersion: 0, sentOn: null }
  const options = { language: 'en', now: run.clock.now(), confirmed: true } as const
  const hold = (trx: Parameters<typeof lockSubscriber>[0]) =>
    lockSubscriber(trx, email, mailboxKey(run.deps.secretKey, email))
  await run.db.transaction().execute(async (trx) => {
    await insertAlert(trx, (await hold(trx)).id, rule, state, options)
  })
  const actor = { userId: id, email, ip: null, device: null, requestId: null }
  const { closed } = await run.db.transaction().execute(async (trx) => {
    const subscriber = await hold(trx)
    const closed = run.db
      .transaction()
      .execute((other) => eraseUser(other, { userId: id, actor, at: run.clock.now() }))
    await untilBlocking(trx)
    await insertAlert(trx, subscriber.id, rule, state, options)
    return { closed }
  })
  await closed
  expect(await run.db.selectFrom('alert_subscriber').selectAll().execute()).toEqual([])
})

const userOf = (email: string) =>
  run.db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
