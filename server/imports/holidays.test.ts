import { beforeEach, describe, expect, test } from 'vitest'
import type { enteredHolidays } from '../../contract/calendar.ts'
import type * as contract from '../../contract/imports.ts'
import type { lastSevenDays } from '../../contract/rates/rates.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { undoChanges } from '../audit-log/record-changes.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { SYSTEM } from '../identity/actor.ts'
import { sendRequest } from '../testing/send-request.ts'
import { shownEntries } from '../testing/shown-entries.ts'

const call = (path: string, payload?: object, more = {}) => ({
  method: payload === undefined && !path.endsWith('undo') ? ('GET' as const) : ('POST' as const),
  url: `/api/${path}`,
  headers: { ...ratesApp.nimal.headers, ...more },
  ...(payload && { payload }),
})
const list = { subject: 'bank holidays', scope: 'bank', source: 'Gazette 2500/1' }
/** Rows of a text with a day and a name a line. */
const holidays = (text: string) =>
  text.split('\n').map((line) => {
    const [date, name] = line.split('\t')
    return { date, ...(name && { name }) }
  })
const preview = (text: string, more = {}) =>
  sendRequest<typeof contract.previewImport>(
    ratesApp.run,
    call('exchange-rate/import/preview', { rows: holidays(text), ...list, ...more }),
  )
const commit = (text: string, more = {}, headers = {}) =>
  sendRequest<typeof contract.commitImport>(
    ratesApp.run,
    call('exchange-rate/import', { rows: holidays(text), ...list, ...more }, headers),
  )
const undo = (id: number) =>
  sendRequest<typeof contract.undoImport>(ratesApp.run, call(`exchange-rate/import/${id}/undo`))
const year = async (number: number) =>
  (await sendRequest<typeof enteredHolidays>(ratesApp.run, call(`calendar/entered?year=${number}`)))
    .body.data
const isOfHolidays = ({ action }: { action: string }) => action === 'change bank holidays'
const trail = async () => (await shownEntries(ratesApp.run.db)).filter(isOfHolidays)

/** Twelve days: a whole list. */
const LIST_2027 = Array.from(
  { length: 12 },
  (_, month) => `2027-${String(month + 1).padStart(2, '0')}-20\tFull Moon Poya Day ${month + 1}`,
).join('\n')

const ratesApp = await ratesAppOfFile()
beforeEach(async () => {
  await ratesApp.run.db.transaction().execute(async (trx) => {
    const [, ...later] = (await shownEntries(trx)).filter(isOfHolidays)
    const { actor, at } = { actor: SYSTEM, at: ratesApp.run.clock.now() }
    await undoChanges(
      trx,
      later.map(({ id }) => id),
    )
    await recordAuditEntry(trx, { actor, at }, 'change bank holidays', 'As they came along')
  })
  await ratesApp.run.deps.liveRateBook.catchUpNow()
  ratesApp.run.clock.turn(1)
})

describe('a preview', () => {
  test('gives each row its state and writes nothing', async () => {
    const { status, body } = await preview(
      [
        '2027-01-15\tTamil Thai Pongal Day',
        '2027-01-23\tDuruthu Full Moon Poya Day',
        '2026-12-25\tChristmas Day',
        '2026-11-24\tIl Full Moon Poya Day',
        '2026-09-28\tSpecial bank holiday',
        '2027-03-01\t',
        '2027-01-15\tAnother name',
        '2207-03-01\tToo far',
        `2027-12-27\t${'x'.repeat(100)}`,
      ].join('\n'),
    )
    expect(status).toBe(200)
    expect(body.data.rows.map(({ date, name, state }) => [date, name, state])).toEqual([
      ['2027-01-15', 'Tamil Thai Pongal Day', 'new'],
      ['2027-01-23', 'Duruthu Full Moon Poya Day', 'new'],
      ['2026-12-25', 'Christmas Day', 'unchanged'],
      ['2026-11-24', 'Il Full Moon Poya Day', 'replaces'],
      ['2026-09-28', 'Special bank holiday', 'doubtful'],
      ['2027-03-01', undefined, 'wrong'],
      ['2027-01-15', 'Another name', 'wrong'],
      ['2207-03-01', 'Too far', 'wrong'],
      ['2027-12-27', 'x'.repeat(100), 'new'],
    ])
    expect(body.data.rows[1]?.sentence).toBe('Banks are closed on weekends anyway.')
    expect(body.data.rows[3]?.replaces).toBe('Ill Full Moon Poya Day')
    expect(body.data.rows[4]?.sentence).toContain('published a rate for 28 Sep 2026')
    expect(body.data.importable).toBe(false)
    expect((await year(2027)).holidays).toEqual([])
  })

  test.each([
    ['no rows', { rows: [] }],
    ['no source', { source: ' ' }],
    ['another scope', { scope: 'school' }],
    ['a name that is too long', { rows: [{ date: '2027-01-15', name: 'x'.repeat(101) }] }],
    ['an impossible day', { rows: [{ date: '2027-02-30', name: 'Pongal' }] }],
  ])('is refused with %s', async (_, given) => {
    const { status, body } = await preview('2027-01-15\tPongal', given)
    expect(status).toBe(400)
    expect(body.errors).toBeDefined()
  })
})

describe('an import of bank holidays', () => {
  test('makes a year listed, with one audit entry that tells each day', async () => {
    expect(await year(2027)).toMatchObject({ listed: false, holidays: [] })
    const { status, body } = await commit(LIST_2027)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: '12 bank holidays entered',
      data: { added: 12, replaced: 0, removed: 0, unchanged: 0 },
    })
    const after = await year(2027)
    expect(after).toMatchObject({ listed: true, years: [2026, 2027] })
    expect(after.holidays[0]).toMatchObject({
      date: '2027-01-20',
      name: 'Full Moon Poya Day 1',
      scope: 'bank',
      source: 'Gazette 2500/1',
      entered_by: 'Nimal Perera',
    })
    const entry = (await trail()).at(-1)
    expect(entry?.description).toBe('Entered 12 bank holidays of 2027: 12 new, 0 replaced')
    expect(JSON.parse(entry?.metadata ?? '')).toMatchObject({
      import: 'bank holidays',
      changes: Array.from({ length: 12 }, () => ({
        from: null,
        scope: 'bank',
        source: 'Gazette 2500/1',
      })),
    })
    expect((await commit(LIST_2027)).status).toBe(400)
  })

  test('of one day that follows at once is the reason why the day has no rate, and keeps why it is right', async () => {
    const reason = 'Declared on the evening before'
    await commit('2026-09-25\tSpecial bank holiday', { scope: 'special', reason })
    const url = '/api/exchange-rate/USD/last-seven-days'
    const { body } = await sendRequest<typeof lastSevenDays>(ratesApp.run, { url })
    expect(body.data.missing).toContainEqual({
      date: '2026-09-25',
      reason: 'holiday: Special bank holiday',
    })
    expect(JSON.parse((await trail()).at(-1)?.metadata ?? '')).toMatchObject({ reason })
  })
})

describe('undoing an import of bank holidays', () => {
  test('removes what it added, puts back what it replaced, and keeps who entered that', async () => {
    const first = (await commit('2027-01-20\tPoya Day')).body.data
    ratesApp.run.clock.turn(60)
    const second = (await commit('2027-01-20\tDuruthu Poya Day\n2027-01-15\tPongal')).body.data
    expect(second).toMatchObject({ added: 1, replaced: 1 })
    const { status, body } = await undo(second.id)
    expect([status, body.message]).toEqual([200, 'Import undone: 1 removed, 1 put back'])
    expect((await year(2027)).holidays).toMatchObject([{ date: '2027-01-20', name: 'Poya Day' }])
    expect((await undo(second.id)).status).toBe(409)
    expect((await undo(999_999)).status).toBe(404)
    expect((await undo(first.id)).body.data).toEqual({ removed: 1, put_back: 0, left: 0 })
    expect((await year(2027)).holidays).toEqual([])
    const { body: imports } = await sendRequest<typeof contract.listImports>(
      ratesApp.run,
      call('exchange-rate/imports?subject=bank%20holidays'),
    )
    expect(imports.data.slice(0, 2)).toMatchObject([
      { id: second.id, rows: 2, undone_by: 'Nimal Perera' },
      { id: first.id, rows: 1, undone_by: 'Nimal Perera' },
    ])
  })

  test('brings a removed holiday back, and leaves a day that was changed since', async () => {
    const removed = (await commit('2026-12-25', { remove: true })).body
    expect(removed).toMatchObject({ message: '1 bank holiday removed', data: { removed: 1 } })
    expect((await year(2026)).holidays.map(({ date }) => date)).not.toContain('2026-12-25')
    expect((await undo(removed.data.id)).body.data).toEqual({ removed: 0, put_back: 1, left: 0 })
    const christmas = (await year(2026)).holidays.find(({ date }) => date === '2026-12-25')
    expect(christmas).toMatchObject({ name: 'Christmas Day', entered_by: null })

    const { id } = (await commit('2027-01-20\tPoya Day\n2027-01-15\tPongal')).body.data
    await commit('2027-01-15\tTamil Thai Pongal Day')
    expect((await undo(id)).body.data).toEqual({ removed: 1, put_back: 0, left: 1 })
    expect((await year(2027)).holidays).toMatchObject([{ name: 'Tamil Thai Pongal Day' }])
  })
})
