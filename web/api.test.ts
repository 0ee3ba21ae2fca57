import { expect, test, vi } from 'vitest'
import { buildApiAddress, call, errorOfResponse, errorSentence } from './api.ts'

test('an aborted call says so', async () => {
  const input = { params: { currency: 'USD' as const }, query: {} }
  const error = { status: 0, message: 'Request was cancelled', cancelled: true }
  await expect(
    call('GET /api/exchange-rate/current/:currency', input, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject(error)
})

test.each([
  [400, 'Bad request'],
  [401, 'Unauthorized access'],
  [403, 'Forbidden'],
  [404, 'Resource not found'],
  [500, 'Server error'],
  [502, 'An unexpected error occurred'],
])('a response with status %i and no message reads: %s', (status, sentence) => {
  expect(errorOfResponse(status, null).message).toBe(sentence)
  expect(errorOfResponse(status, { message: 'Its own words.' }).message).toBe('Its own words.')
})

test('a full disk says that what was typed is kept', () => {
  const body = { code: 'storage_full', message: 'Its own words.' }
  expect(errorOfResponse(503, body).message).toBe(
    'Nothing can be stored at the moment. What you typed is kept; try again in a few minutes.',
  )
})

test('a failure says once when to try again', () => {
  const message = 'The database is not responding. Try again in a moment.'
  expect(errorSentence(errorOfResponse(503, { code: 'unavailable', message }, 2))).toBe(message)
  expect(errorSentence(errorOfResponse(503, null, 20))).toBe(
    'An unexpected error occurred. Try again in 20 seconds.',
  )
})

test('an address leaves out what is undefined and encodes the rest', () => {
  const params = { currency: 'GBP' as const }
  expect(buildApiAddress('GET /api/exchange-rate/current/:currency', { params, query: {} })).toBe(
    '/api/exchange-rate/current/GBP',
  )
  const query = { date: '2026-09-29&x=1' }
  expect(buildApiAddress('GET /api/exchange-rate/current/:currency', { params, query })).toBe(
    '/api/exchange-rate/current/GBP?date=2026-09-29%26x%3D1',
  )
})

test('a content type is sent with a body and not without one', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
    sent.push(headers.get('Content-Type'))
    return Promise.resolve(Response.json({}))
  })
  await call('GET /api/auth/user', {})
  await call('POST /api/auth/logout', {})
  await call('POST /api/check-user', { body: { email: 'kamala@example.lk' } })
  expect(sent).toEqual([null, null, 'application/json'])
})
