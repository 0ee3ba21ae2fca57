import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readSheet } from '../../contract/imports.ts'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import { sheetOf, zipBomb } from '../testing/sheets.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const app = await testAppOfFile()
const headers = (await signedInUser(app)).headers

async function upload(payload: Uint8Array, type = XLSX_TYPE) {
  const response = await app.app.inject({
    method: readSheet.method,
    url: readSheet.url,
    headers: { ...headers, 'content-type': type },
    payload: Buffer.from(payload),
  })
  return { status: response.statusCode, body: response.json<{ message: string; data: { text: string } }>() }
}

test('a sheet comes back as the rows that it shows, days as days', async () => {
  const sheet = await writeXlsxFile([
    [{ value: 'Date' }, { value: 'Rate' }],
    [{ type: Date, value: new Date('2026-09-21T00:00:00Z'), format: 'dd/mm/yyyy' }, { value: 329.5 }],
  ]).toBuffer()
  const { status, body } = await upload(sheet)
  expect(status).toBe(200)
  expect(body.data.text).toBe('Date\tRate\n2026-09-21\t329.5')
})

test('a rate that a sheet has calculated comes as the sheet shows it, not as a double adds', async () => {
  const sheet = await writeXlsxFile([
    [{ value: 329.6 + 0.04 }, { value: 1.1 * 3 }, { value: 331.123456 }, { value: 0.00001234 }],
  ]).toBuffer()
  expect((await upload(sheet)).body.data.text).toBe('329.64\t3.3\t331.123456\t0.00001234')
})

test('ten thousand rows below a heading are read, and one more is refused by name', async () => {
  expect((await upload(await sheetOf(10_001))).body.data.text.split('\n')).toHaveLength(10_001)
  expect(await upload(await sheetOf(10_002))).toMatchObject({
    status: 400,
    body: { message: 'There are more than 10,000 rows. Import them in several parts.' },
  })
})

test('what is no spreadsheet, has a password or is of the old kind is refused with what to do', async () => {
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const encrypted = Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')])
  for (const [file, message] of [
    [Buffer.from('no spreadsheet'), /could not be read as a spreadsheet. Save it as CSV/],
    [Buffer.alloc(0), /could not be read as a spreadsheet/],
    [compound, /old \.xls format\. Save it as \.xlsx or CSV/],
    [encrypted, /protected with a password\. Save a copy without the password/],
  ] as const) {
    const { status, body } = await upload(file)
    expect(body.message).toMatch(message)
    expect(status).toBe(400)
  }
})

test('a file that is larger than it looks is refused without holding up others', async () => {
  const bomb = zipBomb()
  const lying = Buffer.from(bomb)
  // The size in the directory, 24 bytes after its signature (APPNOTE.TXT, 4.3.12).
  lying.writeUInt32LE(1000, lying.indexOf('PK\x01\x02') + 24)
  const order: string[] = []
  const [refused, lied] = await Promise.all([
    upload(bomb).finally(() => order.push('file')),
    upload(lying).finally(() => order.push('file')),
    app.app.inject('/api/health/live').then(() => order.push('another request')),
  ])
  expect(refused).toMatchObject({ status: 413, body: { message: /holds more than is read here/ } })
  expect(lied.status).toBe(400)
  expect(order[0]).toBe('another request')
})

test('a cell at the far end of a sheet costs no memory that the server lacks', async () => {
  const parts = await sheetWithCell('XFD1048576')
  const { status, body } = await upload(parts)
  expect(status).toBe(200)
  expect(body.data.text.length).toBeLessThan(100_000)
})

test('JSON is refused with the media type that is taken, and a sheet everywhere else', async () => {
  expect(await upload(Buffer.from('{}'), 'application/json')).toMatchObject({
    status: 415,
    body: { message: `Send the body as ${XLSX_TYPE}.` },
  })
  const elsewhere = await app.app.inject({
    method: 'POST',
    url: '/api/exchange-rate/import/preview',
    headers: { ...headers, 'content-type': XLSX_TYPE },
    payload: await sheetOf(1),
  })
  expect(elsewhere.statusCode).toBe(415)
})

/** A sheet of one cell, at the address that is given. */
async function sheetWithCell(address: string): Promise<Uint8Array> {
  const parts = unzipSync(new Uint8Array(await sheetOf(1)))
  const name = Object.keys(parts).find((each) => /worksheets\/sheet\d+\.xml$/.test(each)) ?? ''
  const text = new TextDecoder().decode(parts[name])
  return zipSync({ ...parts, [name]: strToU8(text.replaceAll('"C1"', `"${address}"`)) })
}
