import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { publish } from '../rates/published-rates.fixture.ts'
import { newUser, Visitor } from '../sign-in/sign-in.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { cleanUp } from '../jobs.ts'
import { alertCalls, beginWithRates } from './alerts.fixture.ts'
import { sendDueAlerts } from './send-due.ts'

const testApp = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })
const calls = alertCalls(testApp)
beforeEach(() => beginWithRates(testApp, { '2026-09-28': '301' }))

const email = 'nimal@example.lk'
const above = { condition: 'above', currency: 'USD', rate: 305 }

/** Publishes the rate that fires it. */
async function fire(): Promise<void> {
  await publish(testApp, 'cbsl', 'USD', { '2026-09-29': '306' })
  await calls.fired()
}

describe('the link of an email', () => {
  test('adds up to five alerts and ends one, including its queued email', async () => {
    const token = await calls.confirmed(email, above)
    await publish(testApp, 'cbsl', 'USD', { '2026-09-29': '306' })
    expect(await sendDueAlerts(testApp.deps)).toBe(1)
    const ids = (await calls.list(token)).body.data.alerts.map(({ id }) => id)
    await calls.end(token, ids[0]!)
    expect(await calls.emailsTo(email)).toEqual([])
    for (let n = 0; n < 5; n++)
      expect((await calls.add(token, { ...above, rate: 310 + n })).body.data.alerts).toHaveLength(
        n + 1,
      )
    expect(await calls.add(token, { condition: 'stale' })).toMatchObject({
      status: 409,
      body: { message: 'An address can have 5 alerts. End one that you no longer use.' },
    })
  })

  test('opens only its own alerts and is stored as a hash', async () => {
    const token = await calls.confirmed(email, above)
    const other = await calls.confirmed('kamala@example.lk', above)
    const [alert] = (await calls.list(other)).body.data.alerts
    await calls.end(token, alert!.id)
    expect((await calls.confirm(token, alert!.id)).status).toBe(404)
    expect((await calls.list(other)).body.data.alerts).toHaveLength(1)
    expect((await calls.list('A'.repeat(43))).body.code).toBe('link_dead')
    const links = await testApp.db.selectFrom('alert_link').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(token)
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])(
    'in the List-Unsubscribe header ends the alert by a POST of %s, not by a GET',
    async (type, payload) => {
      const token = await calls.confirmed(email, above)
      await fire()
      const { unsubscribe = '' } = (await calls.emailsTo(email))[0]!
      const url = unsubscribe.replace('http://localhost:3000', '')
      const opened = await testApp.app.inject({ url })
      expect([opened.statusCode, opened.headers.location]).toEqual([
        303,
        `http://localhost:3000/alerts#unsubscribe=${url.split('token=')[1]}`,
      ])
      expect((await calls.list(token)).body.data.alerts).toHaveLength(1)
      // It opens nothing: it stands in a header, which more than its reader may see.
      expect((await calls.list(url.split('token=')[1]!)).status).toBe(400)
      for (const address of [url, url, url.replace(/.$/, '_')])
        expect(
          await testApp.app.inject({
            method: 'POST',
            url: address,
            payload,
            headers: { 'content-type': type },
          }),
        ).toMatchObject({
          statusCode: 200,
          body: '{"message":"This alert has ended. It sends no more emails."}',
        })
      expect((await calls.list(token)).body.data.alerts).toEqual([])
    },
  )
})

test('the unsubscribe address leads to the page in its language for any token', async () => {
  const url = '/api/alerts/unsubscribe?language=ta&token=unknown'
  const { headers } = await testApp.app.inject({ url })
  expect(headers.location).toBe('http://localhost:3000/ta/alerts#unsubscribe=unknown')
})

test('closing an account erases the alerts of its proven address only', async () => {
  const nimal = new Visitor(testApp)
  const { email: own, code } = await newUser(testApp, nimal)
  const { email: claimed } = await newUser(testApp)
  for (const each of [own, claimed]) await calls.confirmed(each, above)
  const { token } = (await nimal.verify(own, code)).body
  const headers = { authorization: `Bearer ${token}` }
  await sql`INSERT INTO email_outbox (subscriber_id, purpose, created_at, expires_at, next_attempt_at, sent_at)
    SELECT id, 'alert', now(), now() + interval '1 day', now(), now() FROM alert_subscriber`.execute(
    testApp.db,
  )
  const exported = await testApp.app.inject({ url: '/api/auth/user/export', headers })
  expect(exported.json()).toMatchObject({
    alerts: [{ ...above, confirmed: true }],
    emails: [
      { purpose: 'alert', given_up_at: null },
      { purpose: 'alert confirmation' },
      { purpose: 'sign-in code' },
    ],
  })
  await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/user/close',
    headers,
    payload: { email: own },
  })
  testApp.clock.turn(86_401)
  await cleanUp(testApp.deps)
  const remaining = await testApp.db.selectFrom('alert_subscriber').select('email').execute()
  expect(remaining).toEqual([{ email: claimed }])
})
