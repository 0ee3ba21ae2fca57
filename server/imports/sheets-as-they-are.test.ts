import { beforeEach, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import { readSheet, type commitImport, type previewImport } from '../../contract/imports/imports.ts'
import { calendarDateOf, toDayNumber } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'

const url = '/api/exchange-rate'
const post = (path: string, payload: object) => ({
  method: 'POST' as const,
  url: `${url}/${path}`,
  headers: ratesApp.nimal.headers,
  payload,
})
const preview = (text: string, more = {}) =>
  sendRequest<typeof previewImport>(ratesApp.run, post('import/preview', { text, ...more }))
const commit = (text: string, more = {}) =>
  sendRequest<typeof commitImport>(ratesApp.run, post('import', { text, ...more }))

const WIDE = [
  'Treasury\t\t\t\t',
  'Date\tUSD\tAUD\tCAD\tGBP',
  '03/09/2026 09:30\t301.123456\t201.5\t221.25\tabc',
  '14/09/2026\t301.5\t201.75\tn/a\t405.5',
  'Average\t301.3\t201.6\t221.2\t405.5',
].join('\n')

const ratesApp = await ratesAppOfFile()
beforeEach(async () => {
  await ratesApp.clear()
  ratesApp.run.clock.turn(1)
})

test('A preview of a wide sheet tells how it was understood', async () => {
  const { rows, importable, table } = (await preview(WIDE, { with_table: true })).body.data
  expect(rows.map(({ line, verdict }) => `${line} ${verdict}`)).toEqual([
    ...['3 wrong', '3 new', '3 new', '3 wrong', '4 new', '4 new', '4 new'],
  ])
  expect(rows[3]).toMatchObject({
    given: '03/09/2026 09:30 GBP abc',
    date: '2026-09-03',
    currency: 'GBP',
  })
  expect(table?.columns.slice(0, 2)).toEqual([
    { heading: 'Date', sample: '03/09/2026 09:30', use: 'date' },
    { heading: 'USD', sample: '301.123456', use: 'USD' },
  ])
  expect(importable).toBe(false)
  expect(table).toMatchObject({
    roundable: 1,
    timed: 1,
    skipped: { count: 2, rows: [{ line: 1, given: 'Treasury' }, { line: 5 }] },
    date_order: { order: 'day first', line: 4, given: '14/09/2026' },
  })
})

test('Rows that cannot be read are quoted as they stand, and no columns of a sheet that was turned over', async () => {
  const board = 'Date\tCurrency\tTT Buying\n2026-09-28\tJapanese Yen (per 100)\t210.5'
  const { rows } = (await preview(board)).body.data
  expect(rows[0]?.given).toBe('2026-09-28 Japanese Yen (per 100) 210.5')
  const sides = 'Date\tCurrency\tTT Buying\tTT Selling\n2026-09-28\tJPY\t210.5\t218.4'
  expect((await preview(sides)).body.data.rows.map(({ given }) => given)).toEqual([
    ...['2026-09-28 JPY TT Buying 210.5', '2026-09-28 JPY TT Selling 218.4'],
  ])
  const across = 'Currency\t2026-09-24\t2026-09-25\nUSD\t300.1\t300.2'
  const turned = (await preview(across, { with_table: true })).body.data
  expect(turned.rows.map(({ date }) => date)).toEqual(['2026-09-24', '2026-09-25'])
  expect(turned.table?.columns).toEqual([])
})

test('Rows are left out and rates rounded only as said, and the audit entries tell it', async () => {
  expect((await commit(WIDE)).status).toBe(400)
  const other = await commit(WIDE, { round: true, leave_out: 2 })
  expect([other.status, other.body.message]).toEqual([
    400,
    '1 of 7 rows cannot be imported, so none was.',
  ])
  const before = (await ratesApp.trail()).length
  const { status, body } = await commit(WIDE, { round: true, leave_out: 1 })
  expect([status, body.data]).toMatchObject([201, { added: 6, replaced: 0, unchanged: 0 }])
  expect(await ratesApp.current('2026-09-03')).toMatchObject({ rate: 301.1235 })
  const [entry, ...more] = (await ratesApp.trail()).slice(before)
  expect(more).toEqual([])
  expect(entry?.description).toBe(
    'Imported 6 rates of 4 series: 6 new, 0 replaced; 1 rounded to 4 decimals; 1 row of the import left out',
  )
  expect(JSON.parse(entry?.metadata ?? '')).toMatchObject({ left_out: { rows: 1, lines: [3] } })
  const { changes } = JSON.parse(entry?.metadata ?? '') as { changes: object[] }
  expect(changes).toContainEqual(
    expect.objectContaining({ to: 301.1235, rounded_from: '301.123456' }),
  )
})

test.each([
  ['no date', { columns: ['none', 'USD'] }],
  ['two dates', { columns: ['date', 'date', 'USD'] }],
  ['no rates', { columns: ['date', 'currency'] }],
  ['a use that there is not', { columns: ['date', 'EUR'] }],
  ['rates of one currency beside those of every row', { columns: ['date', 'rate', 'USD'] }],
  ['nothing left out', { leave_out: 0 }],
])('Columns and choices with %s are refused', async (_, more) => {
  const { status, body } = await preview(WIDE, more)
  expect(status).toBe(400)
  expect(Object.keys(body.errors ?? {})[0]).toMatch(/^(columns|leave_out)/)
})

test('Files of all currencies are imported as the same that is entered, by row', async () => {
  const days = ['2026-09-21', '2026-09-22', '2026-09-23', '2026-09-24']
  const rows = days.map((day, index) => `${day}\t30${index}.5\t201.25\t\t40${index}.0001`)
  for (const kind of ['indicative', 'tt-selling'])
    expect(
      (await commit(['Date\tUSD\tAUD\tCAD\tGBP', ...rows].join('\n'), { kind, reason: 'x' }))
        .status,
    ).toBe(201)
  const query = 'from=2026-09-21&to=2026-09-24'
  const file = (path: string) => ratesApp.run.app.inject({ url: `${url}/history.${path}&${query}` })
  const texts = await Promise.all([
    ...[
      'layout=wide',
      'layout=long',
      'layout=wide&kind=tt-selling',
      'layout=long&kind=tt-selling',
    ].map(async (layout) => (await file(`csv?${layout}`)).body),
    ...['layout=wide', 'layout=long&kind=tt-selling'].map(
      async (layout) => (await upload((await file(`xlsx?${layout}`)).rawPayload)).data.text,
    ),
  ])
  for (const text of texts)
    expect((await preview(text)).body.data.counts, text).toEqual({ same: 12 })
})

test('A file of all currencies is named by its days and known by its tag, and no longer than an import', async () => {
  const file = await ratesApp.run.app.inject({
    url: `${url}/history.csv?from=2026-09-28&layout=wide`,
  })
  expect(file.body).toBe(
    'Date,USD,AUD,CAD,GBP\r\n2026-09-28,300.9000,,,\r\n2026-09-29,301.1000,,,\r\n',
  )
  expect(file.headers['content-disposition']).toContain('all-LKR-2026-09-28-to-2026-09-29-wide.csv')
  const again = await ratesApp.run.app.inject({
    url: `${url}/history.csv?from=2026-09-28&layout=wide`,
    headers: { 'if-none-match': file.headers.etag },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const book = ratesApp.run.deps.liveRateBook.book
  const first = toDayNumber(calendarDateOf('1980-01-01'))
  for (let day = first; day < first + 10_001; day++)
    book.put({ currency: 'CAD', kind: 'customs' }, 'manual', day, rateOf(301))
  const long = await ratesApp.run.app.inject({
    url: `${url}/history.csv?from=1970-01-01&kind=customs`,
  })
  expect([long.statusCode, long.json()]).toMatchObject([
    400,
    { message: expect.stringMatching(/at most 10,000 rates/) as string },
  ])
})

test('Of a workbook the first sheet with rates is read, or the one that is named', async () => {
  const book = await writeXlsxFile([
    { sheet: 'Cover', data: [[{ value: 'Exchange rates' }], [{ value: 'October 2026' }]] },
    {
      sheet: 'Rates',
      data: [
        [{ value: 'Date' }, { value: 'USD' }],
        [{ value: '2026-09-21' }, { value: 329.5 }],
      ],
    },
  ]).toBuffer()
  const sheets = ['Cover', 'Rates']
  expect(await upload(book)).toMatchObject({
    data: { sheets, sheet: 2, text: 'Date\tUSD\n2026-09-21\t329.5' },
  })
  expect(await upload(book, 1)).toMatchObject({
    data: { sheets, sheet: 1, text: 'Exchange rates\nOctober 2026' },
  })
  expect(await upload(book, 3)).toMatchObject({
    errors: { sheet: ['The file has no such sheet.'] },
  })
})

async function upload(payload: Buffer, sheet?: number) {
  const response = await ratesApp.run.app.inject({
    method: readSheet.method,
    url: sheet === undefined ? readSheet.url : `${readSheet.url}?sheet=${sheet}`,
    headers: { ...ratesApp.nimal.headers, 'content-type': XLSX_TYPE },
    payload,
  })
  return response.json<{ data: { text: string } }>()
}
