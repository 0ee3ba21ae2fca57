import { expect, test } from 'vitest'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import type { importCustoms } from '../../contract/customs.ts'
import { sendRequest } from '../testing/send-request.ts'
import { runOperatorCommand } from '../testing/run-operator-command.ts'

const ratesApp = await ratesAppOfFile()

const enter = async (by: 'nimal' | 'kumari', date: string, rate: number) => {
  const { status, body } = await ratesApp.post({ date, base_currency: 'USD', rate }, {}, ratesApp[by])
  expect([200, 201]).toContain(status)
  return body.data.id
}
const remove = async (id: number) => {
  const { headers } = ratesApp.kumari
  const response = await ratesApp.run.app.inject({
    method: 'DELETE',
    url: `/api/exchange-rate/manual/${id}`,
    headers,
  })
  expect(response.statusCode).toBe(200)
}
const undo = (...parameters: string[]) => runOperatorCommand(ratesApp.run, 'rates-undo', parameters)
const liveRates = async () =>
  Object.fromEntries((await ratesApp.liveRows()).map(({ date, rate }) => [date.slice(8), Number(rate)]))

test('what one user did to rates is undone, but for what others have changed since; a running server follows', async () => {
  await enter('kumari', '2026-09-20', 300)
  await enter('nimal', '2026-09-28', 301)
  const deleted = await enter('nimal', '2026-09-26', 302)
  ratesApp.run.clock.turn(3600)
  const since = ratesApp.run.clock.now().toISOString()
  await enter('kumari', '2026-09-27', 999) // added
  await enter('kumari', '2026-09-28', 998) // replaced, twice
  await enter('kumari', '2026-09-28', 999)
  await remove(deleted)
  await enter('kumari', '2026-09-25', 997) // then changed by somebody else
  await enter('nimal', '2026-09-25', 303)
  await enter('kumari', '2026-09-24', 304) // then entered again by somebody else
  await enter('nimal', '2026-09-24', 304)
  await remove(await enter('kumari', '2026-09-23', 305)) // added and taken back: nothing to undo
  const before = await liveRates()

  const dry = await undo('--by', ratesApp.kumari.email, '--since', since, '--dry-run')
  expect(dry.printed.trimEnd().split('\n')).toEqual([
    'USD of 26 Sep 2026: no entry -> 302.0000 LKR',
    'USD of 27 Sep 2026: 999.0000 LKR -> deleted',
    'USD of 28 Sep 2026: 999.0000 LKR -> 301.0000 LKR',
    'USD of 24 Sep 2026: left at 304.0000 LKR, somebody else has changed it since',
    'USD of 25 Sep 2026: left at 303.0000 LKR, somebody else has changed it since',
    'Nothing was changed. Without --dry-run: 1 deleted, 2 put back, 2 left.',
  ])
  expect(await liveRates()).toEqual(before)

  const { printed, status } = await undo('--by', ratesApp.kumari.email, '--since', since)
  expect(printed).toContain(
    `What ${ratesApp.kumari.email} did to rates is undone: 1 deleted, 2 put back, 2 left.`,
  )
  expect(status).toBe(0)
  expect(await liveRates()).toEqual({ '20': 300, '24': 304, '25': 303, '26': 302, '28': 301 })
  await expect.poll(async () => (await ratesApp.current('2026-09-28')).rate).toBe(301)
  await expect.poll(async () => (await ratesApp.current('2026-09-27')).rate).toBe(302)
  const entry = (await ratesApp.recent()).body.data.find(({ date }) => date === '2026-09-28')
  expect(entry).toMatchObject({ rate: 301, created_by: 'Nimal Perera', updated_by: 'Operator' })
  const gone = (await ratesApp.recent('?state=deleted')).body.data.find(({ date }) => date === '2026-09-27')
  expect(gone).toMatchObject({ updated_by: 'Kumari Silva', deleted_by: 'Operator' })

  const [audited, ...more] = (await ratesApp.trail()).filter(({ action }) => action === 'undo exchange rates')
  expect(more).toEqual([])
  expect(audited).toMatchObject({
    description: `Undid what user ${ratesApp.kumari.id} did to USD rates: 1 deleted, 2 put back`,
    user_id: null,
    user_email: null,
    currency: 'USD',
  })
  expect(JSON.parse(audited?.metadata ?? '')).toMatchObject({
    actor: 'operator',
    user_id: ratesApp.kumari.id,
    since,
    left: ['2026-09-24', '2026-09-25'],
    changes: [
      { date: '2026-09-26', from: null, to: 302 },
      { date: '2026-09-27', from: 999, to: null },
      { date: '2026-09-28', from: 999, to: 301 },
    ],
  })

  const repeated = await undo('--by', ratesApp.kumari.email, '--since', since)
  expect(repeated.printed).toContain('0 deleted, 0 put back, 5 left.')
})

test('customs rates are undone with their schedules: the one before counts again, or none', async () => {
  const { run, nimal, kumari } = ratesApp
  const enterWeek = async (
    { headers }: typeof nimal,
    first_day: string,
    last_day: string,
    gazette: string,
    rate: number,
  ) => {
    const payload = { first_day, last_day, gazette, text: `USD ${rate}\nGBP ${rate + 100}` }
    const url = '/api/customs/import'
    const { status } = await sendRequest<typeof importCustoms>(run, { method: 'POST', url, headers, payload })
    expect(status).toBe(201)
    run.clock.turn(60)
  }
  const shown = async (date: string) => {
    const response = await run.app.inject({ url: `/api/exchange-rate/current/USD?kind=customs&date=${date}` })
    const { rate, gazette, effective_to: to } = response.json<{ data: Record<string, unknown> }>().data
    return [rate, gazette, to]
  }
  await enterWeek(nimal, '2026-09-14', '2026-09-20', '2454/01', 300)
  await enterWeek(nimal, '2026-09-07', '2026-09-13', '2453/01', 299)
  const since = run.clock.now().toISOString()
  await enterWeek(kumari, '2026-09-14', '2026-09-21', '2454/99', 310) // replaced
  await enterWeek(kumari, '2026-09-21', '2026-09-27', '2455/99', 311) // added
  await enterWeek(kumari, '2026-09-07', '2026-09-12', '2453/99', 309) // then entered by somebody else
  await enterWeek(nimal, '2026-09-07', '2026-09-13', '2453/02', 299.5)
  expect(await shown('2026-09-21')).toEqual([311, '2455/99', '2026-09-27'])

  await undo('--by', kumari.email, '--since', since)
  await expect.poll(() => shown('2026-09-14')).toEqual([300, '2454/01', '2026-09-20'])
  expect(await shown('2026-09-07')).toEqual([299.5, '2453/02', '2026-09-13'])
  // A rate that is entered by itself afterwards has no schedule.
  await ratesApp.post({ date: '2026-09-21', base_currency: 'USD', kind: 'customs', rate: 301.5 }, {}, nimal)
  expect(await shown('2026-09-21')).toEqual([301.5, null, null])
  const audited = (await ratesApp.trail()).findLast(({ action }) => action === 'undo exchange rates')
  expect(JSON.parse(audited?.metadata ?? '')).toMatchObject({ schedules: ['2026-09-14', '2026-09-21'] })
})

test('an unknown email and a time without its zone are a sentence and status 1', async () => {
  expect(await undo('--by', 'nobody@example.lk', '--since', '2026-09-29')).toEqual({
    printed: 'No user has the email nobody@example.lk. See them all: npm run users -- list\n',
    status: 1,
  })
  for (const since of ['2026-09-29T10:00', 'yesterday', '2026-02-30', '2026-09-29T25:00Z']) {
    const { printed, status } = await undo('--by', ratesApp.kumari.email, '--since', since)
    expect(printed).toMatch(/^npm run rates:undo -- --by EMAIL/)
    expect(status).toBe(1)
  }
})
