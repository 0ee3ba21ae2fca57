import { beforeEach, describe, expect, test } from 'vitest'
import { usd } from '../entries/manual-rates.fixture.ts'
import { publish } from './published-rates.fixture.ts'
import { IMPORT, MANUAL, programsOfFile } from './programs.fixture.ts'

const { ratesApp, send, createToken } = await programsOfFile()
const { run, nimal } = ratesApp
const token = await createToken()
const refusals = async () =>
  (await ratesApp.trail()).filter(({ action }) => action === 'refused exchange rate')
const refused = async () => {
  const response = await run.app.inject({ url: `${MANUAL}/refused`, headers: nimal.headers })
  return response.json<{ data: { date: string; rate: number }[] }>().data
}
const doubtful = { ...usd, rate: 3012.5 }
const CODES = ['moved decimal point', 'far from the feed', 'far from recent days']

beforeEach(async () => {
  await ratesApp.clear()
  // Refusals of an hour before are not recorded again.
  run.clock.turn(4000)
})

describe('a program’s doubtful figure', () => {
  test('is refused with its warnings, stored nowhere, and in the trail once an hour', async () => {
    const before = (await refusals()).length
    const [status, body] = await send(MANUAL, doubtful, token)
    expect([status, body.code, body.warnings?.map(({ kind }) => kind)]).toEqual([
      422,
      'doubtful_rate',
      CODES,
    ])
    expect(body.message).toContain('10 times too high')
    expect(await ratesApp.liveRows()).toEqual([])
    await send(MANUAL, doubtful, token)
    const entries = await refusals()
    expect(entries).toHaveLength(before + 1)
    expect(entries.at(-1)).toMatchObject({
      description: 'Refused the doubtful USD rate of 29 Sep 2026 from a program: 3012.5000 LKR',
    })
  })

  test('is stored if accept lists its codes, and not if one is missing', async () => {
    expect((await send(MANUAL, { ...doubtful, accept: CODES.slice(1) }, token))[0]).toBe(422)
    expect((await send(MANUAL, { ...doubtful, accept: CODES }, token))[0]).toBe(201)
    expect((await send(MANUAL, { ...doubtful, accept: ['nonsense'] }, token))[0]).toBe(400)
  })

  test('is not kept for its Idempotency-Key', async () => {
    const headers = { ...token, 'idempotency-key': 'one' }
    expect((await send(MANUAL, doubtful, headers))[0]).toBe(422)
    expect((await send(MANUAL, usd, headers))[0]).toBe(201)
  })

  test('among several entries refuses all of them', async () => {
    const enter = [
      { date: usd.date, base_currency: 'AUD', rate: 200, replaces: null },
      { date: usd.date, base_currency: 'USD', rate: 3012.5, replaces: null },
    ]
    await publish(run, 'cbsl', 'AUD', { '2026-09-28': '200' })
    expect((await send(`${MANUAL}/changes`, { enter }, token))[0]).toBe(422)
    expect(await ratesApp.liveRows()).toEqual([])
    const [first, second] = enter
    const accepted = { enter: [first, { ...second, accept: CODES }] }
    expect((await send(`${MANUAL}/changes`, accepted, token))[0]).toBe(200)
  })

  test('in a sheet is refused with its line, unless that row accepts it', async () => {
    const csv = (codes: string) =>
      'date,currency,rate,kind,publisher,units,accept\n' +
      `2026-09-28,USD,300.95,,,,\n2026-09-29,USD,3012.5,,,,${codes}\n`
    const [status, body] = await send(IMPORT, csv(''), token)
    expect([status, body.warnings?.[0]]).toMatchObject([422, { line: 3 }])
    expect(await ratesApp.liveRows()).toEqual([])
    expect((await send(IMPORT, csv(CODES.join('; ')), token))[0]).toBe(201)
  })

  test('is not restored either, alone or among changes, unless accepted; undoing puts it back', async () => {
    const [, { data }] = await send(MANUAL, doubtful, nimal.headers)
    const id = data?.id ?? 0
    const remove = () => send(`${MANUAL}/${id}`, {}, nimal.headers, 'DELETE')
    const restore = `${MANUAL}/${id}/restore`
    await remove()
    const changes = (more: object) => ({ restore: [{ id, ...more }] })
    const [status, { code, warnings }] = await send(restore, {}, token)
    expect([status, code, warnings?.map(({ kind }) => kind)]).toEqual([422, 'doubtful_rate', CODES])
    expect((await send(`${MANUAL}/changes`, changes({}), token))[0]).toBe(422)
    expect(await ratesApp.liveRows()).toEqual([])
    expect((await send(restore, { accept: CODES }, token))[0]).toBe(200)
    await remove()
    expect((await send(`${MANUAL}/changes`, changes({ accept: CODES }), token))[0]).toBe(200)
    await remove()
    expect((await send(restore, {}, nimal.headers))[0]).toBe(200)

    const rows = [{ date: usd.date, currency: 'USD', rate: usd.rate }]
    const [, imported] = await send(IMPORT, { rows }, token)
    expect((await send(`${IMPORT}/${imported.data?.id}/undo`, {}, token))[0]).toBe(200)
    expect((await ratesApp.liveRows()).map(({ rate }) => rate)).toEqual(['3012.5000'])
  })

  test('is stored from a session, whose page has asked', async () => {
    expect((await send(MANUAL, doubtful, nimal.headers))[0]).toBe(201)
  })

  test('is shown until its day has a rate; a day long ago alone is no doubt', async () => {
    const entry = { ...usd, base_currency: 'GBP', date: '2026-09-25', rate: 4.4 }
    expect((await send(MANUAL, entry, token))[0]).toBe(422)
    expect(await refused()).toMatchObject([{ currency: 'GBP', date: '2026-09-25', rate: 4.4 }])
    await send(MANUAL, { ...entry, rate: 440 }, nimal.headers)
    expect((await refused()).filter(({ rate }) => rate === 4.4)).toEqual([])
    const old = { ...usd, base_currency: 'CAD', date: '2026-05-01', rate: 230 }
    expect((await send(MANUAL, old, token))[0]).toBe(201)
  })
})
