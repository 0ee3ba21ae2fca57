import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { ratesAppOfFile, usd } from '../../entries/manual-rates.fixture.ts'
import { findOtherFigures } from '../../rates/compare-rate-book.ts'
import { watching } from './chain-watch.fixture.ts'
import { readHead } from './read-chain.ts'

const { run, post } = await ratesAppOfFile()
await post({ ...usd, date: '2026-09-25', rate: 300 })
const { id: entry } = await readHead(run.db)

/** Changes the entered rate in the tables, as whoever owns them can. */
async function editRate(rate: number, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(run.owner)
    await sql.raw(`UPDATE ${table} SET rate = ${rate} WHERE date = '2026-09-25'`).execute(run.owner)
    await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`).execute(run.owner)
  }
}

test('a comparison may take longer than other statements', async () => {
  await run.db.connection().execute(async (db) => {
    await sql`SET statement_timeout = 200`.execute(db)
    const { comparing } = await run.owner.transaction().execute(async (trx) => {
      await sql`LOCK TABLE live_fact`.execute(trx)
      const compared = findOtherFigures(db, run.deps.liveRateBook).catch(String)
      await sql`SELECT pg_sleep(0.6)`.execute(trx)
      return { comparing: compared }
    })
    expect(await comparing).toEqual([])
    await sql`SET statement_timeout = 60000`.execute(db)
  })
})

test('what was found broken stays so until it is looked at again, however long that takes', async () => {
  const watch = watching(run, run.db)
  await watch.check()
  const whole = watch.state().verdict
  let now = performance.now() + 60_000 // the next look at recent entries is due
  const time = vi.spyOn(performance, 'now').mockImplementation(() => (now += 400))
  try {
    await editRate(1.2345, ['change'])
    for (const last of [false, false, true]) {
      await watch.check({ last })
      expect(watch.state()).toMatchObject({ verdict: 'EDITED', brokenAt: entry })
    }
    await editRate(300, ['change'])
    now += 60_000
    await watch.check()
    expect(watch.state().verdict).toBe(whole)
  } finally {
    time.mockRestore()
  }
})

test('a figure that differs is found, and stays found, while others enter rates', async () => {
  await editRate(1.2345, ['live_fact'])
  let rate = 302
  const busy = run.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await post({ ...usd, date: '2026-09-28', rate: rate++ })
      return result
    },
  })
  const watch = watching(run, busy)
  for (let round = 0; round < 2; round++) {
    expect(await findOtherFigures(busy, run.deps.liveRateBook)).toMatchObject([{ entry }])
    await watch.check()
    expect(watch.state()).toMatchObject({ verdict: 'EDITED', brokenAt: entry })
  }
})
