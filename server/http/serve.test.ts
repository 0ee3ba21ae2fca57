import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { ErrorResponse } from '../../contract/errors.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const run = await testAppOfFile()
const headers = { ...(await signedInUser(run)).headers, 'content-type': 'application/json' }

const preview = '/api/exchange-rate/import/preview'
const manual = '/api/exchange-rate/manual'

async function post(url: string, payload: string | Buffer, type = 'application/json') {
  const response = await run.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': type },
    payload,
  })
  const body: ErrorResponse = response.json()
  return { status: response.statusCode, body, size: response.rawPayload.length }
}

const entry = { date: '2026-09-29', base_currency: 'USD', rate: 301.25 }

describe('a request body', () => {
  test.each([
    ['__proto__', '{"__proto__":{"admin":true}}', '__proto__'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"admin":true}}', '__proto__'],
    ['NaN', '{"rate":NaN}', 'valid JSON'],
    ['a trailing comma', '{"rate":1,}', 'valid JSON'],
    ['text behind the value', '{} {}', 'valid JSON'],
    ['nothing but a space', ' ', 'valid JSON'],
    ['1 365 levels', `${'{"a":'.repeat(682)}1`, 'at most 100'],
    [
      '101 fields',
      `{${Array.from({ length: 101 }, (_, at) => `"f${at}":1`).join()}}`,
      'at most 100',
    ],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'valid UTF-8'],
  ])('with %s is refused with 400', async (_what, payload, sentence) => {
    const { status, body } = await post(manual, payload)
    expect(status).toBe(400)
    expect(body.errors?.['body']?.join()).toContain(sentence)
  })

  test.each([
    ['U+0000', '\u0000'],
    ['a lone surrogate', '\ud800'],
  ])(
    'with %s in a text is refused with 400 and the name of its field',
    async (_what, character) => {
      for (const [url, field, payload] of [
        [manual, 'reason', { ...entry, reason: character }],
        [preview, 'reason', { rows: [{}], reason: character }],
        ['/api/auth/register', 'name', { name: `Nimal${character}`, email: 'nimal@example.lk' }],
        ['/api/auth/authenticate', 'token', { token: character }],
      ] as const) {
        const { status, body } = await post(url, JSON.stringify(payload))
        expect(status).toBe(400)
        expect(Object.keys(body.errors ?? {})).toEqual([field])
      }
    },
  )

  test('with 1e999 is no number', async () => {
    const { status, body } = await post(manual, JSON.stringify(entry).replace('301.25', '1e999'))
    expect(status).toBe(400)
    expect(Object.keys(body.errors ?? {})).toEqual(['rate'])
  })

  test('may have 4 KiB, or 2 MiB for an import', async () => {
    const { status, body } = await post(manual, JSON.stringify({ a: 'x'.repeat(4096) }))
    expect([status, body.message]).toEqual([413, 'The request body may have at most 4 KiB.'])
    expect((await post(preview, JSON.stringify({ a: 'x'.repeat(2_096_000) }))).status).toBe(400)
    expect((await post(preview, JSON.stringify({ a: 'x'.repeat(2_097_152) }))).status).toBe(413)
  })

  test('of another type, or of none, is refused with 415', async () => {
    expect((await post(manual, JSON.stringify(entry), 'text/plain')).status).toBe(415)
    expect(await sendChunked('/api/exchange-rate/manual', JSON.stringify(entry))).toBe(415)
  })

  test('may be empty although a type is sent', async () => {
    const { headers: own } = await signedInUser(run)
    const headers = { ...own, 'content-type': 'application/json' }
    const response = await run.app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect(response.statusCode).toBe(200)
  })
})

describe('a response about wrong fields', () => {
  test('names 20 of them and counts the rest', async () => {
    const fields = Array.from({ length: 90 }, (_, at) => [`field ${at}`, 1])
    const { status, body } = await post(manual, JSON.stringify(Object.fromEntries(fields)))
    expect(status).toBe(400)
    const { body: more, ...named } = body.errors ?? {}
    expect(Object.keys(named)).toHaveLength(20)
    // Three fields are missing besides.
    expect(more).toEqual(['And 73 more.'])
  })

  test('has at most 64 KB', async () => {
    const { status, size } = await post(preview, JSON.stringify({ ['x'.repeat(1_000_000)]: 1 }))
    expect(status).toBe(400)
    expect(size).toBeLessThan(65_536)
  })
})

/** The status of a POST whose body is chunked and names no type. */
async function sendChunked(url: string, payload: string): Promise<number> {
  const { authorization } = (await signedInUser(run)).headers
  const response = await run.app.inject({
    method: 'POST',
    url,
    headers: { authorization, 'transfer-encoding': 'chunked' },
    payload: Readable.from(payload === '' ? [] : [Buffer.from(payload)]),
  })
  return response.statusCode
}
