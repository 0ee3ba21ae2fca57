import { beforeEach, describe, expect, test } from 'vitest'
import type { listAuditEntries } from '../../contract/audit-log.ts'
import type {
  commitImport,
  listImports,
  previewImport,
  undoImport,
} from '../../contract/imports.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { rowsOf } from '../testing/import-rows.ts'
import { sendRequest } from '../testing/send-request.ts'

const url = '/api/exchange-rate'
const call = (path: string, payload?: object | string, more = {}) => ({
  method: payload === undefined && !path.endsWith('undo') ? ('GET' as const) : ('POST' as const),
  url: `${url}/${path}`,
  headers: { ...ratesApp.nimal.headers, ...more },
  ...(payload !== undefined && { payload }),
})
const CSV = { 'content-type': 'text/csv' }
const preview = (csv: string, more = {}) =>
  sendRequest<typeof previewImport>(
    ratesApp.run,
    call('import/preview', { rows: rowsOf(csv), ...more }),
  )
const previewCsv = (csv: string) =>
  sendRequest<typeof previewImport>(ratesApp.run, call('import/preview', csv, CSV))
const commit = (csv: string, more = {}, headers = {}) =>
  sendRequest<typeof commitImport>(
    ratesApp.run,
    call('import', { rows: rowsOf(csv), ...more }, headers),
  )
const undo = (id: number) => sendRequest<typeof undoImport>(ratesApp.run, call(`import/${id}/undo`))

const BLOCK = `date,currency,rate
2026-09-25,USD,300.5
2026-09-28,USD,300.95
2026-09-29,USD,301.25`

const ratesApp = await ratesAppOfFile()
beforeEach(async () => {
  await ratesApp.clear()
  ratesApp.run.clock.turn(1)
})

describe('a preview', () => {
  test('gives each row its state and writes nothing', async () => {
    await ratesApp.post(usd)
    await ratesApp.post({ ...usd, date: '2026-09-28', rate: 300.5 })
    const before = (await ratesApp.trail()).length
    const { status, body } = await preview(`date,currency,rate
2026-09-29,USD,301.25
2026-09-28,USD,300.9
2026-09-25,USD,300.6
2026-09-26,USD,300.6
2026-09-24,GBP,405
2026-09-24,AUD,198
2026-09-24,AUD,199
2026-09-30,USD,301
2026-09-27,CAD,23.3
2026-09-24,GBP,405`)
    expect(status).toBe(200)
    expect(body.data.rows.map(({ line, state }) => [line, state])).toEqual([
      [1, 'unchanged'],
      [2, 'replaces'],
      [3, 'new'],
      [4, 'doubtful'],
      [5, 'new'],
      // Which of two rates is right is unknown.
      [6, 'wrong'],
      [7, 'wrong'],
      [8, 'wrong'],
      [9, 'doubtful'],
      [10, 'unchanged'],
    ])
    expect(body.data.rows[1]).toMatchObject({ replaces: 300.5, sentence: 'Replaces 300.5000.' })
    expect(body.data.rows[3]?.sentence).toContain('Binara Full Moon Poya Day')
    expect(body.data.rows[5]?.sentence).toContain('Line 7')
    expect(body.data.rows[6]?.sentence).toContain('Line 6')
    expect(body.data.rows[8]?.sentence).toMatch(/^23\.3000 is .* weekend, when banks are closed\.$/)
    expect(body.data).toMatchObject({
      importable: false,
      counts: { wrong: 3, doubtful: 2, replaces: 1, new: 2, unchanged: 2 },
    })
    expect(await ratesApp.trail()).toHaveLength(before)
  })

  test('warns about a rate by the same words as an entry', async () => {
    const { body } = await preview('date,currency,rate\n2026-09-29,USD,0.0033')
    expect(body.data.rows[0]).toMatchObject({
      state: 'doubtful',
      warnings: [{ kind: 'inverted pair' }, {}, {}],
    })
    expect(body.data.importable).toBe(true)
  })

  test('compares a row with the rows of the days before, but not with doubtful ones', async () => {
    const { body } = await preview(`date,currency,rate
2026-09-24,CAD,23.3
2026-09-25,CAD,233.1
2026-09-23,CAD,233`)
    expect(body.data.rows.map(({ state }) => state)).toEqual(['doubtful', 'new', 'new'])
    expect(body.data.rows[0]?.warnings[0]).toMatchObject({ kind: 'moved decimal point' })
  })

  test('judges no rate by one of a weekend, which a page leaves unticked', async () => {
    // Beside Saturday's rate, Monday's would look like 310 with two digits swapped.
    const { body } = await preview(`date,currency,rate
2026-08-21,USD,303
2026-08-22,USD,308.9
2026-08-24,USD,301`)
    expect(body.data.rows.map(({ state }) => state)).toEqual(['new', 'doubtful', 'new'])
  })

  test('tells how far the rates of another level are from what is known', async () => {
    await ratesApp.post({ ...usd, date: '2026-09-24', rate: 300 })
    const { body } = await preview('date,currency,rate\n2026-09-25,USD,312')
    expect(body.data.rows[0]).toMatchObject({
      state: 'doubtful',
      warnings: [{ kind: 'far from recent days', difference_percent: 4 }],
    })
  })

  test('compares buying and selling of a day before what is entered', async () => {
    const sides = (buying: number, selling: number) => `date,currency,kind,rate
2026-09-28,USD,tt-buying,${buying}
2026-09-28,USD,tt-selling,${selling}`
    expect((await commit(sides(305.5, 312.5))).status).toBe(201)
    const warnings = async (buying: number, selling: number) =>
      (await preview(sides(buying, selling))).body.data.rows.map((row) =>
        row.warnings.map(({ kind }) => kind),
      )
    expect((await warnings(326.25, 333.75)).flat()).not.toContain('buying not below selling')
    const [buying, selling] = await warnings(333.75, 326.25)
    expect([buying?.[0], selling?.[0]]).toEqual(Array(2).fill('buying not below selling'))
  })

  test('marks one slip, not the correct rate of the other side', async () => {
    await ratesApp.post({ ...usd, kind: 'tt-buying', date: '2026-09-25', rate: 326 })
    await ratesApp.post({ ...usd, kind: 'tt-selling', date: '2026-09-25', rate: 333 })
    const { body } = await preview(`date,currency,kind,rate
2026-09-28,USD,tt-buying,32.62
2026-09-28,USD,tt-selling,333.2`)
    expect(body.data.rows.map(({ state }) => state)).toEqual(['doubtful', 'new'])
  })

  test('takes a rate for as many units as the row says', async () => {
    const { body } = await preview('date,currency,rate,units\n2026-09-28,USD,30095,100')
    expect(body.data.rows[0]).toMatchObject({ rate: 300.95, state: 'new' })
  })

  test.each([
    ['no rows', { rows: [] }, 'rows'],
    ['10 001 rows', { rows: Array(10_001).fill({}) }, 'rows'],
    ['another field', { rows: rowsOf(BLOCK), sheet: 1 }, 'sheet'],
    ['another field in a row', { rows: [{ ...rowsOf(BLOCK)[0], bank: 'x' }] }, 'rows.0.bank'],
    ['text instead of a rate', { rows: [{ ...rowsOf(BLOCK)[0], rate: '301' }] }, 'rows.0.rate'],
    ['five decimals', { rows: [{ ...rowsOf(BLOCK)[0], rate: 301.12345 }] }, 'rows.0.rate'],
    ['customs rates', { rows: [{ ...rowsOf(BLOCK)[0], kind: 'customs' }] }, 'rows.0.kind'],
    [
      'a currency that is not kept',
      { rows: [{ ...rowsOf(BLOCK)[0], currency: 'EUR' }] },
      'rows.0.currency',
    ],
    ['an impossible day', { rows: [{ ...rowsOf(BLOCK)[0], date: '2026-02-30' }] }, 'rows.0.date'],
  ])('is refused with %s', async (_, payload, field) => {
    const { status, body } = await sendRequest<typeof previewImport>(
      ratesApp.run,
      call('import/preview', payload),
    )
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  })

  test('of ten thousand rows is answered', async () => {
    const rows = '\n2026-09-29,USD,301'.repeat(10_000)
    const { body } = await preview(`date,currency,rate${rows}`)
    expect(body.data.counts).toEqual({ new: 1, unchanged: 9999 })
  })
})

describe('a CSV', () => {
  test('with the exact header gives the same as rows', async () => {
    const { body } = await previewCsv(`date,currency,rate,kind\r\n2026-09-28,USD,"300.95",\r\n`)
    expect(body.data.rows).toEqual(
      (await preview('date,currency,rate,line\n2026-09-28,USD,300.95,2')).body.data.rows,
    )
  })

  test.each([
    ['Date,Currency,Rate\n2026-09-28,USD,300.95', 'line 1'],
    ['date,currency,rate,bank\n2026-09-28,USD,300.95,x', 'line 1'],
    ['date,currency,rate\n2026-09-28,USD,300,95', 'line 2'],
    ['date,currency,rate\n2026-09-28,USD', 'line 2'],
    ['date,currency,rate\n2026-09-28,USD,1e3', 'line 2, rate'],
    ['date,currency,rate\n\n28/09/2026,USD,300.95', 'line 3, date'],
    ['date,currency,rate,kind,publisher\n2026-09-28,USD,300.95,tt,x', 'line 2, kind'],
    ['date,currency,rate', 'rows'],
  ])('%j is refused by line and column', async (csv, field) => {
    const { status, body } = await previewCsv(csv)
    expect([status, Object.keys(body.errors ?? {})[0]]).toEqual([400, field])
  })

  test('is imported', async () => {
    const { status, body } = await sendRequest<typeof commitImport>(
      ratesApp.run,
      call('import', BLOCK, CSV),
    )
    expect([status, body.data.added]).toEqual([201, 3])
  })
})

describe('an import', () => {
  test('enters all rows with one audit entry and is undone by one call', async () => {
    await ratesApp.post({ ...usd, date: '2026-09-28', rate: 300.5 })
    const before = (await ratesApp.trail()).length
    const { status, body } = await commit(BLOCK, { reason: 'Letter of the bank', left_out: 2 })
    expect([status, body.message]).toEqual([201, '3 exchange rates imported successfully'])
    expect(body.data).toMatchObject({ added: 2, replaced: 1, unchanged: 0, doubtful: 0 })
    expect((await ratesApp.recent()).body.data.map(({ date, rate }) => [date, rate])).toEqual(
      expect.arrayContaining([
        ['2026-09-25', 300.5],
        ['2026-09-28', 300.95],
        ['2026-09-29', 301.25],
      ]),
    )
    const [entry, ...more] = (await ratesApp.trail()).slice(before)
    expect([entry?.action, more]).toEqual(['import exchange rates', []])
    expect(entry?.description).toContain('2 rates left out')

    const undone = await undo(body.data.id)
    expect(undone.body).toMatchObject({ data: { removed: 2, put_back: 1, left: 0 } })
    expect((await ratesApp.recent()).body.data.map(({ date, rate }) => [date, rate])).toEqual([
      ['2026-09-28', 300.5],
    ])
    expect((await undo(body.data.id)).status).toBe(409)
    expect((await undo(999_999)).status).toBe(404)
  })

  test('enters nothing if one row is wrong', async () => {
    const { status, body } = await commit(`${BLOCK}\n2026-09-30,USD,301\n2026-09-29,USD,302`)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['line 3', 'line 4', 'line 5']])
    expect((await ratesApp.recent()).body.data).toEqual([])
  })

  test('is refused if it changes nothing', async () => {
    await commit(BLOCK)
    const { status, body } = await commit(BLOCK)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['rows']])
  })

  test('enters doubtful rows, says how many, and keeps the warnings', async () => {
    const { body } = await commit('date,currency,rate\n2026-09-29,USD,0.0033')
    expect(body.data).toMatchObject({ added: 1, doubtful: 1 })
    const trail = await sendRequest<typeof listAuditEntries>(ratesApp.run, {
      url: '/api/audit-logs?action=import+exchange+rates&per_page=1',
      headers: ratesApp.nimal.headers,
    })
    expect(JSON.stringify(trail.body.data[0]?.metadata)).toContain('inverted pair')
  })

  test('leaves what was changed since when it is undone', async () => {
    const { body } = await commit(BLOCK)
    await ratesApp.post({ ...usd, date: '2026-09-29', rate: 302 })
    const undone = await undo(body.data.id)
    expect(undone.body.data).toEqual({ removed: 2, put_back: 0, left: 1 })
  })

  test('repeats the first response for the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'monthly-sheet' }
    const first = await commit(BLOCK, {}, key)
    expect(await commit(BLOCK, {}, key)).toMatchObject({ status: 201, body: first.body })
    expect((await commit(BLOCK.replace('301.25', '301.5'), {}, key)).status).toBe(409)
  })

  test('waits for another change of the rates', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const other = ratesApp.run.db.transaction().execute(async (trx) => {
      await lockFacts(trx)
      await held
    })
    const importing = commit(BLOCK)
    release()
    await other
    expect((await importing).status).toBe(201)
  })

  test('is listed with its rows and days until it is undone', async () => {
    const { body } = await commit(BLOCK)
    const listed = async () =>
      (await sendRequest<typeof listImports>(ratesApp.run, call('imports'))).body.data[0]
    expect(await listed()).toMatchObject({
      id: body.data.id,
      rows: 3,
      first_day: '2026-09-25',
      last_day: '2026-09-29',
      created_by: 'Nimal Perera',
      undone_at: null,
    })
    await undo(body.data.id)
    expect(await listed()).toMatchObject({ undone_by: 'Nimal Perera' })
  })
})
