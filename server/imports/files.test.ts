import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { CSV_TYPE, XLSX_TYPE } from '../../contract/endpoint.ts'
import { readSheet } from '../../contract/imports/imports.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const app = await testAppOfFile()
const headers = (await signedInUser(app)).headers

async function upload(payload: Uint8Array, type: string, sheet?: number) {
  const response = await app.app.inject({
    method: readSheet.method,
    url: sheet === undefined ? readSheet.url : `${readSheet.url}?sheet=${sheet}`,
    headers: { ...headers, 'content-type': type },
    payload: Buffer.from(payload),
  })
  return {
    status: response.statusCode,
    body: response.json<{
      message: string
      data: { text: string; sheets: string[]; sheet: number }
    }>(),
  }
}

// The limit of a minute is of one user.
beforeEach(() => app.clock.turn(61))

describe('a table as text', () => {
  const rows = 'Date\tUSD – mid\t£\r\n2026-11-20\t330.1\t437\r\n'
  const wide = Buffer.from(rows, 'utf16le')

  test.each([
    ['UTF-8', Buffer.from(rows)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${rows}`)],
    ['UTF-16, as spreadsheets call Unicode text', Buffer.from(`\uFEFF${rows}`, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(`\uFEFF${rows}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', wide],
    ['UTF-16 the other way round without one', Buffer.from(wide).swap16()],
    [
      'the code page of Windows',
      Buffer.from(rows.replace('–', '\x96').replace('£', '\xa3'), 'latin1'),
    ],
  ])('in %s comes back as what it says', async (_, file) => {
    expect(await upload(file, CSV_TYPE)).toMatchObject({
      status: 200,
      body: { data: { text: rows, sheets: [], sheet: 1 } },
    })
  })

  test.each([
    ['of binary data', Buffer.from([1, 2, 3, 0, 0, 7, 65]), 400, /neither a table as text/],
    ['with half a character in UTF-16', wide.subarray(0, 21), 400, /neither a table as text/],
    ['that is a web page', Buffer.from('\n<html><table><tr><td>1'), 400, /web page or XML/],
    ['of more than a million characters', Buffer.alloc(1_000_001, 'a'), 413, /million characters/],
    ['of the old kind of spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 400, /old \.xls/],
  ] as const)('%s is refused with what to do', async (_, file, status, message) => {
    const refused = await upload(file, CSV_TYPE)
    expect(refused.body.message).toMatch(message)
    expect(refused.status).toBe(status)
  })

  test('that is a spreadsheet by its bytes is read as one', async () => {
    expect((await upload(await book(RATES), CSV_TYPE)).body.data.text).toBe(TEXT)
  })
})

const RATES = { sheet: 'Sheet1', data: table(['Date', 'USD'], ['2026-11-20', 330]) }
const TEXT = 'Date\tUSD\n2026-11-20\t330'

describe('of a workbook', () => {
  test.each(['hidden', 'veryHidden'])(
    'a %s sheet is offered last, and read only where it is named',
    async (state) => {
      const others = { sheet: 'Old', data: table(['Date', 'USD'], ['2026-11-20', 999.99]) }
      const file = await changed(await book(others, RATES), 'workbook', (xml) =>
        xml.replace('name="Old"', `name="Old" state="${state}"`),
      )
      expect((await upload(file, XLSX_TYPE)).body.data).toEqual({
        text: TEXT,
        sheets: ['Sheet1', 'Old'],
        sheet: 1,
      })
      expect((await upload(file, XLSX_TYPE, 2)).body.data.text).toContain('999.99')
      const onlyHidden = await changed(
        await book(others, { ...RATES, data: table(['Cover']) }),
        'workbook',
        (xml) => xml.replace('name="Old"', `name="Old" state="${state}"`),
      )
      expect((await upload(onlyHidden, XLSX_TYPE)).body.data.text).toBe('Cover')
    },
  )

  test.each(['TT Selling', 'Currency notes', 'Budget 2026', 'EUR', 'Customs'])(
    'the name “%s” stands above its rows, as it says what they are',
    async (sheet) => {
      const { body } = await upload(await book({ ...RATES, sheet }), XLSX_TYPE)
      expect(body.data.text).toBe(`${sheet}\n${TEXT}`)
    },
  )

  test.each(['1', 'true'])(
    'that counts its days from 1904 (%s) the days are right',
    async (says) => {
      const day = new Date('2026-11-20T00:00:00Z')
      const dated = await book({
        sheet: 'Sheet1',
        data: [
          [{ value: 'Date' }, { value: 'USD' }],
          [{ type: Date, value: day, format: 'yyyy-mm-dd' }, { value: 330 }],
        ],
      })
      const shifted = await changed(dated, 'worksheets/sheet1', (xml) =>
        xml.replace('46346', String(46_346 - 1462)),
      )
      const file = await changed(shifted, 'workbook', (xml) =>
        xml.includes('<workbookPr')
          ? xml.replace('<workbookPr', `<workbookPr date1904="${says}"`)
          : xml.replace('<sheets>', `<workbookPr showObjects="all" date1904="${says}"/><sheets>`),
      )
      expect((await upload(file, XLSX_TYPE)).body.data.text).toBe(TEXT)
    },
  )

  test.each(['mmm-yy', 'mmmm yyyy', '[$-409]mmm\\-yy;@', 'yyyy'])(
    'a day of which %s shows no day is given as its month',
    async (format) => {
      const day = { type: Date, value: new Date('2026-11-01T00:00:00Z'), format }
      const file = await book({ sheet: 'Sheet1', data: [[{ value: 'Date' }], [day]] })
      expect((await upload(file, XLSX_TYPE)).body.data.text).toBe('Date\n2026-11')
    },
  )

  test.each(['d-mmm-yy', 'dd/mm/yyyy', 'd-mmm', 'yyyy"d"-mm-dd', 'm/d/yy h:mm'])(
    'a day that %s shows is given with its year',
    async (format) => {
      const day = { type: Date, value: new Date('2026-11-01T00:00:00Z'), format }
      const file = await book({ sheet: 'Sheet1', data: [[{ value: 'Date' }], [day]] })
      expect((await upload(file, XLSX_TYPE)).body.data.text).toBe('Date\n2026-11-01')
    },
  )

  test('an instant half a second before midnight is of the next day', async () => {
    const file = await changed(
      await book({
        sheet: 'Sheet1',
        data: [
          [{ value: 'Date' }, { value: 'USD' }],
          [
            { type: Date, value: new Date('2026-11-20T00:00:00Z'), format: 'yyyy-mm-dd' },
            { value: 330 },
          ],
        ],
      }),
      'worksheets/sheet1',
      (xml) => xml.replace('46346', '46345.999995'),
    )
    expect((await upload(file, XLSX_TYPE)).body.data.text).toBe(TEXT)
  })
})

function table(...rows: (string | number)[][]) {
  return rows.map((cells) => cells.map((value) => ({ value })))
}

async function book(...sheets: { sheet: string; data: object[][] }[]): Promise<Buffer> {
  return writeXlsxFile(sheets as Parameters<typeof writeXlsxFile>[0]).toBuffer()
}

/** A file with one of its parts changed. */
function changed(
  file: Uint8Array,
  part: string,
  change: (xml: string) => string,
): Promise<Uint8Array> {
  const parts = unzipSync(new Uint8Array(file))
  const name = Object.keys(parts).find((each) => each.endsWith(`${part}.xml`)) ?? ''
  const xml = new TextDecoder().decode(parts[name])
  expect(change(xml)).not.toBe(xml)
  return Promise.resolve(zipSync({ ...parts, [name]: strToU8(change(xml)) }))
}
