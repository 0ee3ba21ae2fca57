import { sql } from 'kysely'
import type { RateFact } from '../audit-log/record-changes.ts'
import { storeRates } from '../testing/store-rates.ts'
import { describe, expect, test } from 'vitest'
import { RATE_SOURCES } from '../../domain/rate-precedence.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()

describe('what a rate belongs to', () => {
  test('is listed in the database as in the code', async () => {
    const { db } = ratesApp.run
    const kinds = await db.selectFrom('rate_kind').select('kind').execute()
    const sources = await db.selectFrom('rate_source').select('source').execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([...RATE_KINDS].sort())
    expect(sources.map(({ source }) => source).sort()).toEqual([...RATE_SOURCES].sort())
  })

  test.each([
    ['a currency', { currency: 'usd' }],
    ['a kind', { kind: 'guessed' }],
    ['a source', { source: 'rumour' }],
  ])('refuses %s that does not exist', async (_, wrong) => {
    const row = {
      source: 'cbsl',
      currency: 'USD',
      kind: 'indicative',
      date: '2026-01-05',
      rate: '300',
    }
    const stored = { ...row, ...wrong } as RateFact
    const insert = storeRates(ratesApp.run.db, [stored], new Date())
    await expect(insert).rejects.toThrow(/not listed|check constraint/)
  })

  test('has one live entry for each currency, kind and day', async () => {
    await ratesApp.post(usd)
    const twice = sql`INSERT INTO fact_state SELECT id + 1000, version + 1000, NULL, subject, currency, kind, bank, date, part, source, rate FROM fact_state WHERE source = 'manual'`
    await expect(twice.execute(ratesApp.run.owner)).rejects.toThrow('fact_state_key')
  })
})
