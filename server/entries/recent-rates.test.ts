import { describe, expect, test } from 'vitest'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { setPublishers } from '../../domain/series.ts'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'

const HNB = { id: 'hnb', name: 'HNB' }
const ratesApp = await ratesAppOfFile({ PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB' })
await ratesApp.post({ ...usd, date: '2026-09-25', rate: 300.5 })
await ratesApp.post({ ...usd, date: '2026-09-28', base_currency: 'GBP', rate: 405 })
await ratesApp.post({ ...usd, date: '2026-09-24', base_currency: 'AUD', rate: 198.25 })
const { body } = await ratesApp.post({ ...usd, date: '2026-09-29', rate: 302 })
await ratesApp.remove(body.data.id)

const listed = async (query: string) => {
  const { body } = await ratesApp.recent(query)
  return body.data.map((each) => `${each.base_currency} ${each.date}`)
}

describe('the list of entries', () => {
  test('holds live entries, the last entered first', async () => {
    expect(await listed('')).toEqual(['AUD 2026-09-24', 'GBP 2026-09-28', 'USD 2026-09-25'])
  })

  test.each([
    ['currency=GBP', ['GBP 2026-09-28']],
    ['from=2026-09-25', ['GBP 2026-09-28', 'USD 2026-09-25']],
    ['to=2026-09-25', ['AUD 2026-09-24', 'USD 2026-09-25']],
    ['from=2026-09-25&to=2026-09-25', ['USD 2026-09-25']],
    ['sort=date', ['GBP 2026-09-28', 'USD 2026-09-25', 'AUD 2026-09-24']],
    ['sort=date&direction=asc', ['AUD 2026-09-24', 'USD 2026-09-25', 'GBP 2026-09-28']],
    ['sort=currency&direction=asc', ['AUD 2026-09-24', 'GBP 2026-09-28', 'USD 2026-09-25']],
    ['sort=rate', ['GBP 2026-09-28', 'USD 2026-09-25', 'AUD 2026-09-24']],
  ])('with %s has %j', async (query, entries) => {
    expect(await listed(`?${query}`)).toEqual(entries)
  })

  test('with state=deleted has deleted entries, with the user and the time', async () => {
    const { body } = await ratesApp.recent('?state=deleted')
    expect(body).toMatchObject({ total: 1, last_page: 1 })
    expect(body.data[0]).toMatchObject({
      date: '2026-09-29',
      rate: 302,
      deleted_by: 'Nimal Perera',
    })
    expect(body.data[0]?.deleted_at).toMatch(/^2026-09-29T/)
    expect((await ratesApp.recent('')).body.data.every((each) => each.deleted_at === null)).toBe(
      true,
    )
  })

  test('counts the pages of the filtered entries', async () => {
    const { body } = await ratesApp.recent('?currency=USD&limit=1')
    expect(body).toMatchObject({ total: 1, last_page: 1, per_page: 1 })
  })

  test.each([
    ...['state=gone', 'sort=colour', 'direction=up', 'currency=EUR', 'from=2026-02-30'],
    ...['limit=101', 'limit=0', 'limit=ten', 'page=-1'],
  ])('refuses %s by field', async (query) => {
    const { status, body } = await ratesApp.recent(`?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.errors ?? {})).toEqual([query.split('=')[0]])
  })

  test('omits a bank that is no longer configured, in lists, counts and pages', async () => {
    for (const publisher of ['sampath', 'hnb'])
      for (let age = 0; age < 4; age++) {
        const date = addDays(calendarDateOf('2026-09-29'), -age)
        const { status } = await ratesApp.post({ ...usd, date, publisher, rate: 301 })
        expect(status).toBe(201)
      }
    const pages = async () => {
      const bodies = []
      for (const page of [1, 2, 3, 4])
        bodies.push((await ratesApp.recent(`?publisher=all&limit=5&page=${page}`)).body)
      return bodies.map(({ data, total, last_page: last }) => [data.length, total, last])
    }
    expect(await pages()).toEqual([5, 5, 1, 0].map((count) => [count, 11, 3]))
    setPublishers([HNB])
    await ratesApp.run.deps.liveRateBook.load()
    expect(await pages()).toEqual([5, 2, 0, 0].map((count) => [count, 7, 2]))
  })
})
