import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()
const { run, nimal, post, remove } = ratesApp
beforeEach(() => ratesApp.clear())

describe('the history of rates', () => {
  test('has every change in order and cannot be changed, by the server or by the owner', async () => {
    const { id } = (await post({ ...usd, date: '2026-09-25' })).body.data
    await post({ ...usd, date: '2026-09-25', rate: 302, reason: 'Bank slip' })
    await post({ ...usd, date: '2026-09-25', rate: 302 })
    await remove(id)
    const revisions = await run.db
      .selectFrom('rate_revision')
      .selectAll()
      .where('date', '=', '2026-09-25' as never)
      .orderBy('version')
      .execute()
    expect(revisions.map(({ rate, source, reason }) => [source, rate, reason])).toEqual([
      ['manual', '301.2500', null],
      ['manual', '302.0000', 'Bank slip'],
      ['manual', null, null],
    ])
    expect(revisions[0]).toMatchObject({ user_id: nimal.id })
    for (const [who, statement] of [
      [
        run.db,
        sql`INSERT INTO rate_revision (currency, date, source, at) VALUES ('USD', '2026-09-01', 'manual', now())`,
      ],
      [run.db, sql`DELETE FROM rate_revision`],
      [run.owner, sql`DELETE FROM rate_revision`],
      [run.owner, sql`UPDATE rate_revision SET rate = 1`],
      [run.owner, sql`TRUNCATE rate_revision`],
      [run.owner, sql`TRUNCATE manual_rate CASCADE`],
      [run.owner, sql`UPDATE manual_rate SET date = date - 1`],
    ] as const) {
      await expect(statement.execute(who)).rejects.toThrow(
        /append-only|permission denied|keeps its|not truncated/,
      )
    }
  })
})
