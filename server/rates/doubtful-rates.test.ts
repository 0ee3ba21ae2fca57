import { beforeEach, describe, expect, test } from 'vitest'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { publish } from './published-rates.fixture.ts'

const ratesApp = await ratesAppOfFile({ PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB' })
const { run, nimal } = ratesApp
const MANUAL = '/api/exchange-rate/manual'
const IMPORT = '/api/exchange-rate/import'

interface Answer {
  readonly code?: string
  readonly message?: string
  readonly warnings?: { kind: string; line?: number }[]
  readonly data?: { id?: number; doubtful?: number; rate?: number }
}
const send = async (
  url: string,
  payload: object | string,
  headers: Record<string, string>,
): Promise<[number, Answer]> => {
  const type = typeof payload === 'string' ? { 'content-type': 'text/csv' } : {}
  const response = await run.app.inject({
    ...{ method: 'POST', url, payload },
    headers: { ...headers, ...type },
  })
  return [response.statusCode, response.json<Answer>()]
}
/** Of a new user, because tokens are created soon after signing in. */
const createToken = async (limits: object = {}) => {
  const { headers } = await signedInUser(run)
  const [status, body] = await send(
    '/api/auth/access-tokens',
    { name: 'Script', scope: 'write', ...limits },
    headers,
  )
  expect(status).toBe(201)
  return { authorization: `Bearer ${(body as unknown as { token: string }).token}` }
}
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

describe('a limited token', () => {
  const entryOf = (kind: string, publisher: string | undefined) => ({
    ...{ ...usd, date: '2026-09-24', kind, rate: 301, accept: CODES },
    ...(publisher && { publisher }),
  })
  const PUBLISHERS = [undefined, 'sampath', 'hnb']
  const KINDS = RATE_KINDS.filter((kind) => kind !== 'customs')

  test.each([
    { publishers: ['hnb'], kinds: [] },
    { publishers: ['main'], kinds: [] },
    { publishers: [], kinds: ['tt-selling'] },
    { publishers: ['sampath', 'main'], kinds: ['tt-buying', 'indicative'] },
  ])('of $publishers and $kinds changes these rates only', async (limits) => {
    const headers = await createToken(limits)
    for (const kind of KINDS)
      for (const publisher of PUBLISHERS) {
        const may =
          (limits.kinds.length === 0 || limits.kinds.includes(kind)) &&
          (limits.publishers.length === 0 || limits.publishers.includes(publisher ?? 'main'))
        const all = ['wide spread', 'buying not below selling', 'swapped digits']
        const entry = entryOf(kind, publisher)
        const body = { ...entry, accept: [...entry.accept, ...all] }
        const [status, answer] = await send(MANUAL, body, headers)
        expect(status, `${kind} ${publisher}`).toBe(may ? 201 : 403)
        if (!may) expect(answer.message).toMatch(/may change rates of these/)
        const row = { currency: 'AUD', date: '2026-09-24', rate: 200, kind }
        const rows = [{ ...row, ...(publisher && { publisher }), accept: body.accept }]
        expect((await send(IMPORT, { rows }, headers))[0]).toBe(may ? 201 : 403)
        if (may) continue
        const stored = await send(MANUAL, entry, nimal.headers)
        const id = String(stored[1].data?.id)
        const deleted = await run.app.inject({ method: 'DELETE', url: `${MANUAL}/${id}`, headers })
        expect(deleted.statusCode).toBe(403)
        const removed = await run.app.inject({
          ...{ method: 'DELETE', url: `${MANUAL}/${id}`, headers: nimal.headers },
        })
        expect(removed.statusCode).toBe(200)
        expect((await send(`${MANUAL}/${id}/restore`, {}, headers))[0]).toBe(403)
      }
  })

  test('changes neither policies nor holidays nor customs weeks, and the trail names its limits', async () => {
    const headers = await createToken({ publishers: ['hnb'], kinds: ['tt-buying'] })
    const policy = { kind: 'indicative', rule: 'of the day', version: 0 }
    expect((await send('/api/rate-policy/closing', policy, headers))[0]).toBe(403)
    const holidays = {
      ...{ subject: 'bank holidays', scope: 'special', source: 'Gazette' },
      rows: [{ date: '2026-09-28', name: 'A holiday' }],
    }
    expect((await send(IMPORT, holidays, headers))[0]).toBe(403)
    const week = {
      ...{ subject: 'customs rates', first_day: '2026-09-28', last_day: '2026-10-04' },
      ...{ gazette: '2500/1', rows: [{ currency: 'USD', rate: 301 }] },
    }
    expect((await send(IMPORT, week, headers))[0]).toBe(403)
    const [entry] = (await ratesApp.trail()).filter(({ description }) =>
      description.includes('hnb, tt-buying'),
    )
    expect(entry).toBeTruthy()
  })
})
