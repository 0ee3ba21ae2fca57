import { beforeEach, expect, test } from 'vitest'
import type { entriesOfDay } from '../../contract/entries.ts'
import type { changeManualRates } from '../../contract/entry-changes.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import type { SignedInUser } from '../testing/signed-in-user.ts'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()
await publish(ratesApp.run, 'cbsl', 'GBP', { '2026-09-25': '437.2', '2026-09-28': '437.9' })
beforeEach(() => ratesApp.clear())

const change = (
  payload: object,
  who: SignedInUser = ratesApp.nimal,
  headers: Record<string, string> = {},
) =>
  ratesApp.run.post<typeof changeManualRates>('/api/exchange-rate/manual/changes', payload, {
    ...who.headers,
    ...headers,
  })
const day = async (query = '') => {
  const url = `/api/exchange-rate/manual/day${query}`
  return ratesApp.run.get<typeof entriesOfDay>(url, ratesApp.nimal.headers)
}
const seen = ({ id, version }: { id: number; version: number }) => ({ id, version })
const entry = (base_currency: string, rate: number, replaces: object | null = null) => ({
  date: usd.date,
  base_currency,
  rate,
  replaces,
})
const live = async () =>
  (await ratesApp.liveRows()).map(({ currency, rate }) => `${currency} ${Number(rate)}`).sort()

test('a day has its entries, the published rate under them and the one before', async () => {
  const { body: posted } = await ratesApp.post(usd)
  const { status, body } = await day()
  expect([status, body.data.date, body.data.rates.map(({ currency }) => currency)]).toEqual([
    200,
    '2026-09-29',
    ['USD', 'AUD', 'CAD', 'GBP'],
  ])
  const [ofUsd, ofAud, , ofGbp] = body.data.rates
  expect(ofUsd?.entry).toEqual(posted.data)
  expect(ofUsd?.published).toEqual({ date: '2026-09-29', rate: 301.1, source: 'cbsl' })
  expect(ofUsd?.previous).toEqual({ date: '2026-09-28', rate: 300.9, source: 'cbsl' })
  expect(ofAud).toEqual({
    currency: 'AUD',
    entry: null,
    published: null,
    previous: null,
    usual_move: null,
  })
  expect([ofGbp?.published, ofGbp?.previous?.rate]).toEqual([null, 437.9])
  const selling = await day('?kind=tt-selling&date=2026-09-28')
  expect(selling.body.data.rates[0]).toEqual({
    currency: 'USD',
    entry: null,
    published: null,
    previous: null,
    usual_move: null,
  })
  expect((await day('?date=2026-09-30')).body.errors?.['date']?.[0]).toContain('29 Sep 2026')
})

test('four rates are entered at once, each with an audit entry, and the reverse request undoes them', async () => {
  const { body: old } = await ratesApp.post(usd)
  const before = (await ratesApp.trail()).length
  const enter = [
    entry('USD', 301.5, seen(old.data)),
    entry('AUD', 232.2),
    entry('CAD', 233.1),
    entry('GBP', 438.2),
  ]
  const { status, body } = await change({ enter, reason: 'Opening rates' })
  expect([status, body.message]).toEqual([200, '4 exchange rates saved successfully'])
  expect(body.data.map((each) => [each.before?.rate, each.after?.rate])).toEqual([
    [301.25, 301.5],
    [undefined, 232.2],
    [undefined, 233.1],
    [undefined, 438.2],
  ])
  expect((await ratesApp.current('2026-09-29')).rate).toBe(301.5)
  const written = (await ratesApp.trail()).slice(before)
  expect(written.map(({ action }) => action)).toEqual([
    'update exchange rate',
    ...Array<string>(3).fill('create exchange rate'),
  ])
  expect(written[0]?.description).toBe(
    'Changed the USD rate of 29 Sep 2026 from 301.2500 LKR to 301.5000 LKR',
  )

  const [usdAfter, ...added] = body.data.map(({ after }) => after!)
  const reverse = { enter: [entry('USD', 301.25, seen(usdAfter!))], delete: added.map(seen) }
  expect((await change(reverse)).status).toBe(200)
  expect(await live()).toEqual(['USD 301.25'])
})

test('several entries are deleted at once and restored at once', async () => {
  const entered = await change({ enter: [entry('AUD', 232.2), entry('CAD', 233.1)] })
  const entries = entered.body.data.map(({ after }) => after!)
  const deleted = await change({ delete: entries.map(seen) })
  expect([deleted.body.message, await live()]).toEqual([
    '2 exchange rates deleted successfully',
    [],
  ])
  const restored = await change({
    restore: deleted.body.data.map(({ before }) => ({ id: before!.id })),
  })
  expect([restored.body.message, await live()]).toEqual([
    '2 exchange rates restored successfully',
    ['AUD 232.2', 'CAD 233.1'],
  ])
})

test('an entry that another user has changed, entered or deleted refuses the whole request with 409', async () => {
  const { body: first } = await ratesApp.post(usd)
  ratesApp.run.clock.turn(1)
  const { body: second } = await ratesApp.post({ ...usd, rate: 302 }, {}, ratesApp.kumari)
  const enter = [entry('AUD', 232.2), entry('USD', 303, seen(first.data))]
  const refused = [
    await change({ enter }),
    await change({ delete: [seen(first.data)], enter: [entry('AUD', 232.2)] }),
    await change({ enter: [entry('AUD', 232.2), entry('USD', 303)] }),
  ]
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.message).toContain(
      'Kumari Silva has entered 302.0000 LKR as the USD rate of 29 Sep 2026',
    )
  }
  await ratesApp.remove(second.data.id)
  const gone = await change({ enter: [entry('USD', 303, seen(second.data))] })
  expect([gone.status, gone.body.message]).toEqual([
    409,
    'The USD rate of 29 Sep 2026 was deleted meanwhile. Nothing was saved.',
  ])
  expect(await live()).toEqual([])
})

test('after a clock was once a day ahead, another user’s change is still refused, 10 of 10', async () => {
  const { clock } = ratesApp.run
  clock.turn(86_400)
  let newest = (await ratesApp.post(usd)).body.data
  clock.turn(-86_400)
  const instants = [newest.updated_at]
  for (let round = 1; round <= 10; round++) {
    const mine = await change({ enter: [entry('USD', 302 + round, seen(newest))] })
    expect(mine.status).toBe(200)
    const { status } = await change(
      { enter: [entry('USD', 303 + round, seen(newest))] },
      ratesApp.kumari,
    )
    expect(status).toBe(409)
    newest = mine.body.data[0]!.after!
    instants.push(newest.updated_at)
  }
  expect([...new Set(instants)].sort()).toEqual(instants)
})

test('an entry that was restored and deleted again since is not restored unseen', async () => {
  const { data } = (await ratesApp.post(usd)).body
  await ratesApp.remove(data.id)
  await ratesApp.restore(data.id)
  await ratesApp.remove(data.id)
  expect((await change({ restore: [seen(data)] })).status).toBe(409)
  expect((await change({ restore: [{ id: data.id }] })).status).toBe(200)
})

test('an error names the field’s place, and an Idempotency-Key makes a repeat harmless', async () => {
  const early = { ...entry('USD', 301), date: '2026-09-30' }
  for (const [enter, field] of [
    [[entry('USD', 301), entry('AUD', -1)], 'enter.1.rate'],
    [[entry('AUD', 232.2), early], 'enter.1.date'],
  ] as const) {
    const { status, body } = await change({ enter })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  }
  const many = Array.from({ length: 21 }, (_, at) => ({ id: at + 1 }))
  for (const count of [{}, { restore: many }])
    expect(Object.values((await change(count)).body.errors ?? {})).toEqual([
      ['A request makes from 1 to 20 changes.'],
    ])
  const key = { 'idempotency-key': 'four-rates' }
  const once = await change({ enter: [entry('CAD', 233.1)] }, ratesApp.nimal, key)
  const twice = await change({ enter: [entry('CAD', 233.1)] }, ratesApp.nimal, key)
  expect(twice).toMatchObject({ status: 200, body: once.body })
})

test('a doubtful rate is saved with its warnings, also about the other side in the same request', async () => {
  const side = (kind: string, rate: number) => ({ ...entry('USD', rate), kind })
  const { body } = await change({ enter: [side('tt-buying', 306), side('tt-selling', 305)] })
  expect(body.data.map(({ warnings }) => warnings?.map(({ kind }) => kind))).toEqual([
    ['buying not below selling'],
    ['buying not below selling'],
  ])
  expect(body.data[0]?.after?.kind).toBe('tt-buying')
})
