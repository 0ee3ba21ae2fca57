import { expect, test } from 'vitest'
import type { checkManualRate } from '../../contract/entries.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'

const check = (payload: object) =>
  sendRequest<typeof checkManualRate>(ratesApp.run, {
    method: 'POST',
    url: '/api/exchange-rate/manual/check',
    headers: ratesApp.nimal.headers,
    payload,
  })

const ratesApp = await ratesAppOfFile()

test('a check returns warnings and the replaced rate, and writes nothing', async () => {
  const before = (await ratesApp.trail()).length
  expect((await check(usd)).body.data).toEqual({ warnings: [], replaces: null })
  const { body } = await check({ ...usd, rate: 0.0033 })
  expect(body.data.warnings[0]).toMatchObject({ kind: 'inverted pair' })
  expect(await ratesApp.trail()).toHaveLength(before)
  expect(await ratesApp.liveRows()).toEqual([])
})

test('a check refuses the same as an entry', async () => {
  for (const [wrong, field] of [
    [{ rate: 0 }, 'rate'],
    [{ date: '2026-09-30' }, 'date'],
  ] as const) {
    const { status, body } = await check({ ...usd, ...wrong })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  }
})

test('a doubtful entry is saved, with the warnings and the reason in the audit trail', async () => {
  const { status, body } = await ratesApp.post({
    ...usd,
    rate: 3012.5,
    reason: ' The bank said so ',
  })
  expect(status).toBe(201)
  expect(body.warnings?.map(({ kind }) => kind)).toEqual([
    'moved decimal point',
    'far from the feed',
    'far from recent days',
  ])
  const metadata = JSON.parse((await ratesApp.trail()).at(-1)?.metadata ?? '') as object
  expect(metadata).toMatchObject({
    reason: 'The bank said so',
    warnings: [{ kind: 'moved decimal point' }, {}, {}],
  })
  expect((await check(usd)).body.data.replaces).toBe(3012.5)
  expect((await ratesApp.post(usd)).body).not.toHaveProperty('warnings')
})

test('a rate far from the last one gets a warning, whatever the last one’s age', async () => {
  const kinds = async (entry: object) =>
    (await check({ ...usd, ...entry })).body.data.warnings.map(({ kind }) => kind)
  await publish(ratesApp.run, 'cbsl', 'CAD', { '2026-07-31': '233.2' })
  expect(await kinds({ base_currency: 'CAD', rate: 300 })).toEqual(['far from recent days'])
  expect(await kinds({ base_currency: 'GBP', rate: 43.8 })).toEqual(['far from usual'])
  expect(await kinds({ date: '2026-06-01', rate: 438.06 })).toEqual([
    'far from recent days',
    'long ago',
  ])
})
