import { expect, test } from 'vitest'
import { currentRate } from '../contract/rates/rates.ts'
import { addressOf, call, errorOfResponse } from './api.ts'

test('a call that is taken back says so, and that it was meant', async () => {
  const input = { params: { currency: 'USD' as const }, querystring: {} }
  const error = { status: 0, message: 'Request was cancelled', cancelled: true }
  await expect(call(currentRate, input, { signal: AbortSignal.abort() })).rejects.toMatchObject(error)
})

test.each([
  [400, 'Bad request'],
  [401, 'Unauthorized access'],
  [403, 'Forbidden'],
  [404, 'Resource not found'],
  [500, 'Server error'],
  [502, 'An unexpected error occurred'],
])('an answer with status %i and no words of its own reads: %s', (status, sentence) => {
  expect(errorOfResponse(status, null).message).toBe(sentence)
  expect(errorOfResponse(status, { message: 'Its own words.' }).message).toBe('Its own words.')
})

test('an address leaves out what was not given and keeps what was, whatever stands in it', () => {
  const params = { currency: 'GBP' as const }
  expect(addressOf(currentRate, { params, querystring: {} })).toBe('/api/exchange-rate/current/GBP')
  const querystring = { date: '2026-09-29&x=1' }
  expect(addressOf(currentRate, { params, querystring })).toBe(
    '/api/exchange-rate/current/GBP?date=2026-09-29%26x%3D1',
  )
})
