import { expect, test } from 'vitest'
import { publish } from '../rates/published-rates.fixture.ts'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()
await publish(
  ratesApp.run,
  'cbsl',
  'USD',
  { '2026-09-25': '304', '2026-09-28': '304.5' },
  'tt-selling',
)

const live = async () =>
  (await ratesApp.liveRows())
    .map(({ currency, kind, date, rate }) => `${currency} ${kind} ${date.slice(8)} ${Number(rate)}`)
    .sort()

const selling = { ...usd, kind: 'tt-selling', rate: 305 }
const buying = { ...usd, kind: 'tt-buying', rate: 297 }

test('a day has one live entry of each kind, and responses name a kind that is not indicative', async () => {
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

test('deleting and restoring one kind leaves the others, and the audit trail names it', async () => {
  const [entry] = (await ratesApp.recent('?kind=tt-selling')).body.data
  await ratesApp.remove(entry?.id ?? 0)
  expect(await live()).toEqual(['USD indicative 29 301.25', 'USD tt-buying 29 297'])
  const [deleted] = (await ratesApp.recent('?state=deleted')).body.data
  expect(deleted).toMatchObject({ kind: 'tt-selling', rate: 305.5 })
  expect((await ratesApp.restore(entry?.id ?? 0)).body.data.kind).toBe('tt-selling')
  const trail = await ratesApp.trail()
  const sellingTrail = trail.filter(({ description }) => description.includes('Bank sells (TT)'))
  expect(sellingTrail.map(({ description }) => description).sort()).toEqual([
    'Added the USD Bank sells (TT) rate of 29 Sep 2026: 305.0000 LKR',
    'Changed the USD Bank sells (TT) rate of 29 Sep 2026 from 305.0000 LKR to 305.5000 LKR',
    'Deleted the USD Bank sells (TT) rate of 29 Sep 2026: it was 305.5000 LKR',
    'Restored the USD Bank sells (TT) rate of 29 Sep 2026: 305.5000 LKR',
  ])
  for (const { metadata } of sellingTrail)
    expect(JSON.parse(metadata)).toMatchObject({
      changes: [{ currency: 'USD', kind: 'tt-selling' }],
    })
})
