import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()
const { run, post, remove } = ratesApp
beforeEach(() => ratesApp.clear())

describe('the history of rates', () => {
  test('has every change in order and cannot be changed, by the server or by the owner', async () => {
    const { id } = (await post({ ...usd, date: '2026-09-25' })).body.data
    await post({ ...usd, date: '2026-09-25', rate: 302, reason: 'Bank slip' })
    await post({ ...usd, date: '2026-09-25', rate: 302 })
    await remove(id)
    const revisions = await run.db
      .selectFrom('change')
      .selectAll()
      .where('date', '=', '2026-09-25' as never)
      .orderBy('version')
      .execute()
    expect(revisions.map(({ rate, source }) => [source, rate])).toEqual([
      ['manual', '301.2500'],
      ['manual', '302.0000'],
      ['manual', '302.0000'],
      ['manual', null],
    ])
    for (const [who, statement] of [
      [
        run.db,
        sql`INSERT INTO change (version, subject, currency, kind, date, source) VALUES (999, 'rate', 'USD', 'indicative', '2026-09-01', 'manual')`,
      ],
      [run.db, sql`DELETE FROM change`],
      [run.db, sql`UPDATE live_fact SET rate = 1`],
      [run.owner, sql`DELETE FROM change`],
      [run.owner, sql`UPDATE change SET rate = 1`],
      // Without CASCADE `undo`, which refers to changes, would stop it already.
      [run.owner, sql`TRUNCATE change CASCADE`],
    ] as const) {
      await expect(statement.execute(who)).rejects.toThrow(/append-only|permission denied/)
    }
  })
})
