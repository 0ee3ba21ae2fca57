import { rowsOf } from '../testing/import-rows.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import { SYSTEM } from '../identity/actor.ts'
import { readCustomsWeeks } from '../rates/read-other-facts.ts'
import { STORED } from '../testing/store-rates.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as contract from '../../contract/imports.ts'
import type { rateBoard, citedRate, rateHistory } from '../../contract/rates/rate-history.ts'
import type { currentRate } from '../../contract/rates/rates.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'

const rates = <E extends Endpoint>(path: string) =>
  sendRequest<E>(ratesApp.run, { url: `/api/exchange-rate${path}` })
const post = <E extends Endpoint>(path: string, payload?: object, more = {}) =>
  sendRequest<E>(ratesApp.run, {
    method: 'POST',
    url: `/api/exchange-rate/import${path}`,
    headers: { ...ratesApp.nimal.headers, ...more },
    ...(payload && { payload }),
  })

/** The app's today, 29 September 2026, is the Tuesday of this week. */
const WEEK = {
  first_day: '2026-09-28',
  last_day: '2026-10-04',
  gazette: '2456/01',
  document: 'https://customs.gov.lk/2456-01.pdf',
}
const SCHEDULE = { subject: 'customs rates', ...WEEK }
const ALL = 'USD,301.5\nAUD,198.25\nCAD,217.1\nGBP,405.1'
/** Rows of a text with a currency and a rate a line. */
const weekRows = (text: string) => rowsOf(`currency,rate\n${text}`)
const preview = (text: string, more = {}) =>
  post<typeof contract.previewImport>('/preview', { ...SCHEDULE, rows: weekRows(text), ...more })
const commit = (text = ALL, more = {}, headers = {}) =>
  post<typeof contract.commitImport>('', { ...SCHEDULE, rows: weekRows(text), ...more }, headers)
const undo = (id: number) => post<typeof contract.undoImport>(`/${id}/undo`)
const current = (date = '') =>
  rates<typeof currentRate>(`/current/USD?kind=customs${date && `&date=${date}`}`)
/** Imports of before the test. */
let known: number[] = []
const imports = async () => (await listed()).filter(({ id }) => !known.includes(id))
const listed = async () => {
  const url = '/api/exchange-rate/imports?subject=customs%20rates'
  const request = { url, headers: ratesApp.nimal.headers }
  const { body } = await sendRequest<typeof contract.listImports>(ratesApp.run, request)
  return body.data
}

const ratesApp = await ratesAppOfFile()
await publish(ratesApp.run, 'cbsl', 'USD', { '2026-09-25': '303' }, 'tt-selling')
beforeEach(async () => {
  const { run } = ratesApp
  await ratesApp.clear()
  await run.db.transaction().execute(async (trx) => {
    const weeks = [...(await readCustomsWeeks(trx)).keys()]
    await recordChanges(
      trx,
      weeks.map((date) => ({ subject: 'customs schedule', date, fact: null })),
    )
    const act = { actor: SYSTEM, at: run.clock.now() }
    await recordAuditEntry(trx, act, 'import exchange rates', STORED)
  })
  await caughtUp(run)
  known = (await listed()).map(({ id }) => id)
  run.clock.turn(1)
})

describe('a schedule of customs rates', () => {
  test('is in effect for its days in every answer at once, with one audit entry, and leaves every other kind alone', async () => {
    const paths = ['/current/USD', '/board', '/USD/last-seven-days', '/current/USD?kind=tt-selling']
    const bytes = () =>
      Promise.all(
        paths
          .map(async (path) => (await rates(path)).body)
          .map((body) => body.then(JSON.stringify)),
      )
    const before = await bytes()
    const entries = (await ratesApp.trail()).length
    const { status, body } = await commit()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: 'Customs rates of 28 Sep 2026 to 4 Oct 2026 entered',
      data: { added: 4, replaced: 0, unchanged: 0 },
    })
    const effect = { effective_from: '2026-09-28', effective_to: '2026-10-04', gazette: '2456/01' }
    expect((await current()).body.data).toMatchObject({
      date: '2026-09-28',
      rate: 301.5,
      source: 'manual',
      kind: 'customs',
      ...effect,
      days_left: 5,
      in_effect: true,
      overdue: false,
      document: WEEK.document,
    })
    const board = await rates<typeof rateBoard>('/board?kind=customs')
    expect(board.body.data.rates.map(({ rate, days_left }) => [rate, days_left])).toEqual(
      [301.5, 198.25, 217.1, 405.1].map((rate) => [rate, 5]),
    )
    expect(await bytes()).toEqual(before)
    const trail = (await ratesApp.trail()).slice(entries)
    expect(trail.map(({ description }) => description)).toEqual([
      'Entered the customs rates of 28 Sep 2026 to 4 Oct 2026: 4 new, 0 replaced',
    ])
    const { first_day: date, ...fact } = WEEK
    const { changes, ...metadata } = JSON.parse(trail[0]?.metadata ?? '') as { changes: object[] }
    expect(metadata).toMatchObject({ import: 'customs rates', changes_total: 5 })
    expect(changes[0]).toMatchObject({ date, ...fact, from: null, to: WEEK.gazette })
    expect(await imports()).toMatchObject([{ id: body.data.id, rows: 4, ...WEEK, undone_at: null }])
  })

  test('has no rate before its first day; after its last the rate is not in effect, and overdue in the end', async () => {
    await commit(ALL, { first_day: '2026-09-14', last_day: '2026-09-20', reason: 'Entered late' })
    expect((await current('2026-09-13')).status).toBe(404)
    const on = async (date: string) => {
      const { in_effect, overdue, days_left } = (await current(date)).body.data
      return [in_effect, overdue, days_left]
    }
    expect(await on('2026-09-20')).toEqual([true, false, 0])
    expect(await on('2026-09-21')).toEqual([false, false, 0])
    expect(await on('2026-09-25')).toEqual([false, true, 0])
    const path = '/USD/history?kind=customs&from=2026-09-13&to=2026-09-21&missing=1'
    const { missing = [] } = (await rates<typeof rateHistory>(path)).body.data
    expect(missing.map(({ date }) => date)).toEqual(['2026-09-13', '2026-09-21'])
    // The next one ends the gap, entered before it begins; the days between stay without a rate in
    // effect.
    await commit(ALL, { reason: 'No rates were published for the week before' })
    expect(await on('2026-09-27')).toEqual([false, true, 0])
    expect(await on('2026-09-28')).toEqual([true, false, 6])
  })

  test('that is entered days ahead counts from the midnight of its first day in Colombo on', async () => {
    await commit()
    const { status } = await commit(ALL.replace('301.5', '302.5'), {
      first_day: '2026-10-05',
      last_day: '2026-10-11',
      gazette: '2457/01',
    })
    expect(status).toBe(201)
    const { clock } = ratesApp.run
    const now = clock.now()
    clock.set('2026-10-04T18:29:59Z')
    expect((await current()).body.data).toMatchObject({
      rate: 301.5,
      days_left: 0,
      in_effect: true,
    })
    clock.set('2026-10-04T18:30:00Z')
    expect((await current()).body.data).toMatchObject({
      rate: 302.5,
      days_left: 6,
      gazette: '2457/01',
    })
    clock.set(now.toISOString())
  })

  test('is cited by its first day with gazette and days, as known at the time; another day leads there', async () => {
    await commit()
    ratesApp.run.clock.turn(60)
    const known = ratesApp.run.clock.now().toISOString()
    const cite = (query = '') => rates<typeof citedRate>(`/USD/on/2026-09-28?kind=customs${query}`)
    const { as_of: seen } = (await cite()).body.data
    ratesApp.run.clock.turn(60)
    expect((await commit(ALL, { gazette: '2456/02' })).body.data).toMatchObject({
      added: 0,
      unchanged: 4,
    })
    const { data } = (await cite()).body
    expect(data).toMatchObject({ rate: 301.5, schedule: { ...WEEK, gazette: '2456/02' } })
    const gazettes = [known, seen, data.as_of].map(
      async (instant) => (await cite(`&known_at=${instant}`)).body.data.schedule?.gazette,
    )
    expect(await Promise.all(gazettes)).toEqual(['2456/01', '2456/01', '2456/02'])
    const { status, body } = await rates<typeof citedRate>('/USD/on/2026-09-29?kind=customs')
    expect([status, body.message]).toEqual([
      404,
      'No customs rate of the US Dollar begins on 29 Sep 2026; the one before it began on 28 Sep 2026.',
    ])
  })
})

describe('a preview of a schedule', () => {
  test('names the currencies without a row and what looks wrong, and writes nothing', async () => {
    const { body } = await preview('USD,310.5\nGBP,405.1')
    expect(body.data.rows.map(({ currency, state }) => [currency, state])).toEqual([
      ['USD', 'doubtful'],
      ['GBP', 'new'],
    ])
    expect(body.data.rows[0]?.sentence).toBe(
      '310.5000 is 3.0 % above 99.5 % of the Bank sells (TT) rate, 303.0000 on 25 Sep 2026.',
    )
    expect(body.data).toMatchObject({ missing: ['AUD', 'CAD'], importable: true })
    expect((await current()).status).toBe(404)
  })

  test('questions days that are no week or do not follow on the schedule before', async () => {
    await commit()
    const { body } = await preview('USD,301.6', { first_day: '2026-10-06', last_day: '2026-10-10' })
    expect(body.data.rows[0]).toMatchObject({
      state: 'doubtful',
      sentence:
        'The schedule is of 5 days, not of a week. The schedule before it ends on 4 Oct 2026.',
    })
    const same = await preview(ALL)
    expect(same.body.data).toMatchObject({ counts: { unchanged: 4 }, importable: false })
  })

  test.each([
    ['no rows', { rows: [] }, 'rows'],
    ['a last day before the first', { last_day: '2026-09-27' }, 'last_day'],
    ['six weeks', { last_day: '2026-11-08' }, 'last_day'],
    ['a first day too far ahead', { first_day: '2026-10-14', last_day: '2026-10-20' }, 'first_day'],
    ['no gazette', { gazette: ' ' }, 'gazette'],
    ['an address that is none', { document: 'javascript:alert(1)' }, 'document'],
  ])('is refused with %s', async (_, given, field) => {
    const { status, body } = await preview(ALL, given)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  })
})

test('Undoing gives back the rates, the days and the gazette of before, one after the other', async () => {
  const first = (await commit()).body.data
  ratesApp.run.clock.turn(60)
  const second = (await commit('USD,302', { gazette: '2456/09' })).body.data
  expect(second).toMatchObject({ added: 0, replaced: 1 })
  const tooEarly = await undo(first.id)
  expect([tooEarly.status, tooEarly.body.message]).toEqual([
    409,
    `Gazette 2456/09 was entered for the same days later. Undo that import first (number ${second.id}).`,
  ])
  expect((await undo(second.id)).body.message).toBe('Import undone: 0 removed, 1 put back')
  expect((await current()).body.data).toMatchObject({
    rate: 301.5,
    gazette: '2456/01',
    days_left: 5,
  })
  expect((await undo(second.id)).status).toBe(409)
  const third = (await commit(ALL.replace('405.1', '406.1'), { gazette: '2456/10' })).body.data
  ratesApp.run.clock.turn(60)
  expect((await undo(third.id)).body.data).toEqual({ removed: 0, put_back: 1, left: 0 })
  expect((await ratesApp.trail()).at(-1)?.description).toBe(
    `Undid import ${third.id}: 0 customs rates removed, 1 put back, 0 left as changed since`,
  )
  expect(await imports()).toMatchObject([
    { id: third.id, gazette: '2456/10', undone_by: 'Nimal Perera' },
    { id: second.id, gazette: '2456/09', undone_by: 'Nimal Perera' },
    { id: first.id, gazette: '2456/01', undone_at: null },
  ])
  expect((await undo(first.id)).body.data).toEqual({ removed: 4, put_back: 0, left: 0 })
  expect((await current()).status).toBe(404)
})

test('Undoing the first schedule of all leaves neither rates nor days', async () => {
  const { id } = (await commit()).body.data
  expect((await undo(id)).body.data).toEqual({ removed: 4, put_back: 0, left: 0 })
  expect((await current()).status).toBe(404)
  // A rate that is entered by itself afterwards has no schedule.
  await ratesApp.post({ date: '2026-09-28', base_currency: 'USD', kind: 'customs', rate: 301.5 })
  expect((await current()).body.data).toMatchObject({ effective_to: null, gazette: null })
})

test('Undoing takes back the whole of a schedule or nothing, and names what stands in the way', async () => {
  const { id } = (await commit()).body.data
  ratesApp.run.clock.turn(60)
  await ratesApp.post({ date: '2026-09-28', base_currency: 'USD', kind: 'customs', rate: 301.75 })
  const refused = await undo(id)
  const entries = await ratesApp.run.db.selectFrom('audit_head').select('id').executeTakeFirst()
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Rates of this schedule were changed later (entry ${entries?.id} of the audit trail). Undo or delete that first.`,
  ])
  expect((await current()).body.data).toMatchObject({
    rate: 301.75,
    gazette: '2456/01',
    days_left: 5,
  })
})

test('A customs rate entered by itself holds until the next, and is checked against TT selling', async () => {
  const entry = { date: '2026-09-28', base_currency: 'USD', kind: 'customs', rate: 310.5 }
  const { body } = await ratesApp.post(entry)
  expect(body.warnings?.map(({ kind }) => kind)).toContain('far from TT selling')
  expect((await current()).body.data).toMatchObject({
    effective_to: null,
    days_left: null,
    gazette: null,
  })
})

test('A customs rate with no other near it is held against what the currency usually costs', async () => {
  const { rows } = (await preview('AUD,2154\nCAD,217.1')).body.data
  const sentence =
    '2154.0000 is far from the roughly 230 rupees for 1 AUD. Check the decimal point.'
  expect(rows).toMatchObject([
    { state: 'doubtful', sentence },
    { state: 'new', sentence: '' },
  ])
})
