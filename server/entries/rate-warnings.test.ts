import { expect, test } from 'vitest'
import type { checkManualRate } from '../../contract/entries.ts'
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

test('a check says what looks wrong and what would be replaced, and writes nothing', async () => {
  const before = (await ratesApp.trail()).length
  expect((await check(usd)).body.data).toEqual({ warnings: [], replaces: null })
  const { body } = await check({ ...usd, rate: 0.0033 })
  expect(body.data.warnings[0]).toMatchObject({ kind: 'inverted pair' })
  expect(await ratesApp.trail()).toHaveLength(before)
  expect(await ratesApp.liveRows()).toEqual([])
})

test('a check refuses what an entry would', async () => {
  const { status, body } = await check({ ...usd, date: '2026-01-01', rate: 0 })
  expect(status).toBe(400)
  expect(Object.keys(body.errors ?? {}).sort()).toEqual(['date', 'rate'])
})

test('an entry that looks wrong is taken all the same, with the warnings and the reason in the trail', async () => {
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
