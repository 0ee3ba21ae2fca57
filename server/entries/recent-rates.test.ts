import { describe, expect, test } from 'vitest'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()
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
  test('holds what counts, the last entered first', async () => {
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
  ])('asked for %s answers %j', async (query, entries) => {
    expect(await listed(`?${query}`)).toEqual(entries)
  })

  test('gives what is deleted apart, with who deleted it and when', async () => {
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

  test('counts the pages of what was asked for', async () => {
    const { body } = await ratesApp.recent('?currency=USD&limit=1')
    expect(body).toMatchObject({ total: 1, last_page: 1, per_page: 1 })
  })

  test.each(['state=gone', 'sort=colour', 'direction=up', 'currency=EUR', 'from=2026-02-30'])(
    'refuses %s by name',
    async (query) => {
      const { status, body } = await ratesApp.recent(`?${query}`)
      expect(status).toBe(400)
      expect(Object.keys(body.errors ?? {})).toEqual([query.split('=')[0]])
    },
  )
})
