import { setImmediate } from 'node:timers/promises'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { createAccessToken } from '../../contract/access-token.ts'
import { readSheet } from '../../contract/imports/imports.ts'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import { SheetReader } from './read-sheet.ts'
import { sendRequest } from '../testing/send-request.ts'
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
  return {
    status: response.statusCode,
    body: response.json<{ message: string; data: { text: string } }>(),
  }
}

// The limit of a minute is of one user.
beforeEach(() => app.clock.turn(61))

test('a sheet comes back as the rows that it shows, days as days', async () => {
  const sheet = await writeXlsxFile([
    [{ value: 'Date' }, { value: 'Rate' }],
    [
      { type: Date, value: new Date('2026-09-21T00:00:00Z'), format: 'dd/mm/yyyy' },
      { value: 329.5 },
    ],
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
  // Whichever comes first: that it is none, the end of its time, or of its wait for the other.
  expect([400, 413, 503]).toContain(lied.status)
  expect(order[0]).toBe('another request')
})

test.each(['ZZZZZZ1', 'XFE1', 'XFD1048576', 'AO1', 'A11001', 'zzzzzzz1', 'A9000000000000000'])(
  'a cell at %s is refused with the limits of the import, and the server answers on',
  async (address) => {
    expect(await upload(await sheetWithCell(address))).toMatchObject({
      status: 400,
      body: { message: /cells beyond column AN or row 11,000/ },
    })
    expect((await app.app.inject('/api/health/live')).statusCode).toBe(200)
  },
)

test('a tag of 300,000 attributes is refused before it is read', async () => {
  const attributes = Array.from({ length: 300_000 }, (_, at) => ` a${at}="1"`).join('')
  const { status, body } = await upload(await changedSheet('<row', `<row${attributes}`))
  expect(status).toBe(413)
  expect(body.message).toMatch(/Save it as CSV|holds more than is read here/)
})

test('what is being read when the server ends is ended with it', async () => {
  const reader = new SheetReader()
  const sheet = await sheetOf(10_000)
  const reading = [1, 2, 3].map(async (user) => reader.read(user, sheet).catch(String))
  await setImmediate()
  reader.close()
  expect(await Promise.all(reading)).toEqual(
    Array(3).fill('ApiError: The server is busy. Try again in a moment.'),
  )
})

test('a machine that is too busy to read a sheet in time says so, and not that it is too large', async () => {
  const reading = new SheetReader(1).read(1, await sheetOf(10_000))
  await expect(reading).rejects.toMatchObject({
    status: 503,
    message: 'The server is busy. Try again in a moment.',
  })
})

test('whoever may only read is refused, and one user has two files read at once', async () => {
  const { headers } = await signedInUser(app)
  const sheet = Buffer.from(await sheetOf(2))
  const send = (more: object) =>
    app.app.inject({
      method: readSheet.method,
      url: readSheet.url,
      payload: sheet,
      headers: { ...headers, 'content-type': XLSX_TYPE, ...more },
    })
  const { body } = await sendRequest<typeof createAccessToken>(app, {
    method: createAccessToken.method,
    url: createAccessToken.url,
    headers,
    payload: { name: 'Treasury', scope: 'read' },
  })
  expect((await send({ authorization: `Bearer ${body.token}` })).statusCode).toBe(403)
  const [others, ...own] = await Promise.all([
    upload(sheet),
    ...Array.from({ length: 19 }, () => send({})),
  ])
  expect(others.status).toBe(200)
  expect(own.map(({ statusCode }) => statusCode).filter((each) => each === 200).length).toBe(2)
  await send({})
  const refused = await send({})
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    429,
    expect.stringMatching(/^Too many files in a minute\. Try again in /),
  ])
})

test('JSON is refused with the media type that is taken, and a sheet everywhere else', async () => {
  expect(await upload(Buffer.from('{}'), 'application/json')).toMatchObject({
    status: 415,
    body: { message: `Send the body as ${XLSX_TYPE} or text/csv.` },
  })
  const elsewhere = await app.app.inject({
    method: 'POST',
    url: '/api/exchange-rate/import/preview',
    headers: { ...headers, 'content-type': XLSX_TYPE },
    payload: await sheetOf(1),
  })
  expect(elsewhere.statusCode).toBe(415)
})

/** A sheet of one row with a cell at the address that is given. */
const sheetWithCell = (address: string) => changedSheet('"C1"', `"${address}"`)

/** A sheet of one row whose XML says something else. */
async function changedSheet(said: string, says: string): Promise<Uint8Array> {
  const parts = unzipSync(new Uint8Array(await sheetOf(1)))
  const name = Object.keys(parts).find((each) => /worksheets\/sheet\d+\.xml$/.test(each)) ?? ''
  const text = new TextDecoder().decode(parts[name])
  return zipSync({ ...parts, [name]: strToU8(text.replace(said, says)) })
}
