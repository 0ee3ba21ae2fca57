import { describe, expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { rateBoard } from '../../contract/rates/rate-history.ts'
import type { currentRate, lastSevenDays } from '../../contract/rates/rates.ts'
import { sendRequest } from '../testing/send-request.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { publish } from './published-rates.fixture.ts'

const get = <E extends Endpoint>(url: string) => sendRequest<E>(run, { url })

const run = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })
await publish(run, 'cbsl', 'USD', { '2026-09-25': '330.0327', '2026-09-28': '330.4329' })
await publish(run, 'sample', 'GBP', { '2025-08-29': '408.0017' })

describe('the age of a rate', () => {
  const currentUsd = (query: string) =>
    get<typeof currentRate>(`/api/exchange-rate/current/USD?${query}`)

  test('is counted in business days and refused above max_age', async () => {
    expect((await currentUsd('date=2026-09-27&max_age=0')).body.data.age_business_days).toBe(0)
    expect((await currentUsd('max_age=1')).body.data.age_business_days).toBe(1)
    const { status, body } = await currentUsd('max_age=0')
    expect(status).toBe(404)
    expect(body).toEqual({
      code: 'too_old',
      message:
        'The newest rate of the US Dollar is of 28 Sep 2026, 1 business day before 29 Sep 2026; max_age is 0.',
    })
  })

  test('is on the board, where one rate above max_age refuses all', async () => {
    const board = (query: string) => get<typeof rateBoard>(`/api/exchange-rate/board${query}`)
    const ages = (await board('')).body.data.rates.map((row) => [
      row.currency,
      row.age_business_days,
    ])
    expect(ages).toEqual([
      ['USD', 1],
      ['AUD', null],
      ['CAD', null],
      ['GBP', expect.any(Number)],
    ])
    expect((await board('?date=2025-08-29&max_age=0')).status).toBe(200)
    const { status, body } = await board('?max_age=30')
    expect([status, body.code]).toEqual([404, 'too_old'])
    expect(body.message).toContain('British Pound is of 29 Aug 2025')
  })

  test.each(['-1', '31', '1.5', '01', '', 'x'])('has no limit of %j', async (value) => {
    const { status, body } = await currentUsd(`max_age=${value}`)
    expect(status).toBe(400)
    expect(body.errors?.['max_age']).toEqual([
      'max_age must be a whole number of business days from 0 to 30.',
    ])
  })

  test('follows a holiday that another process changes', async () => {
    const week = async () =>
      (
        await get<typeof lastSevenDays>('/api/exchange-rate/USD/last-seven-days')
      ).body.data.missing.at(-1)
    const page = async () => (await get('/api/exchange-rate/current/USD')).headers['etag']
    const [before, etag] = [await week(), await page()]
    expect(before).toEqual({ date: '2026-09-29', reason: 'not received' })
    await storeHoliday(run.db, calendarDateOf('2026-09-29'), 'Special bank holiday')
    await expect.poll(week).toEqual({ date: '2026-09-29', reason: 'holiday: Special bank holiday' })
    expect((await currentUsd('max_age=0')).body.data.age_business_days).toBe(0)
    expect(await page()).not.toBe(etag)
    await storeHoliday(run.db, calendarDateOf('2026-09-29'), null)
    await expect.poll(week).toEqual(before)
  })
})
