import { expect, test } from 'vitest'
import type { entriesOfDay } from '../../contract/entries.ts'
import type { commitImport } from '../../contract/imports.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { rowsOf } from '../testing/import-rows.ts'

// Today is 29 September 2026.
const { run, nimal } = await ratesAppOfFile()
const day = (date: string, kind = 'customs') =>
  run.get<typeof entriesOfDay>(
    `/api/exchange-rate/manual/day?kind=${kind}&date=${date}`,
    nimal.headers,
  )
const enter = (week: object, text: string) =>
  run.post<typeof commitImport>(
    '/api/exchange-rate/import',
    { subject: 'customs rates', ...week, rows: rowsOf(`currency,rate\n${text}`) },
    nimal.headers,
  )

test('a week of customs rates is given to its form with the rates before, two weeks ahead', async () => {
  const week = { first_day: '2026-09-28', last_day: '2026-10-04', gazette: '2456/01' }
  const next = { first_day: '2026-10-05', last_day: '2026-10-11', gazette: '2457/01' }
  await enter(week, 'USD,301.5\nAUD,198.25')
  await enter(next, 'USD,302')
  const { schedule, rates: stored } = (await day('2026-10-05')).body.data
  expect(schedule).toEqual({ ...next, document: null })
  const shown = stored.map(({ entry, previous }) => [entry?.rate, previous?.date, previous?.rate])
  expect(shown.slice(0, 2)).toEqual([
    [302, '2026-09-28', 301.5],
    [undefined, '2026-09-28', 198.25],
  ])
  const later = (await day('2026-10-13')).body.data
  expect(later).not.toHaveProperty('schedule')
  expect(later.rates[0]?.previous).toMatchObject({ date: '2026-10-05', rate: 302 })
  const refused = [await day('2026-10-14'), await day('2026-09-30', 'tt-buying')]
  expect(refused.map(({ status }) => status)).toEqual([400, 400])
  const { body } = await enter(next, 'USD,302.5\nAUD,199')
  expect(body.message).toBe('Customs rates of 5 Oct 2026 to 11 Oct 2026 entered, 1 rate replaced')
})
