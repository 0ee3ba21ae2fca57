import { beforeEach, describe, expect, test } from 'vitest'
import type * as contract from '../../contract/policies.ts'
import { POLICY_NAMES } from '../../domain/policy.ts'
import { RATE_KINDS, seriesOf } from '../../domain/series.ts'
import { NO_CHECKPOINTS, verifyDatabase } from '../audit-log/verify-database.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { storeRates } from '../testing/store-rates.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'

const run = await testAppOfFile({
  env: {
    RATE_FEED: 'cbsl',
    PUBLIC_URL: 'http://localhost:3000',
    PUBLISHERS: 'sampath:Sampath Bank',
  },
})
// Friday, Monday, and a month before.
await publish(run, 'cbsl', 'USD', {
  '2026-08-27': '298',
  '2026-08-28': '298.0001',
  '2026-08-31': '299',
  '2026-09-24': '300',
  '2026-09-25': '301',
  '2026-09-28': '302',
})
await publish(run, 'cbsl', 'USD', { '2026-09-25': '305.5' }, 'tt-selling')
await publish(run, 'cbsl', 'USD', { '2026-09-21': '303.25' }, 'customs')
const nimal = await signedInUser(run)
const kumari = await signedInUser(run, 'Kumari Silva')

const readPolicy = (name: string, query = '') =>
  run.get<typeof contract.policyRate>(`/api/rate-policy/${name}?currency=USD${query}`)
const list = async () => {
  const { headers } = nimal
  const { body } = await run.get<typeof contract.listPolicies>('/api/rate-policy', headers)
  return body.data
}
const change = async (name: string, payload: object, { headers } = nimal) =>
  run.post<typeof contract.changePolicy>(`/api/rate-policy/${name}`, payload, headers)
const undo = (id: number) =>
  run.post<typeof contract.undoPolicyChange>(
    `/api/rate-policy/changes/${id}/undo`,
    undefined,
    nimal.headers,
  )
const versionOf = async (name: string) =>
  (await list()).find(({ policy }) => policy === name)?.version ?? -1
const setTo = async (name: string, rule: string, kind = 'indicative') => {
  const made = await change(name, { kind, rule, version: await versionOf(name) })
  expect(made.status).toBe(200)
  return made.body.data
}
beforeEach(() => run.clock.turn(1))

test('four policies exist from the start: customs with the customs rate, the others with the indicative rate of the day', async () => {
  const untouched = { version: 0, changed_at: null, changed_by: null, rule: 'of the day' }
  expect(await list()).toEqual(
    POLICY_NAMES.map((policy) => ({
      policy,
      kind: policy === 'customs' ? 'customs' : 'indicative',
      ...untouched,
    })),
  )
  expect((await readPolicy('purchase-invoice', '&date=2026-09-25')).body.data).toEqual({
    rate: 301,
    date: '2026-09-25',
    kind: 'indicative',
    rule: 'Indicative rate of the day',
    citation: {
      url: 'http://localhost:3000/rates/USD/2026-09-25',
      text: '1 USD = 301.0000 LKR, 25 Sep 2026, Central Bank of Sri Lanka (Indicative rate of the day). http://localhost:3000/rates/USD/2026-09-25',
    },
  })
  expect((await readPolicy('customs')).body.data).toMatchObject({
    rate: 303.25,
    date: '2026-09-21',
    kind: 'customs',
    citation: { url: 'http://localhost:3000/rates/USD/2026-09-21?kind=customs' },
  })
})

describe('the rule of a policy', () => {
  test('of the business day before skips weekends and holidays', async () => {
    await setTo('closing', 'of the business day before', 'indicative')
    expect((await readPolicy('closing', '&date=2026-09-28')).body.data.date).toBe('2026-09-25')
    const before = run.clock.now().toISOString()
    run.clock.turn(1)
    await storeHoliday(run.db, calendarDateOf('2026-09-25'), 'A holiday', run.clock.now())
    await caughtUp(run)
    expect((await readPolicy('closing', '&date=2026-09-28')).body.data).toMatchObject({
      date: '2026-09-24',
      rule: 'Indicative rate of the business day before',
    })
    const then = await readPolicy('closing', `&date=2026-09-28&known_at=${before}`)
    expect(then.body.data.date).toBe('2026-09-25')
  })

  test('last of the month returns its newest rate, up to today in the current month', async () => {
    await setTo('closing', 'last of the month')
    expect((await readPolicy('closing', '&date=2026-08-03')).body.data).toMatchObject({
      rate: 299,
      date: '2026-08-31',
    })
    expect((await readPolicy('closing', '&date=2026-09-03')).body.data.date).toBe('2026-09-28')
  })

  test('average of the month names its days, and cites the month', async () => {
    await setTo('closing', 'average of the month')
    // 895.0001 / 3 is 298.33336…
    expect((await readPolicy('closing', '&date=2026-08-03')).body.data).toMatchObject({
      rate: 298.3334,
      date: '2026-08-31',
      rule: 'Indicative rate, average of the month: mean of the 3 days with a rate from 1 Aug 2026 to 31 Aug 2026',
      citation: {
        url: 'http://localhost:3000/periods/USD?unit=month&from=2026-08&to=2026-08',
      },
    })
    expect((await readPolicy('closing')).body.data.rule).toContain('to 29 Sep 2026')
    const none = await readPolicy('closing', '&date=2026-07-15')
    expect([none.status, none.body.message]).toEqual([
      404,
      'No rate of USD is known for 15 Jul 2026: Indicative rate, average of the month.',
    ])
  })
})

test('with known_at both policy and rates are those of that instant', async () => {
  const day = '&date=2026-09-25'
  const started = run.clock.now().toISOString()
  run.clock.turn(10)
  await setTo('sales-invoice', 'of the day', 'tt-selling')
  const changed = run.clock.now().toISOString()
  run.clock.turn(10)
  await publish(run, 'cbsl', 'USD', { '2026-09-25': '306' }, 'tt-selling')
  const known = async (at: string) =>
    (await readPolicy('sales-invoice', `${day}&known_at=${at}`)).body.data
  expect((await readPolicy('sales-invoice', day)).body.data.rate).toBe(306)
  expect(await known(changed)).toMatchObject({ rate: 305.5, kind: 'tt-selling' })
  expect((await known(changed)).citation.url).toMatch(/\?kind=tt-selling&known_at=2026-/)
  expect(await known(started)).toMatchObject({ rate: 301, kind: 'indicative' })
  const earlier = await readPolicy(
    'sales-invoice',
    '&date=2026-09-25&known_at=2026-01-01T00:00:00Z',
  )
  expect([earlier.status, Object.keys(earlier.body.errors ?? {})]).toEqual([400, ['date']])
  const later = await readPolicy('sales-invoice', '&known_at=2030-01-01T00:00:00Z')
  expect([later.status, Object.keys(later.body.errors ?? {})]).toEqual([400, ['known_at']])
  // No calendar date can be made of that day.
  const never = await readPolicy('sales-invoice', '&known_at=1800-01-01T00:00:00Z')
  expect([never.status, Object.keys(never.body.errors ?? {})]).toEqual([400, ['known_at']])
})

test('a change is one audit entry with the policy before, and can be undone once', async () => {
  const before = await list()
  const { id } = await setTo('purchase-invoice', 'last of the month', 'tt-selling')
  const [entry] = (await shownEntries(run.db)).slice(-1)
  expect(entry).toMatchObject({
    id,
    action: 'change rate policy',
    user_id: nimal.id,
    description:
      'Changed the rate policy purchase-invoice from “Indicative rate of the day” to “Bank sells (TT) rate of the last day of the month”',
  })
  expect(JSON.parse(entry?.metadata ?? '')).toMatchObject({
    changes: [
      {
        policy: 'purchase-invoice',
        from: null,
        to: { kind: 'tt-selling', rule: 'last of the month' },
      },
    ],
  })
  const now = (await list()).find(({ policy }) => policy === 'purchase-invoice')
  expect(now).toMatchObject({ changed_by: nimal.name, kind: 'tt-selling' })
  expect((await undo(id)).status).toBe(200)
  expect(await list()).toEqual(before)
  expect((await undo(id)).status).toBe(409)
  expect((await undo(1)).status).toBe(404)
  expect(await verifyDatabase(run.db, NO_CHECKPOINTS, { now: run.clock.now() })).toMatchObject({
    result: { verdict: 'NOT COVERED' },
    wrongFacts: [],
  })
})

test('a policy that another user has changed is neither overwritten nor undone', async () => {
  const version = await versionOf('customs')
  const [rule, kind] = ['of the day', 'indicative']
  const mine = await change('customs', { kind, rule, version })
  const theirs = await change('customs', { kind: 'customs', rule, version }, kumari)
  expect([theirs.status, theirs.body.message]).toEqual([
    409,
    'Nimal Perera has changed “Customs declarations” to “Indicative rate of the day” meanwhile. Nothing was saved.',
  ])
  await setTo('customs', 'of the day', 'customs')
  expect((await undo(mine.body.data.id)).status).toBe(409)
})

test('a policy of a bank returns the bank’s rate, now and with known_at', async () => {
  const before = run.clock.now().toISOString()
  run.clock.turn(60)
  const [kind, publisher, rule] = ['tt-selling', 'sampath', 'of the day'] as const
  const day = { ...seriesOf('USD', kind, publisher), date: calendarDateOf('2026-09-25') }
  await storeRates(run.db, [{ ...day, source: 'manual', rate: '307.5' }], run.clock.now(), nimal.id)
  await caughtUp(run)
  const version = await versionOf('purchase-invoice')
  const made = await change('purchase-invoice', { publisher, kind, rule, version })
  expect(made.body.data).toMatchObject({ publisher, kind })
  const found = {
    rate: 307.5,
    publisher: 'sampath',
    rule: 'Sampath Bank sells (TT) rate of the day',
    citation: {
      url: expect.stringMatching(/\?kind=tt-selling&publisher=sampath/) as unknown,
    },
  }
  expect((await readPolicy('purchase-invoice', '&date=2026-09-25')).body.data).toMatchObject(found)
  const now = run.clock.now().toISOString()
  const known = async (at: string) =>
    (await readPolicy('purchase-invoice', `&date=2026-09-25&known_at=${at}`)).body.data
  expect(await known(now)).toMatchObject(found)
  expect(await known(before)).toMatchObject({ rate: 301, kind: 'indicative' })
  const { errors } = (await change('closing', { publisher: 'hnb', kind, rule, version: 0 })).body
  expect(errors?.['publisher']?.[0]).toContain('sampath')
})

test('an unknown policy, kind or rule is refused with the list of known ones', async () => {
  const names = `policy must be one of ${POLICY_NAMES.join(', ')}.`
  for (const refused of [await readPolicy('salaries'), await change('salaries', {})])
    expect([refused.status, refused.body.errors?.['policy']]).toEqual([400, [names]])
  const { errors } = (await change('closing', { kind: 'spot', rule: 'of the year', version: 0 }))
    .body
  expect(errors).toEqual({
    kind: [`The kind must be one of ${RATE_KINDS.join(', ')}.`],
    rule: [
      'rule must be one of of the day, of the business day before, last of the month, average of the month.',
    ],
  })
  expect((await readPolicy('closing', '&date=2026-09-30')).body.errors?.['date']).toEqual([
    'The date must not be after today, 29 Sep 2026.',
  ])
})
