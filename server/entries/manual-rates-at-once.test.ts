import { beforeEach, describe, expect, test } from 'vitest'
import { createAccessToken, revokeAccessToken } from '../../contract/access-token.ts'
import { signOut } from '../../contract/sign-in.ts'
import { OPERATOR } from '../identity/actor.ts'
import { openSession } from '../identity/session.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { sendRequest } from '../testing/send-request.ts'
import { testConnection } from '../testing/test-database.ts'
import { suspendUser } from '../admin/users.ts'
import { ratesAppOfFile, usd, type Change } from './manual-rates.fixture.ts'
import { untilBlocking } from '../testing/until-blocking.ts'

const ratesApp = await ratesAppOfFile()
const { nimal, kumari, post, current, trail, liveRows } = ratesApp
beforeEach(() => ratesApp.clear())

describe('the same request with the same Idempotency-Key', () => {
  test('a hundred times at once makes one entry, one audit entry and one response', async () => {
    const before = (await trail()).length
    // Tokens that were not seen alive are looked up two at once.
    await ratesApp.run.get('/api/auth/user', nimal.headers)
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => post(usd, { 'idempotency-key': 'a-hundred-at-once' })),
    )
    const made = responses.filter(({ status }) => status === 201)
    expect([made.length, responses.filter(({ status }) => status === 429).length]).toEqual([9, 91])
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await liveRows()).toHaveLength(1)
    expect(await trail()).toHaveLength(before + 1)
  })

  test('is refused with another body', async () => {
    await post(usd, { 'idempotency-key': 'one' })
    const { status, body } = await post({ ...usd, rate: 999 }, { 'idempotency-key': 'one' })
    expect(status).toBe(409)
    expect(body.message).toContain('Idempotency-Key')
    expect(await current('2026-09-29')).toMatchObject({ rate: 301.25 })
  })

  test('is another request of another user, and may be repeated after a refusal', async () => {
    await post(usd, { 'idempotency-key': 'two' })
    expect((await post({ ...usd, rate: 303 }, { 'idempotency-key': 'two' }, kumari)).status).toBe(
      200,
    )
    expect((await post({ ...usd, rate: 0 }, { 'idempotency-key': 'three' })).status).toBe(400)
    expect((await post(usd, { 'idempotency-key': 'three' })).status).toBe(200)
    expect((await post(usd, { 'idempotency-key': 'x'.repeat(201) })).status).toBe(400)
  })
})

describe('two users at once', () => {
  test('are both audited, the later rate counts, and each change begins with the last one’s rate', async () => {
    const before = (await trail()).length
    const rates = Array.from({ length: 18 }, (_, index) => 300 + index)
    const responses = await Promise.all(
      rates.map((rate) => post({ ...usd, rate }, {}, rate % 2 ? nimal : kumari)),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const changes = (await trail())
      .slice(before)
      .flatMap(({ metadata }) => (JSON.parse(metadata) as { changes: Change[] }).changes)
    expect(changes.map(({ to }) => to).sort()).toEqual(rates)
    expect(changes.slice(1).map(({ from }) => from)).toEqual(
      changes.slice(0, -1).map(({ to }) => to),
    )
    expect((await current('2026-09-29')).rate).toBe(changes.at(-1)?.to)
    expect(await liveRows()).toHaveLength(1)
  })
})

test('a request that waits too long for a change of many rates gets 503', async () => {
  const { run } = ratesApp
  const other = testConnection(run.deps.listenUrl, { statementTimeoutMs: 500 })
  await run.db.transaction().execute(async (trx) => {
    await lockFacts(trx)
    await expect(
      other.transaction().execute((waiting) => lockFacts(waiting)),
    ).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 2,
      message: 'Many other rates are being changed just now. Try again in a moment.',
    })
  })
})

describe('a user who is signed out while their entry waits for another', () => {
  const { run } = ratesApp
  const from = { device: 'Test', ip: '127.0.0.1' }
  const newToken = async () => {
    const { token } = await run.db
      .transaction()
      .execute((trx) => openSession(trx, [run.deps.secretKey], nimal.id, from, run.clock.now()))
    return { authorization: `Bearer ${token}` }
  }
  const accessToken = async (headers: Record<string, string>) => {
    const { method, url } = createAccessToken
    const payload = { name: 'script', scope: 'write' }
    const { body } = await sendRequest<typeof createAccessToken>(run, {
      method,
      url,
      headers,
      payload,
    })
    return { id: body.data.id, headers: { authorization: `Bearer ${body.token}` } }
  }

  const signedOut = {
    status: 401,
    headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' },
    body: { code: 'unauthenticated' },
  }

  /** Enters a rate that waits for the lock of the facts while `act` happens. */
  async function enterDuring(headers: Record<string, string>, act: () => Promise<unknown>) {
    const { sent } = await run.db.transaction().execute(async (trx) => {
      await lockFacts(trx)
      const sent = post(usd, { ...headers, 'idempotency-key': 'waits' })
      await untilBlocking(trx)
      await act()
      return { sent }
    })
    return sent
  }

  test('enters nothing after a logout, a revoked access token or a suspension', async () => {
    const before = (await trail()).length
    const own = await newToken()
    const logout = () => run.app.inject({ method: 'POST', url: signOut.url, headers: own })
    expect(await enterDuring(own, logout)).toMatchObject(signedOut)
    const script = await accessToken(nimal.headers)
    const url = revokeAccessToken.url.replace(':id', String(script.id))
    const revoke = () => run.app.inject({ method: 'DELETE', url, headers: nimal.headers })
    expect(await enterDuring(script.headers, revoke)).toMatchObject(signedOut)
    const change = { userId: nimal.id, actor: OPERATOR, at: run.clock.now() }
    const suspend = () => run.db.transaction().execute((trx) => suspendUser(trx, change))
    expect(await enterDuring({}, suspend)).toMatchObject(signedOut)
    expect(await liveRows()).toEqual([])
    expect(await trail()).toHaveLength(before)
  })
})
