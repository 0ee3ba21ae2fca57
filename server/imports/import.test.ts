import type { listAuditEntries } from '../../contract/audit-log.ts'
import { finished } from 'node:stream/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type {
  commitImport,
  listImports,
  previewImport,
  undoImport,
} from '../../contract/imports/imports.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { sendRequest } from '../testing/send-request.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'

const url = '/api/exchange-rate'
const call = (path: string, payload?: object, more = {}) => ({
  method: payload === undefined && !path.endsWith('undo') ? ('GET' as const) : ('POST' as const),
  url: `${url}/${path}`,
  headers: { ...ratesApp.nimal.headers, ...more },
  ...(payload && { payload }),
})
const preview = (text: string, more = {}) =>
  sendRequest<typeof previewImport>(ratesApp.run, call('import/preview', { text, ...more }))
const commit = (text: string, more = {}, headers = {}) =>
  sendRequest<typeof commitImport>(ratesApp.run, call('import', { text, ...more }, headers))
const undo = (id: number) => sendRequest<typeof undoImport>(ratesApp.run, call(`import/${id}/undo`))

const BLOCK = `Date\tCurrency\tRate
25 Sep 2026\tUSD\t300.5
28/09/2026\tUSD\t300.95
2026-09-29\tUSD\t301.25`

const ratesApp = await ratesAppOfFile()
beforeEach(async () => {
  await ratesApp.clear()
  ratesApp.run.clock.turn(1)
})

describe('a preview', () => {
  test('gives each row its verdict and writes nothing', async () => {
    await ratesApp.post(usd)
    await ratesApp.post({ ...usd, date: '2026-09-28', rate: 300.5 })
    const before = (await ratesApp.trail()).length
    const { status, body } = await preview(
      [
        '2026-09-29\tUSD\t301.25',
        '2026-09-28\tUSD\t300.9',
        '2026-09-25\tUSD\t300.6',
        '2026-09-26\tUSD\t300.6',
        '2026-09-24\tGBP\t405',
        '2026-09-29\tUSD\t302',
        '2026-09-30\tUSD\t300',
        '03/09/2026\tUSD\t300',
        '2026-09-24\tEUR\t300',
        '2026-09-27\tUSD\t300.7',
        '2026-09-27\tCAD\t23.3',
      ].join('\n'),
    )
    expect(status).toBe(200)
    expect(body.data.rows.map(({ line, verdict }) => [line, verdict])).toEqual([
      [1, 'same'],
      [2, 'replaces'],
      [3, 'new'],
      [4, 'holiday'],
      [5, 'new'],
      [6, 'wrong'],
      [7, 'outside window'],
      [8, 'ambiguous'],
      [9, 'left out'],
      [10, 'holiday'],
      [11, 'suspicious'],
    ])
    // Both that it looks wrong and that banks were closed.
    expect(body.data.rows[10]?.sentence).toMatch(
      /^23\.3000 is far .* weekend: banks do not trade\.$/,
    )
    expect(body.data.rows[1]).toMatchObject({ replaces: 300.5, sentence: 'Replaces 300.5000.' })
    expect(body.data.rows[3]?.sentence).toContain('Binara Full Moon Poya Day')
    expect(body.data.rows[5]?.sentence).toContain('Line 1')
    expect(body.data.rows[8]?.sentence).toBe('EUR rates are not kept on this site.')
    expect(body.data).toMatchObject({
      importable: false,
      counts: { new: 2, wrong: 1, ambiguous: 1, 'left out': 1 },
    })
    expect(await ratesApp.trail()).toHaveLength(before)
  })

  test('tells a suspicious row by the same words as an entry', async () => {
    const { body } = await preview('2026-09-29\tUSD\t0.0033')
    expect(body.data.rows[0]).toMatchObject({
      verdict: 'suspicious',
      warnings: [{ kind: 'inverted pair' }, {}, {}],
    })
    expect(body.data.importable).toBe(true)
  })

  test('holds a row against the rows of the days before, but not against those that look wrong', async () => {
    const { body } = await preview(
      '2026-09-24\tCAD\t23.3\n2026-09-25\tCAD\t233.1\n2026-09-23\tCAD\t233',
    )
    expect(body.data.rows.map(({ line, verdict }) => [line, verdict])).toEqual([
      [1, 'suspicious'],
      [2, 'new'],
      [3, 'new'],
    ])
    expect(body.data.rows[0]?.warnings[0]).toMatchObject({ kind: 'moved decimal point' })
  })

  test('holds buying and selling of one day against each other before what is entered of it', async () => {
    const earlier = 'Date\tCurrency\tTT Buying\tTT Selling\n2026-09-28\tUSD\t305.5\t312.5'
    expect((await commit(earlier)).status).toBe(201)
    const kinds = async (buying: number, selling: number) =>
      (
        await preview(
          `Date\tCurrency\tTT Buying\tTT Selling\n2026-09-28\tUSD\t${buying}\t${selling}`,
        )
      ).body.data.rows.map(({ warnings }) => warnings.map(({ kind }) => kind))
    // Far from what was entered, and a pair of their own.
    expect((await kinds(326.25, 333.75)).flat()).not.toContain('buying not below selling')
    expect((await kinds(326.25, 333.75)).flat()).not.toContain('wide spread')
    const [buying, selling] = await kinds(333.75, 326.25)
    expect([buying?.[0], selling?.[0]]).toEqual(Array(2).fill('buying not below selling'))
  })

  test('takes the order of day and month from a user', async () => {
    const { body } = await preview('03/09/2026\tUSD\t300', { date_order: 'day first' })
    expect(body.data.rows[0]).toMatchObject({ date: '2026-09-03', verdict: 'new' })
  })

  test.each([
    ['no rows', { text: ' \n' }],
    ['10 001 rows', { text: '2026-09-29\tUSD\t301\n'.repeat(10_001) }],
    ['another field', { text: 'x', sheet: 1 }],
    ['no text', {}],
  ])('is refused with %s', async (_, payload) => {
    const { status, body } = await sendRequest<typeof previewImport>(
      ratesApp.run,
      call('import/preview', payload),
    )
    expect(status).toBe(400)
    expect(body.errors).toBeDefined()
  })

  test('of more than 1 MiB is too large', async () => {
    expect((await preview('x'.repeat(1_048_577))).status).toBe(413)
  })

  test('of ten thousand rows is answered', async () => {
    const { body } = await preview('2026-09-29\tUSD\t301\n'.repeat(10_000))
    expect(body.data.counts).toEqual({ new: 1, same: 9999 })
  })

  test('of ten thousand rows lets other requests go between the pieces of its response', async () => {
    const response = await ratesApp.run.app.inject({
      method: 'POST',
      url: `${url}/import/preview`,
      headers: ratesApp.nimal.headers,
      payload: { text: '2026-09-29\tUSD\t301\n'.repeat(10_000) },
      payloadAsStream: true,
    })
    const pieces = response.stream()
    let turns = 0
    let ended = false
    const turn = () => {
      turns++
      if (!ended) setImmediate(turn)
    }
    setImmediate(turn)
    await finished(pieces.resume())
    ended = true
    expect(turns).toBeGreaterThan(30)
  })
})

describe('an import', () => {
  test('enters every row at once, with one audit entry for its currency that tells each change', async () => {
    await ratesApp.post({ ...usd, rate: 299 })
    const before = (await ratesApp.trail()).length
    const { status, body } = await commit(BLOCK, { reason: 'Month’s end' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ added: 2, replaced: 1, unchanged: 0, warned: 0 })
    expect(body.message).toBe('3 exchange rates imported successfully')
    expect(await ratesApp.current('2026-09-29')).toMatchObject({ rate: 301.25, source: 'manual' })
    const entries = (await ratesApp.trail()).slice(before)
    expect(entries).toHaveLength(1)
    expect(JSON.parse(entries[0]?.metadata ?? '')).toMatchObject({
      import: 'rates',
      reason: 'Month’s end',
      changes: [{ date: '2026-09-25', from: null, to: 300.5 }, {}, { from: 299, to: 301.25 }],
    })
  })

  test('of several currencies is found in the trail by each', async () => {
    const before = (await ratesApp.trail()).length
    expect((await commit('2026-09-29\tGBP\t405.5\n2026-09-29\tUSD\t301.2')).status).toBe(201)
    const entries = (await ratesApp.trail()).slice(before)
    expect(entries.map(({ description }) => description)).toEqual([
      'Imported 2 rates of 2 series: 2 new, 0 replaced',
    ])
    for (const [currency, found] of [
      ['USD', true],
      ['GBP', true],
      ['CAD', false],
    ] as const) {
      const url = `/api/audit-logs?currency=${currency}`
      const { headers } = ratesApp.nimal
      const listed = await sendRequest<typeof listAuditEntries>(ratesApp.run, { url, headers })
      expect(listed.body.data[0]?.id === entries[0]?.id).toBe(found)
    }
  })

  test('with one bad row enters none, and names the line', async () => {
    const { status, body } = await commit(`${BLOCK}\n2026-13-01\tUSD\t300`)
    expect(status).toBe(400)
    expect(body.message).toBe('1 of 4 rows cannot be imported, so none was.')
    expect(Object.keys(body.errors ?? {})).toEqual(['line 5'])
    expect(await ratesApp.liveRows()).toEqual([])
  })

  test('is read before it waits for whoever writes rates', async () => {
    await ratesApp.run.db.transaction().execute(async (trx) => {
      await lockFacts(trx)
      expect((await commit('2026-09-24\tUSD\t300\n'.repeat(10_001))).status).toBe(400)
    })
  })

  test('of what is entered already is refused, because it would change nothing', async () => {
    await commit(BLOCK)
    expect((await commit(BLOCK)).status).toBe(400)
  })

  test('sent twice with one key happens once', async () => {
    const key = { 'idempotency-key': 'the-import' }
    const responses = await Promise.all([1, 2, 3].map(() => commit(BLOCK, {}, key)))
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await ratesApp.liveRows()).toHaveLength(3)
  })
})

describe('undoing an import', () => {
  test('deletes what it added and puts back what it replaced', async () => {
    await ratesApp.post({ ...usd, rate: 299 })
    ratesApp.run.clock.turn(1)
    const { id } = (await commit(BLOCK)).body.data
    const { status, body } = await undo(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'Import undone: 2 removed, 1 put back',
      data: { removed: 2, put_back: 1, left: 0 },
    })
    expect((await ratesApp.liveRows()).map(({ rate }) => rate)).toEqual(['299.0000'])
    expect(await ratesApp.current('2026-09-29')).toMatchObject({ rate: 299 })
    expect((await undo(id)).status).toBe(409)
    expect((await undo(999_999)).status).toBe(404)
    const entry = (await ratesApp.trail()).at(-1)
    expect(entry?.description).toBe(`Undid import ${id}: 2 USD rates removed, 1 put back`)
    expect(JSON.parse(entry?.metadata ?? '')).toMatchObject({
      import: id,
      undone: true,
      left: 0,
      changes: [
        { date: '2026-09-25', currency: 'USD', from: 300.5, to: null },
        { date: '2026-09-28', from: 300.95, to: null },
        { date: '2026-09-29', from: 301.25, to: 299 },
      ],
    })
  })

  test('puts back what an earlier import entered, which can be undone then, unless somebody touched it in between', async () => {
    const first = (await commit(BLOCK)).body.data
    ratesApp.run.clock.turn(1)
    await ratesApp.post({ ...usd, date: '2026-09-25', rate: 300.5 }, {}, ratesApp.kumari)
    ratesApp.run.clock.turn(1)
    const second = (await commit('2026-09-25\tUSD\t300.6\n2026-09-29\tUSD\t301.3')).body.data
    ratesApp.run.clock.turn(1)
    expect((await undo(second.id)).body.data).toEqual({ removed: 0, put_back: 2, left: 0 })
    ratesApp.run.clock.turn(1)
    expect((await undo(first.id)).body.data).toEqual({ removed: 2, put_back: 0, left: 1 })
    expect((await ratesApp.liveRows()).map(({ date, rate }) => [date, rate])).toEqual([
      ['2026-09-25', '300.5000'],
    ])
  })

  test('leaves what was changed since, and can be undone again once that is gone', async () => {
    const { id } = (await commit(BLOCK)).body.data
    ratesApp.run.clock.turn(1)
    await ratesApp.post({ ...usd, rate: 305 }, {}, ratesApp.kumari)
    expect((await undo(id)).body.data).toEqual({ removed: 2, put_back: 0, left: 1 })
    expect(await ratesApp.current('2026-09-29')).toMatchObject({ rate: 305 })
    const listed = async () =>
      (await sendRequest<typeof listImports>(ratesApp.run, call('imports'))).body.data[0]
    const days = { first_day: '2026-09-25', last_day: '2026-09-29' }
    const created = { id, rows: 3, ...days, created_by: 'Nimal Perera' }
    expect(await listed()).toMatchObject({ ...created, undone_by: null })
    const [later] = await ratesApp.liveRows()
    await ratesApp.remove(later?.id ?? 0)
    expect((await undo(id)).status).toBe(200)
    expect(await ratesApp.liveRows()).toEqual([])
  })
})
