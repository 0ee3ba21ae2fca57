import type { RateKind } from '../../domain/series.ts'
import { clearRates } from '../testing/store-rates.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { publish } from '../rates/published-rates.fixture.ts'
import { atOnce, Visitor } from '../sign-in/sign-in.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { cleanUp } from '../jobs.ts'
import { alertCalls, beginWithRates, manageTokenIn } from './alerts.fixture.ts'
import { sendDueAlerts } from './send-due.ts'

const testApp = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })
const calls = alertCalls(testApp)
beforeEach(() => beginWithRates(testApp, { '2026-09-25': '300', '2026-09-28': '301' }))

const DAY = 86_400
const email = 'nimal@example.lk'
const above = { condition: 'above', currency: 'USD', rate: 305 }
const publishUsd = (rates: Readonly<Record<string, string>>) =>
  publish(testApp, 'cbsl', 'USD', rates)

/** Gives the published rate of a day another value. */
async function correct(date: string, rate: string, kind?: RateKind): Promise<void> {
  await publish(testApp, 'cbsl', 'USD', { [date]: rate }, kind)
}

describe('requesting an alert', () => {
  test('sends one email to confirm, and an alert when the rate is crossed afterwards', async () => {
    expect(await calls.request({ email, ...above })).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
    })
    const [confirmation, ...others] = await calls.emailsTo(email)
    expect(others).toEqual([])
    expect(confirmation?.text).toContain('USD above 305.0000 LKR')
    expect(confirmation?.unsubscribe).toBeUndefined()
    await publishUsd({ '2026-09-29': '306' })
    expect(await calls.fired()).toEqual([])
    const token = manageTokenIn(confirmation!)
    const { data } = (await calls.list(token)).body
    expect(data).toMatchObject({
      email,
      alerts: [{ ...above, kind: 'indicative', confirmed: false }],
    })
    expect((await calls.confirm(token, data.alerts[0]!.id)).body.data.alerts).toMatchObject([
      { confirmed: true },
    ])
    // The rate was above the limit before.
    expect(await calls.fired()).toEqual([])
    testApp.clock.turn(DAY)
    await publishUsd({ '2026-09-30': '304.2' })
    expect(await calls.fired()).toEqual([])
    testApp.clock.turn(DAY)
    await publishUsd({ '2026-10-01': '305.5' })
    expect(await calls.fired()).toEqual(['USD 305.5000 LKR: USD above 305.0000 LKR'])
    expect(await calls.fired()).toEqual([])
    const [alert] = (await calls.emailsTo(email)).slice(1)
    expect(alert?.text).toContain(
      'USD: 305.5000 LKR, 1 Oct 2026 (Central Bank of Sri Lanka).\n\nBefore: 304.2000 LKR, 30 Sep 2026. Change: +1.3000 (+0.43 %).',
    )
    expect(alert?.text).toContain('http://localhost:3000/rates/USD\n')
    expect((await calls.list(manageTokenIn(alert!))).status).toBe(200)
  })

  test('responds alike for every address and sends an address one email a day', async () => {
    await calls.confirmed('known@example.lk', above)
    await testApp.db.updateTable('alert_subscriber').set({ confirmation_sent_at: null }).execute()
    const addresses = [
      'new@example.lk',
      'known@example.lk',
      'new+other@example.lk',
      'new@example.lk',
    ]
    const rules = [above, { ...above, rate: 310 }, { condition: 'daily', hour: 9 }]
    const responses = await atOnce(24, (n) =>
      calls
        .request({ email: addresses[n % 4], ...rules[n % 3] })
        .then(({ status, body }) => ({ status, body })),
    )
    expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(responses[0]?.status).toBe(200)
    for (const address of ['new@example.lk', 'new+other@example.lk', 'known@example.lk'])
      expect(await calls.emailsTo(address), address).toHaveLength(1)
    testApp.clock.turn(DAY - 1)
    await calls.request({ email: 'new@example.lk', ...above })
    expect(await calls.emailsTo('new@example.lk')).toHaveLength(1)
    testApp.clock.turn(2)
    await calls.request({ email: 'new@example.lk', ...above })
    expect(await calls.emailsTo('new@example.lk')).toHaveLength(2)
  })

  test('sends other spellings of a mailbox three emails a day, apart from the exact address', async () => {
    for (let n = 0; n < 5; n++) await calls.request({ email: `nimal+${n}@example.lk`, ...above })
    const to = (
      await Promise.all([0, 1, 2, 3, 4].map((n) => calls.emailsTo(`nimal+${n}@example.lk`)))
    ).flat()
    expect(to).toHaveLength(3)
    await calls.request({ email, ...above })
    expect(await calls.emailsTo(email)).toHaveLength(1)
  })

  test('keeps the newest five unconfirmed alerts, which take no place of a confirmed one', async () => {
    for (let n = 0; n < 5; n++) await calls.request({ email, ...above, rate: 400 + n })
    await calls.request({ email, ...above })
    const token = manageTokenIn((await calls.emailsTo(email))[0]!)
    const { alerts } = (await calls.list(token)).body.data
    expect(alerts.map(({ rate }) => rate)).toEqual([401, 402, 403, 404, 305])
    for (let n = 0; n < 5; n++)
      expect((await calls.add(token, { ...above, rate: 500 + n })).status).toBe(200)
    expect(await calls.confirm(token, alerts[0]!.id)).toMatchObject({
      status: 409,
      body: { message: 'An address can have 5 alerts. End one that you no longer use.' },
    })
  })

  test('confirms an alert that is also added by the link', async () => {
    await calls.request({ email, ...above })
    const token = manageTokenIn((await calls.emailsTo(email))[0]!)
    expect((await calls.add(token, above)).body.data.alerts).toMatchObject([
      { ...above, confirmed: true },
    ])
    await publishUsd({ '2026-09-29': '306' })
    expect(await calls.fired()).toHaveLength(1)
  })

  test('takes equally long whether or not an email is sent', async () => {
    for (let n = 0; n < 2; n++) {
      const begun = performance.now()
      await calls.request({ email, ...above })
      expect(performance.now() - begun).toBeGreaterThanOrEqual(149)
    }
  })

  test('is limited by network', async () => {
    const visitor = new Visitor(testApp)
    const responses = []
    for (let n = 0; n < 6; n++)
      responses.push(await calls.request({ email: `a${n}@example.lk`, ...above }, visitor))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(responses[5]?.headers['retry-after']).toBe('60')
  })

  test.each([
    [{ ...above, rate: undefined }, { rate: ['Enter the rate.'] }],
    [{ ...above, currency: undefined }, { currency: ['Choose a currency: USD, AUD, CAD, GBP.'] }],
    [
      { condition: 'moved', currency: 'USD', percent: 0 },
      { percent: ['The change must be from 0.01 to 50 per cent, with at most 2 decimals.'] },
    ],
    [{ condition: 'daily', hour: 3 }, { hour: ['The hour must be from 9 to 18.'] }],
  ])('refuses %j and names the wrong field', async (rule, errors) => {
    expect(await calls.request({ email, ...rule })).toMatchObject({ status: 400, body: { errors } })
  })

  test('erases an unconfirmed address after a day, and one without alerts', async () => {
    await calls.request({ email, ...above })
    const token = await calls.confirmed('kamala@example.lk', above)
    const { data } = (await calls.list(token)).body
    expect((await calls.end(token, data.alerts[0]!.id)).body.data.alerts).toEqual([])
    testApp.clock.turn(DAY + 1)
    await cleanUp(testApp.deps)
    expect(await testApp.db.selectFrom('alert_subscriber').selectAll().execute()).toEqual([])
    expect(await calls.list(token)).toMatchObject({ status: 400, body: { code: 'link_dead' } })
  })
})

describe('an alert', () => {
  test.each([
    [{ condition: 'moved', currency: 'USD', percent: 1 }, 'USD 304.0200 LKR: +1.00 %'],
    [{ condition: 'published', currency: 'USD' }, 'USD 304.0200 LKR, 29 Sep 2026'],
    [{ condition: 'below', currency: 'USD', rate: 300 }, undefined],
  ])('of %j is sent for a rate of today as %j', async (rule, subject) => {
    await calls.confirmed(email, rule)
    await publishUsd({ '2026-09-29': '304.02' })
    const fired = await calls.fired()
    expect(fired[0]).toBe(subject)
  })

  test('of a correction names each corrected day once', async () => {
    await calls.confirmed(email, { condition: 'corrected', currency: 'USD' })
    await publishUsd({ '2026-09-29': '302' })
    expect(await calls.fired()).toEqual([])
    await correct('2026-09-25', '300.5')
    await correct('2026-09-28', '301.5')
    expect(await calls.fired()).toEqual(['USD corrected'])
    const { text } = (await calls.emailsTo(email)).at(-1)!
    expect(text).toContain('25 Sep 2026: 300.5000 LKR, before 300.0000 LKR.')
    expect(text).toContain('28 Sep 2026: 301.5000 LKR, before 301.0000 LKR.')
    expect(await calls.fired()).toEqual([])
  })

  test('of a correction includes one that arrives while corrections are read', async () => {
    await calls.confirmed(email, { condition: 'corrected', currency: 'USD' })
    await publishUsd({ '2026-09-29': '302' })
    let comes = true
    const db = testApp.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isOfRevisions = result.rows.some((row) => 'version' in row && 'source' in row)
        if (isOfRevisions && comes) {
          comes = false
          await correct('2026-09-28', '301.5')
        }
        return result
      },
    })
    await correct('2026-09-25', '300.5')
    expect(await sendDueAlerts({ ...testApp.deps, db })).toBe(0)
    expect(comes).toBe(false)
    expect(await calls.fired()).toEqual(['USD corrected'])
    const { text } = (await calls.emailsTo(email)).at(-1)!
    expect(text).toContain('28 Sep 2026: 301.5000 LKR, before 301.0000 LKR.')
  })

  test('of a correction reports customs rates only from their first day', async () => {
    const rule = { condition: 'corrected', currency: 'USD', kind: 'customs' }
    const publishWeek = (rate: string) =>
      publish(testApp, 'cbsl', 'USD', { '2026-09-30': rate }, 'customs')
    await calls.confirmed(email, rule)
    await publishWeek('303')
    await correct('2026-09-30', '303.5', 'customs')
    expect(await calls.fired()).toEqual([])
    testApp.clock.turn(DAY)
    expect(await calls.fired()).toEqual([])
    await correct('2026-09-30', '304', 'customs')
    expect(await calls.fired()).toEqual(['USD customs rate corrected'])
    const { text } = (await calls.emailsTo(email)).at(-1)!
    expect(text).toContain('30 Sep 2026: 304.0000 LKR, before 303.5000 LKR.')
  })

  test('of a stale feed is sent when the newest day is two business days old', async () => {
    await calls.confirmed(email, { condition: 'stale' })
    expect(await calls.fired()).toEqual([])
    testApp.clock.turn(DAY)
    expect(await calls.fired()).toEqual(['No new exchange rates'])
    expect((await calls.emailsTo(email)).at(-1)?.text).toContain('are of 28 Sep 2026')
  })

  test('of every day is sent from its hour on, once all four rates are there', async () => {
    await calls.confirmed(email, { condition: 'daily', hour: 13 })
    await publishUsd({ '2026-09-29': '302' })
    await publish(testApp, 'cbsl', 'AUD', { '2026-09-29': '200' })
    await publish(testApp, 'cbsl', 'CAD', { '2026-09-29': '220' })
    testApp.clock.turn(3600)
    expect(await calls.fired()).toEqual([])
    await publish(testApp, 'cbsl', 'GBP', { '2026-09-29': '400' })
    expect(await calls.fired()).toEqual(['Exchange rates of 29 Sep 2026'])
    const { text } = (await calls.emailsTo(email)).at(-1)!
    expect(text.match(/^[A-Z]{3}: .*29 Sep 2026/gm)).toHaveLength(4)
    expect(await calls.fired()).toEqual([])
  })

  test('is not sent by the bundled sample', async () => {
    await calls.confirmed(email, above)
    await clearRates(testApp.db, testApp.clock.now())
    await publish(testApp, 'sample', 'USD', { '2026-09-29': '400' })
    expect(await calls.fired()).toEqual([])
  })

  test('is sent once by two concurrent servers', async () => {
    for (let n = 0; n < 20; n++) await calls.confirmed(`a${n}@example.lk`, above)
    await publishUsd({ '2026-09-29': '306' })
    const counts = await Promise.all([sendDueAlerts(testApp.deps), sendDueAlerts(testApp.deps)])
    expect(counts[0] + counts[1]).toBe(20)
    expect(
      (
        await testApp.db
          .selectFrom('email_outbox')
          .select('id')
          .where('purpose', '=', 'alert')
          .execute()
      ).length,
    ).toBe(20)
  })
})
