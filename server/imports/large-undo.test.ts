import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { undoImport } from '../../contract/imports.ts'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { OPERATOR } from '../identity/actor.ts'
import { sendRequest } from '../testing/send-request.ts'
import { lockRates } from '../rates/write-rates.ts'
import { importHistory, type HistoryRate } from './enter-history.ts'
import { undoBatch } from './import-batch.ts'

const ratesApp = await ratesAppOfFile()
const { run, nimal } = ratesApp

/** A rate of each of so many days from the first of 2001 on. */
const history = (days: number, rate: number): HistoryRate[] =>
  Array.from({ length: days }, (_, day) => ({
    ...{ currency: 'USD', kind: 'indicative', rate: rate as Rate },
    date: addDays(calendarDateOf('2001-01-01'), day),
  }))

const importFile = (rates: readonly HistoryRate[]) => {
  run.clock.turn(1)
  const at = run.clock.now()
  return run.owner.transaction().execute((trx) => importHistory(trx, rates, { at, sha256: '00' }))
}

/** From now on no statement may change more than 4,000 entries, as one that takes too long may not. */
const refuseLongStatements = async () => {
  await sql`CREATE FUNCTION refuse_long() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM new_rows) > 4000 THEN RAISE EXCEPTION 'one statement for all'; END IF;
      RETURN NULL;
    END $$`.execute(run.owner)
  await sql`CREATE TRIGGER refuse_long AFTER UPDATE ON manual_rate
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_long()`.execute(run.owner)
}

test('what is written into the history while many rates are undone is not looked up row by row', async () => {
  await importFile(history(100, 900_000))
  const { id } = await run.db.selectFrom('import_batch').select('id').executeTakeFirstOrThrow()
  await run.db.transaction().execute(async (trx) => {
    await lockRates(trx, run.clock.now())
    expect(await undoBatch(trx, id, { actor: OPERATOR, at: run.clock.now() })).toMatchObject({ removed: 100 })
    const { rows } = await sql`SELECT relname, seq_scan + idx_scan AS scans FROM pg_stat_xact_user_tables
      WHERE relname IN ('currency', 'rate_kind', 'rate_source') AND seq_scan + idx_scan >= 100`.execute(trx)
    expect(rows).toEqual([])
  })
})

test('an import of decades is undone in whole, by statements of a few thousand rows', async () => {
  await importFile(history(4500, 900_000))
  await importFile(history(9000, 910_000))
  await ratesApp.run.db
    .updateTable('manual_rate')
    .set({ rate: '92.5000', updated_at: new Date(run.clock.now().getTime() + 1) })
    .where('date', '=', calendarDateOf('2001-01-01'))
    .execute()
  await refuseLongStatements()
  run.clock.turn(1)
  const { id } = await run.db
    .selectFrom('import_batch')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const before = (await ratesApp.trail()).length
  const { status, body } = await sendRequest<typeof undoImport>(run, {
    method: 'POST',
    url: `/api/exchange-rate/import/${id}/undo`,
    headers: nimal.headers,
  })
  expect(status).toBe(200)
  expect(body.data).toEqual({ removed: 4500, put_back: 4499, left: 1 })
  const rates = (await ratesApp.liveRows()).map(({ rate }) => rate)
  expect(new Map([...Map.groupBy(rates, (rate) => rate)].map(([rate, all]) => [rate, all.length]))).toEqual(
    new Map([
      ['92.5000', 1],
      ['90.0000', 4499],
    ]),
  )
  const entries = (await ratesApp.trail()).slice(before)
  expect(entries.map(({ description }) => description)).toEqual([
    `Undid import ${id}: 4500 USD rates removed, 4499 put back`,
  ])
  const { changes } = JSON.parse(entries[0]?.metadata ?? '') as { changes: { date: string }[] }
  expect(changes.map(({ date }) => date)).toEqual(
    history(9000, 1)
      .slice(1)
      .map(({ date }) => date),
  )
})
