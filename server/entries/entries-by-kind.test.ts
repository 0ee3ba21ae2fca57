import { rowsOf } from '../testing/import-rows.ts'
import { expect, test } from 'vitest'
import type { checkManualRate } from '../../contract/entries.ts'
import type { commitImport, undoImport } from '../../contract/imports.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { undoRates } from './undo-rates.ts'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()
await publish(
  ratesApp.run,
  'cbsl',
  'USD',
  { '2026-09-25': '304', '2026-09-28': '304.5' },
  'tt-selling',
)

const call = <
  E extends typeof commitImport | typeof undoImport | typeof checkManualRate,
>(
  path: string,
  payload?: object,
) =>
  sendRequest<E>(ratesApp.run, {
    method: 'POST',
    url: `/api/exchange-rate/${path}`,
    headers: ratesApp.nimal.headers,
    ...(payload && { payload }),
  })
const live = async () =>
  (await ratesApp.liveRows())
    .map(({ currency, kind, date, rate }) => `${currency} ${kind} ${date.slice(8)} ${Number(rate)}`)
    .sort()

const selling = { ...usd, kind: 'tt-selling', rate: 305 }
const buying = { ...usd, kind: 'tt-buying', rate: 297 }

test('a day has one live entry of each kind, and only the entries of another kind than the usual one say so unasked', async () => {
  const { status, body } = await ratesApp.post(selling)
  expect([status, body.data.kind]).toEqual([201, 'tt-selling'])
  expect((await ratesApp.post(buying)).body.data.kind).toBe('tt-buying')
  expect((await ratesApp.post(usd)).body.data).not.toHaveProperty('kind')
  const named = await ratesApp.post({ ...usd, kind: 'indicative' })
  expect([named.status, named.body.data.kind]).toEqual([200, 'indicative'])
  const replaced = await ratesApp.post({ ...selling, rate: 305.5 })
  expect([replaced.status, replaced.body.data.id]).toEqual([200, body.data.id])
  expect(await live()).toEqual([
    'USD indicative 29 301.25',
    'USD tt-buying 29 297',
    'USD tt-selling 29 305.5',
  ])

  const kindsOf = async (query = '') => {
    const { data, total } = (await ratesApp.recent(query)).body
    expect(total).toBe(data.length)
    return data.map(({ kind }) => kind)
  }
  expect((await kindsOf()).sort()).toEqual(['tt-buying', 'tt-selling', undefined])
  expect(await kindsOf('?kind=tt-selling')).toEqual(['tt-selling'])
  expect(await kindsOf('?kind=indicative')).toEqual(['indicative'])
  expect(await kindsOf('?kind=customs')).toEqual([])
})

test('deleting and restoring one kind leaves the others, and the trail names it', async () => {
  const [entry] = (await ratesApp.recent('?kind=tt-selling')).body.data
  await ratesApp.remove(entry?.id ?? 0)
  expect(await live()).toEqual(['USD indicative 29 301.25', 'USD tt-buying 29 297'])
  const [deleted] = (await ratesApp.recent('?state=deleted')).body.data
  expect(deleted).toMatchObject({ kind: 'tt-selling', rate: 305.5 })
  const other = (await ratesApp.post(selling)).body.data.id
  const taken = await ratesApp.restore(entry?.id ?? 0)
  expect([taken.status, taken.body.message]).toEqual([
    409,
    'Another entry has taken USD Bank sells (TT) rate on 29 Sep 2026 meanwhile.',
  ])
  await ratesApp.remove(other)
  expect((await ratesApp.restore(entry?.id ?? 0)).body.data.kind).toBe('tt-selling')
  const trail = await ratesApp.trail()
  const sellingTrail = trail.filter(({ description }) => description.includes('Bank sells (TT)'))
  expect(sellingTrail.map(({ description }) => description).sort()).toEqual([
    'Added the USD Bank sells (TT) rate of 29 Sep 2026: 305.0000 LKR',
    'Added the USD Bank sells (TT) rate of 29 Sep 2026: 305.0000 LKR',
    'Changed the USD Bank sells (TT) rate of 29 Sep 2026 from 305.0000 LKR to 305.5000 LKR',
    'Deleted the USD Bank sells (TT) rate of 29 Sep 2026: it was 305.0000 LKR',
    'Deleted the USD Bank sells (TT) rate of 29 Sep 2026: it was 305.5000 LKR',
    'Restored the USD Bank sells (TT) rate of 29 Sep 2026: 305.5000 LKR',
  ])
  for (const { metadata } of sellingTrail)
    expect(JSON.parse(metadata)).toMatchObject({
      changes: [{ currency: 'USD', kind: 'tt-selling' }],
    })
})

test.each([
  ['buying at what selling is', { ...buying, rate: 305.5 }, ['buying not below selling']],
  ['a wide spread', { ...buying, rate: 281 }, ['wide spread']],
  [
    'far from the kind’s own last rate',
    { ...selling, rate: 324, date: '2026-09-27' },
    ['far from recent days'],
  ],
  ['near the kind’s own last rate', { ...selling, rate: 304.2, date: '2026-09-27' }, []],
])('a rate is warned of for %s', async (_, entry, expected) => {
  const { body } = await call<typeof checkManualRate>('manual/check', entry)
  expect(
    body.data.warnings.map(({ kind }) => kind).filter((kind) => expected.includes(kind)),
  ).toEqual(expected)
  if (expected.length === 0) expect(body.data.warnings).toEqual([])
})

const TABLE = rowsOf(`date,currency,kind,rate
2026-09-24,USD,tt-buying,296
2026-09-24,USD,tt-selling,304
2026-09-24,USD,,300.5
2026-09-23,GBP,tt-selling,410`)

test('an import of several kinds is undone as a whole', async () => {
  const before = await live()
  const { body } = await call<typeof commitImport>('import', { rows: TABLE })
  expect(body.data).toMatchObject({ added: 4, replaced: 0 })
  const added = (await live()).filter((each) => !before.includes(each))
  expect(added).toEqual([
    'GBP tt-selling 23 410',
    'USD indicative 24 300.5',
    'USD tt-buying 24 296',
    'USD tt-selling 24 304',
  ])
  await call<typeof undoImport>(`import/${body.data.id}/undo`)
  expect(await live()).toEqual(before)
  const reported = (await ratesApp.trail()).map(({ description }) => description)
  expect(reported.at(-2)).toMatch(/^Imported \d+ rates of \d series: /)
  expect(reported.at(-1)).toMatch(
    new RegExp(`^Undid import ${body.data.id}: \\d+ rates of \\d series removed`),
  )
})

test('undoing what a user did gives each kind back what it had', async () => {
  const { run, kumari } = ratesApp
  run.clock.turn(60)
  const since = run.clock.now()
  const before = await live()
  await ratesApp.post({ ...selling, rate: 309 }, {}, kumari)
  await ratesApp.post({ ...usd, kind: 'customs', rate: 303 }, {}, kumari)
  await run.db.transaction().execute((trx) =>
    undoRates(trx, {
      user: { ...kumari, name: 'Kumari Silva' },
      since,
      at: run.clock.now(),
      dryRun: false,
    }),
  )
  await caughtUp(run)
  expect(await live()).toEqual(before)
  const reported = (await ratesApp.trail()).map(({ description }) => description)
  expect(reported).toContain(
    'Undid what Kumari Silva did to rates of 2 series: 1 deleted, 1 put back',
  )
})
