import { rowsOf } from '../testing/import-rows.ts'
import { expect, test } from 'vitest'
import type { listAuditEntries } from '../../contract/audit-log.ts'
import type { commitImport, undoImport } from '../../contract/imports.ts'
import type { changeManualRates } from '../../contract/entry-changes.ts'
import type { citedRate, rateBoard, rateHistory } from '../../contract/rates/rate-history.ts'
import type { currentRate, lastSevenDays, rateSeries } from '../../contract/rates/rates.ts'
import { createAccessToken } from '../../contract/access-token.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { alertCalls } from '../alerts/alerts.fixture.ts'
import { NO_CHECKPOINTS, verifyDatabase } from '../audit-log/verify-database.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { bearer, Visitor } from '../sign-in/sign-in.fixture.ts'
import { publish } from './published-rates.fixture.ts'

const url = '/api/exchange-rate'
const env = { PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB,nations:Nations Commercial Bank' }
const ratesApp = await ratesAppOfFile(env)
const { run, nimal, kumari, post } = ratesApp
const read = <E extends Endpoint>(path: string, headers = {}) => run.get<E>(url + path, headers)
/** Without the instant of the newest change of all. */
const bytes = async (path: string) =>
  (await run.app.inject({ url: url + path })).body.replace(/"as_of":"[^"]*"/, '')
const call = <E extends Endpoint>(path: string, payload: object, headers = nimal.headers) =>
  run.post<E>(url + path, payload, headers)

await publish(run, 'cbsl', 'USD', { '2026-09-28': '303', '2026-09-29': '303.5' }, 'tt-selling')
await publish(run, 'cbsl', 'USD', { '2026-09-28': '296', '2026-09-29': '296.5' }, 'tt-buying')

const selling = {
  date: '2026-09-29',
  base_currency: 'USD',
  kind: 'tt-selling',
  publisher: 'sampath',
  rate: 304.75,
}
const PATHS = [
  ...['/current/USD', '/USD/last-seven-days', '/board', '/USD/history', '/USD/on/2026-09-29'],
  ...['/USD/periods', '/history.csv', '/USD/history.csv'],
].flatMap((path) => [path, `${path}?kind=tt-selling`])

test('a rate of a bank is a series of its own and changes no other', async () => {
  const before = await Promise.all(PATHS.map(bytes))
  const entered = await post(selling)
  expect([entered.status, entered.body.data]).toMatchObject([
    201,
    { rate: 304.75, kind: 'tt-selling', publisher: 'sampath' },
  ])
  expect(entered.body).not.toHaveProperty('warnings')
  expect(await Promise.all(PATHS.map(bytes))).toEqual(before)
  expect((await read<typeof rateSeries>('/series')).body.data.series).toEqual([
    { kind: 'indicative' },
    { kind: 'tt-buying' },
    { kind: 'tt-selling' },
    { kind: 'tt-selling', publisher: 'sampath' },
  ])
  const of = 'kind=tt-selling&publisher=sampath'
  const own = { kind: 'tt-selling', publisher: 'sampath' }
  expect((await read<typeof currentRate>(`/current/USD?${of}`)).body.data).toMatchObject({
    ...own,
    rate: 304.75,
    date: '2026-09-29',
    source: 'manual',
  })
  expect((await read<typeof lastSevenDays>(`/USD/last-seven-days?${of}`)).body.data).toMatchObject({
    ...own,
    days_counted: 1,
    weekly_average: 304.75,
  })
  expect((await read<typeof rateHistory>(`/USD/history?${of}`)).body.data).toMatchObject({
    ...own,
    oldest_date: '2026-09-29',
  })
  const board = (await read<typeof rateBoard>(`/board?${of}`)).body.data
  expect(board).toMatchObject(own)
  expect(board.rates.map(({ rate }) => rate)).toEqual([304.75, null, null, null])
  expect(await bytes(`/history.csv?${of}&from=2026-09-29`)).toContain(
    '2026-09-29,USD,tt-selling,304.7500,1,Entered by hand,Sampath Bank',
  )
  expect(await bytes(`/USD/periods?${of}`)).toContain('"publisher":"sampath"')
  const atom = (await run.app.inject({ url: `/feed/USD.atom?${of}` })).body
  expect(atom).toContain(`Sampath Bank USD Bank sells (TT) rate 304.7500 LKR, 29 Sep 2026`)
  expect(atom).toContain('/rates/USD/2026-09-29?kind=tt-selling&amp;publisher=sampath')
  expect((await read<typeof currentRate>('/current/USD?publisher=hnb')).body.message).toBe(
    'No HNB rate of the US Dollar is known on or before 29 Sep 2026.',
  )
})

test('an unknown bank is refused with the list', async () => {
  const sentence = 'The publisher must be one of sampath, hnb, nations.'
  for (const path of ['/current/USD', '/board', '/USD/on/2026-09-29', '/manual/day']) {
    const { status, body } = await read<typeof currentRate>(`${path}?publisher=boc`, nimal.headers)
    expect([status, body.errors]).toEqual([400, { publisher: [sentence] }])
  }
  expect((await post({ ...selling, publisher: 'cbsl' })).body.errors).toEqual({
    publisher: [sentence],
  })
  expect((await ratesApp.recent('?publisher=boc')).body.errors).toEqual({
    publisher: ['The publisher must be one of sampath, hnb, nations, or all.'],
  })
})

test('a concurrent change of a bank’s rate is a conflict, and its history keeps every change', async () => {
  const change = (rate: number, replaces: object | null, who = nimal) =>
    call<typeof changeManualRates>(
      '/manual/changes',
      { enter: [{ ...selling, rate, publisher: 'hnb', replaces }] },
      who.headers,
    )
  const first = await change(305, null)
  expect(first.body.data[0]?.after).toMatchObject({ publisher: 'hnb', rate: 305 })
  run.clock.turn(1)
  const instant = run.clock.now().toISOString()
  run.clock.turn(60)
  const conflict = await change(306, null, kumari)
  expect([conflict.status, conflict.body.message]).toEqual([
    409,
    'Nimal Perera has entered 305.0000 LKR as the HNB USD Bank sells (TT) rate of 29 Sep 2026 meanwhile. Nothing was saved.',
  ])
  const { id, version } = first.body.data[0]!.after!
  expect((await change(306, { id, version }, kumari)).status).toBe(200)
  await ratesApp.remove(id)
  const of = '?kind=tt-selling&publisher=hnb'
  expect((await read(`/current/USD${of}`)).status).toBe(404)
  expect((await ratesApp.restore(id)).body.data).toMatchObject({ publisher: 'hnb', rate: 306 })
  const cited = (known = '') => read<typeof citedRate>(`/USD/on/2026-09-29${of}${known}`)
  const { data } = (await cited()).body
  expect(data).toMatchObject({ publisher: 'hnb', rate: 306, source: 'manual' })
  expect(data.revisions.map(({ rate }) => rate)).toEqual([305, 306, null, 306])
  expect((await cited(`&known_at=${instant}`)).body.data.rate).toBe(305)
  expect((await ratesApp.recent()).body.data).toEqual([])
  expect((await ratesApp.recent('?publisher=all')).body).toMatchObject({
    data: [{ publisher: 'hnb' }, { publisher: 'sampath' }],
    total: 2,
  })
  expect((await ratesApp.recent('?publisher=hnb&kind=tt-buying')).body.total).toBe(0)
})

test('a rate of a bank is compared with its other side and the Central Bank', async () => {
  const check = async (rate: number, kind = 'tt-buying') =>
    (await call('/manual/check', { ...selling, kind, rate })).body as unknown as {
      data: { warnings: { kind: string; sentence: string }[] }
    }
  const [reversed] = (await check(305)).data.warnings
  expect(reversed?.kind).toBe('buying not below selling')
  expect((await check(340, 'tt-selling')).data.warnings).toContainEqual({
    kind: 'far from the feed',
    sentence:
      '340.0000 is 12.0 % above 303.5000, which Central Bank of Sri Lanka gives for the same day.',
    difference_percent: 12.03,
  })
  expect((await check(30475, 'tt-selling')).data.warnings[0]?.kind).toBe('moved decimal point')
  expect((await check(298)).data.warnings).toEqual([])
})

test('an access token may write rates of a bank, and the trail filters by bank', async () => {
  const visitor = new Visitor(run)
  const made = await visitor.send(
    createAccessToken,
    { name: 'board', scope: 'write' },
    nimal.headers,
  )
  const token = bearer((made.body as { token: string }).token)
  const buying = { ...selling, kind: 'tt-buying', rate: 297.5 }
  expect((await call('/manual', buying, token)).status).toBe(201)
  const trail = async (query: string) =>
    (await run.get<typeof listAuditEntries>(`/api/audit-logs?${query}`, nimal.headers)).body
  const { data, total } = await trail('publisher=sampath')
  expect(total).toBe(2)
  expect(data[0]).toMatchObject({
    description: 'Added the Sampath Bank USD Bank buys (TT) rate of 29 Sep 2026: 297.5000 LKR',
    metadata: { changes: [{ publisher: 'sampath', kind: 'tt-buying', to: 297.5 }] },
  })
  expect((await trail('publisher=hnb')).total).toBe(4)
})

test('rates of a bank are imported into its series', async () => {
  const board = rowsOf(`date,currency,kind,publisher,rate
2026-09-18,GBP,tt-buying,nations,432.1
2026-09-18,GBP,tt-selling,nations,443.2`)
  const imported = await call<typeof commitImport>('/import', { rows: board })
  expect(imported.body.data.added).toBe(2)
  expect((await call<typeof commitImport>('/import', { rows: board })).status).toBe(400)
  const at = '/current/GBP?kind=tt-buying&date=2026-09-20'
  const rateOf = async (publisher: string) => {
    const { status, body } = await read<typeof currentRate>(`${at}${publisher}`)
    return status === 404 ? undefined : body.data.rate
  }
  expect(await rateOf('&publisher=nations')).toBe(432.1)
  expect(await rateOf('')).toBeUndefined()
  const undone = await call<typeof undoImport>(`/import/${imported.body.data.id}/undo`, {})
  expect(undone.body.data).toMatchObject({ removed: 2, left: 0 })
  expect(await rateOf('&publisher=nations')).toBeUndefined()
})

test('an alert can watch a rate of a bank', async () => {
  const alerts = alertCalls(run)
  const rule = { condition: 'above', currency: 'USD', kind: 'tt-buying', publisher: 'sampath' }
  const token = await alerts.confirmed('kamala@example.lk', { ...rule, rate: 298 })
  expect((await alerts.list(token)).body.data.alerts).toMatchObject([{ publisher: 'sampath' }])
  await publish(run, 'cbsl', 'USD', { '2026-09-29': '299' }, 'tt-buying')
  expect(await alerts.fired()).toEqual([])
  await post({ ...selling, kind: 'tt-buying', rate: 298.5 })
  expect(await alerts.fired()).toEqual([
    expect.stringContaining('Sampath Bank USD Bank buys (TT) rate'),
  ])
})

test('a changed live rate of a bank is found', async () => {
  const verify = () => verifyDatabase(run.db, NO_CHECKPOINTS, { now: run.clock.now() })
  expect(await verify()).toMatchObject({ result: { verdict: 'NOT COVERED' }, wrongFacts: [] })
  await run.owner
    .updateTable('fact_state')
    .set({ rate: '333.0000' } as never)
    .where((eb) => eb.and({ bank: 'hnb', date: calendarDateOf('2026-09-29') }))
    .where('ended', 'is', null)
    .execute()
  expect((await verify()).wrongFacts).toMatchObject([
    { published: '333.0000', recorded: '306.0000' },
  ])
})
