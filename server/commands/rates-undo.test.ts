import { rowsOf } from '../testing/import-rows.ts'
import { expect, test } from 'vitest'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { commitImport, listImports, undoImport } from '../../contract/imports.ts'
import { sendRequest } from '../testing/send-request.ts'
import { runOperatorCommand } from '../testing/run-operator-command.ts'

const ratesApp = await ratesAppOfFile()

const enter = async (by: 'nimal' | 'kumari', date: string, rate: number) => {
  const { status, body } = await ratesApp.post(
    { date, base_currency: 'USD', rate },
    {},
    ratesApp[by],
  )
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
  Object.fromEntries(
    (await ratesApp.liveRows()).map(({ date, rate }) => [date.slice(8), Number(rate)]),
  )

test('rates:undo undoes the rates of one user except those changed since', async () => {
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
  const gone = (await ratesApp.recent('?state=deleted')).body.data.find(
    ({ date }) => date === '2026-09-27',
  )
  expect(gone).toMatchObject({ updated_by: 'Kumari Silva', deleted_by: 'Operator' })

  const [audited, ...more] = (await ratesApp.trail()).filter(
    ({ action }) => action === 'undo exchange rates',
  )
  expect(more).toEqual([])
  expect(audited).toMatchObject({
    description: 'Undid what Kumari Silva did to USD rates: 1 deleted, 2 put back',
    user_id: null,
    user_email: null,
  })
  expect(JSON.parse(audited?.metadata ?? '')).toMatchObject({
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

const call = <E extends Endpoint>(by: 'nimal' | 'kumari', url: string, payload?: object) =>
  sendRequest<E>(ratesApp.run, {
    method: payload ? 'POST' : 'GET',
    url: `/api/${url}`,
    headers: ratesApp[by].headers,
    ...(payload && { payload }),
  })
const enterWeek = async (
  by: 'nimal' | 'kumari',
  first_day: string,
  last_day: string,
  gazette: string,
  rate: number,
) => {
  const rows = rowsOf(`currency,rate\nUSD,${rate}\nGBP,${rate + 100}`)
  const payload = { subject: 'customs rates', first_day, last_day, gazette, rows }
  const { status, body } = await call<typeof commitImport>(by, 'exchange-rate/import', payload)
  expect(status).toBe(201)
  ratesApp.run.clock.turn(60)
  return body.data.id
}
/** Rate, gazette and last day of the customs rates of a day. */
const shownWeek = async (date: string) => {
  const url = `/api/exchange-rate/current/USD?kind=customs&date=${date}`
  const { data } = (await ratesApp.run.app.inject({ url })).json<{
    data: Record<string, unknown>
  }>()
  return [data['rate'], data['gazette'], data['effective_to']]
}
const lastUndo = async () => {
  const entry = (await ratesApp.trail()).findLast(({ action }) => action === 'undo exchange rates')
  return { ...entry, metadata: JSON.parse(entry?.metadata ?? '') as unknown }
}

test('rates:undo restores the customs schedule before', async () => {
  const { run, nimal, kumari } = ratesApp
  await enterWeek('nimal', '2026-09-14', '2026-09-20', '2454/01', 300)
  await enterWeek('nimal', '2026-09-07', '2026-09-13', '2453/01', 299)
  const since = run.clock.now().toISOString()
  await enterWeek('kumari', '2026-09-14', '2026-09-21', '2454/99', 310) // replaced
  await enterWeek('kumari', '2026-09-21', '2026-09-27', '2455/99', 311) // added
  await enterWeek('kumari', '2026-09-07', '2026-09-12', '2453/99', 309) // then entered by somebody else
  await enterWeek('nimal', '2026-09-07', '2026-09-13', '2453/02', 299.5)
  expect(await shownWeek('2026-09-21')).toEqual([311, '2455/99', '2026-09-27'])

  await undo('--by', kumari.email, '--since', since)
  await expect.poll(() => shownWeek('2026-09-14')).toEqual([300, '2454/01', '2026-09-20'])
  expect(await shownWeek('2026-09-07')).toEqual([299.5, '2453/02', '2026-09-13'])
  // A rate that is entered by itself afterwards has no schedule.
  await ratesApp.post(
    { date: '2026-09-21', base_currency: 'USD', kind: 'customs', rate: 301.5 },
    {},
    nimal,
  )
  expect(await shownWeek('2026-09-21')).toEqual([301.5, null, null])
  expect((await lastUndo()).metadata).toMatchObject({ changes_total: 6 })
})

test('rates:undo restores the days of customs rates alone', async () => {
  const { run, kumari } = ratesApp
  await enterWeek('nimal', '2026-08-10', '2026-08-16', '2449/01', 298)
  const since = run.clock.now().toISOString()
  const id = await enterWeek('kumari', '2026-08-10', '2026-08-23', '2449/99', 298)
  expect(await shownWeek('2026-08-10')).toEqual([298, '2449/99', '2026-08-23'])
  const { printed } = await undo('--by', kumari.email, '--since', since)
  expect(printed).toContain(
    'Days of the customs rates of 10 Aug 2026: as gazette 2449/01 has them\n',
  )
  await expect.poll(() => shownWeek('2026-08-10')).toEqual([298, '2449/01', '2026-08-16'])
  expect(await lastUndo()).toMatchObject({
    description: 'Undid what Kumari Silva did to the days of customs rates: 1 put back',
    metadata: { changes: [{ date: '2026-08-10' }], imports: [id] },
  })
  const url = 'exchange-rate/imports?subject=customs%20rates'
  const { data } = (await call<typeof listImports>('kumari', url)).body
  expect(data.find((each) => each.id === id)).toMatchObject({ undone_by: 'Operator' })
})

test('rates:undo marks imports as undone', async () => {
  const { run, kumari } = ratesApp
  const since = run.clock.now().toISOString()
  const enterRows = async (text: string) =>
    (await call<typeof commitImport>('kumari', 'exchange-rate/import', { rows: rowsOf(text) })).body
      .data.id
  const taken = await enterRows('Date,Currency,Rate\n2026-09-10,USD,301\n2026-09-11,USD,301.1')
  const overtaken = await enterRows('Date,Currency,Rate\n2026-09-08,USD,302')
  run.clock.turn(60)
  await enter('kumari', '2026-09-11', 301.2)
  await enter('nimal', '2026-09-08', 302.5)
  await undo('--by', kumari.email, '--since', since, '--dry-run')
  const listed = async () => {
    const { data } = (await call<typeof listImports>('kumari', 'exchange-rate/imports')).body
    return [taken, overtaken].map((id) => data.find((each) => each.id === id)?.undone_by)
  }
  expect(await listed()).toEqual([null, null])
  await undo('--by', kumari.email, '--since', since)
  expect(await listed()).toEqual(['Operator', null])
  expect((await lastUndo()).metadata).toMatchObject({ imports: [taken] })
  const pressed = await call<typeof undoImport>('kumari', `exchange-rate/import/${taken}/undo`, {})
  expect(pressed).toMatchObject({ status: 409 })
})

test('rates:undo refuses an unknown email and a time without zone', async () => {
  expect(await undo('--by', 'nobody@example.lk', '--since', '2026-09-29')).toEqual({
    printed: 'No user has the email nobody@example.lk. See them all: npm run users -- list\n',
    status: 1,
  })
  for (const since of ['2026-09-29T10:00', 'yesterday', '2026-02-30', '2026-09-29T25:00Z']) {
    const { printed, status } = await undo('--by', ratesApp.kumari.email, '--since', since)
    expect(printed).toMatch(
      /^\S+ is neither a day nor a time with its zone\.\n\nnpm run rates:undo/,
    )
    expect(status).toBe(1)
  }
})
