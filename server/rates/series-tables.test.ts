import { describe, expect, test } from 'vitest'
import { CURRENCIES } from '../../domain/currency.ts'
import { RATE_SOURCES } from '../../domain/rate-precedence.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()

describe('what a rate belongs to', () => {
  test('is listed in the database as it is in the code', async () => {
    const { db } = ratesApp.run
    const currencies = await db.selectFrom('currency').select('currency').execute()
    const kinds = await db.selectFrom('rate_kind').select('kind').execute()
    const sources = await db.selectFrom('rate_source').select('source').execute()
    expect(currencies.map(({ currency }) => currency).sort()).toEqual([...CURRENCIES].sort())
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([...RATE_KINDS].sort())
    expect(sources.map(({ source }) => source).sort()).toEqual([...RATE_SOURCES].sort())
  })

  test.each([
    ['a currency', { currency: 'XXX' }],
    ['a kind', { kind: 'guessed' }],
    ['a source', { source: 'rumour' }],
  ])('cannot be %s that is not listed', async (_, wrong) => {
    const row = { source: 'cbsl', currency: 'USD', kind: 'indicative', date: '2026-01-05', rate: '300' }
    const stored = { ...row, ...wrong, fetched_at: new Date() }
    const insert = ratesApp.run.owner.insertInto('published_rate').values(stored as never)
    await expect(insert.execute()).rejects.toThrow('foreign key')
  })

  test('has one live entry for each currency, kind and day', async () => {
    await ratesApp.post(usd)
    const [live] = await ratesApp.liveRows()
    const { id, ...same } = live ?? { id: 0 }
    expect(id).toBeGreaterThan(0)
    const second = ratesApp.run.owner.insertInto('manual_rate').values(same as never)
    await expect(second.execute()).rejects.toThrow('manual_rate_one_live')
  })
})
