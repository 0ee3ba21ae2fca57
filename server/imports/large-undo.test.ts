import { sql } from 'kysely'
import { seriesOf } from '../../domain/series.ts'
import { storeRates } from '../testing/store-rates.ts'
import { expect, test } from 'vitest'
import type { commitImport } from '../../contract/imports.ts'
import { listAuditEntries } from '../../contract/audit-log.ts'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { OPERATOR } from '../identity/actor.ts'
import type { Entry } from './rates.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { undoImport } from './commit.ts'
import { importHistory } from './history.ts'

const ratesApp = await ratesAppOfFile()
const { run, nimal } = ratesApp

/** A rate of each of so many days from the first of 2001 on. */
const history = (days: number, rate: number): Entry[] =>
  Array.from({ length: days }, (_, day) => ({
    line: day + 2,
    currency: 'USD',
    kind: 'indicative',
    rate: rate as Rate,
    date: addDays(calendarDateOf('2001-01-01'), day),
  }))

const importFile = (rates: readonly Entry[]) => {
  run.clock.turn(1)
  const at = run.clock.now()
  return run.owner.transaction().execute((trx) => importHistory(trx, rates, { at, sha256: '00' }))
}

test('an import of decades is undone in whole, but for what was changed since', async () => {
  await importFile(history(4500, 900_000))
  await importFile(history(9000, 910_000))
  const { id } = await run.db.selectFrom('audit_head').select('id').executeTakeFirstOrThrow()
  const changed = { ...seriesOf('USD'), date: calendarDateOf('2001-01-01'), rate: '92.5' }
  await storeRates(run.db, [{ ...changed, source: 'manual' }], run.clock.now())
  run.clock.turn(1)
  const before = (await ratesApp.trail()).length
  const undone = await run.db
    .transaction()
    .execute((trx) => undoImport(trx, id, { actor: OPERATOR, at: run.clock.now() }))
  expect(undone).toEqual({ removed: 4500, putBack: 4499, left: 1 })
  const rates = (await ratesApp.liveRows()).map(({ rate }) => rate)
  expect(
    new Map([...Map.groupBy(rates, (rate) => rate)].map(([rate, all]) => [rate, all.length])),
  ).toEqual(
    new Map([
      ['92.5000', 1],
      ['90.0000', 4499],
    ]),
  )
  const entries = (await ratesApp.trail()).slice(before)
  const { body: found } = await sendRequest<typeof listAuditEntries>(run, {
    url: `${listAuditEntries.url}?currency=USD&action=import+exchange+rates`,
    headers: nimal.headers,
  })
  expect(found.data.map((each) => each.id).slice(0, 4)).toEqual([id + 2, id + 1, id, id - 1])
  expect(entries.map(({ description }) => description)).toEqual([
    `Undid import ${id}: 4500 USD rates removed, 4499 put back`,
  ])
  const { changes, changes_total } = JSON.parse(entries[0]?.metadata ?? '') as {
    changes: { date: string }[]
    changes_total: number
  }
  expect(changes_total).toBe(8999)
  expect(changes.map(({ date }) => date)).toEqual(
    history(9000, 1)
      .slice(1, 101)
      .map(({ date }) => date),
  )
})

test('an undo that waited for another change ends its statements before a screen gives up', async () => {
  await run.owner.transaction().execute(async (trx) => {
    await sql`CREATE SEQUENCE public.seen`.execute(trx)
    await sql`
      CREATE FUNCTION public.see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM setval('public.seen', setting::bigint) FROM pg_settings WHERE name = 'statement_timeout';
        RETURN NEW;
      END $$`.execute(trx)
    await sql`CREATE TRIGGER see BEFORE INSERT ON public.undo FOR EACH ROW EXECUTE FUNCTION public.see()`.execute(
      trx,
    )
  })
  const rows = [{ date: '2026-09-25', currency: 'USD', rate: 301 }]
  const at = '/api/exchange-rate/import'
  const payload = { rows }
  const made = await sendRequest<typeof commitImport>(run, {
    method: 'POST',
    url: at,
    headers: nimal.headers,
    payload,
  })
  const { sent } = await run.owner.transaction().execute(async (trx) => {
    await lockFacts(trx)
    const url = `${at}/${made.body.data.id}/undo`
    const sent = sendRequest(run, { method: 'POST', url, headers: nimal.headers, payload: {} })
    const tries = new Set<string>()
    const countTries = async () => {
      const { rows: waiting } = await sql<{ try: string }>`
        SELECT virtualtransaction AS try FROM pg_locks
        WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`.execute(trx)
      for (const each of waiting) tries.add(each.try)
      return tries.size
    }
    await expect.poll(countTries).toBe(2)
    return { sent }
  })
  expect((await sent).status).toBe(200)
  const { rows: seen } = await sql<{
    ms: number
  }>`SELECT last_value AS ms FROM public.seen`.execute(run.owner)
  expect(seen[0]?.ms).toBeGreaterThan(1000)
  expect(seen[0]?.ms).toBeLessThan(9000 - 1800)
})

test('the trail shows 100 changes of a large import and their number', async () => {
  for (let rate = 800_000; rate < 800_007; rate++) await importFile(history(1500, rate))
  const shown = async (query: string) => {
    const { body } = await sendRequest<typeof listAuditEntries>(run, {
      url: `${listAuditEntries.url}?${query}`,
      headers: nimal.headers,
    })
    return body.data.map(({ metadata }) => [
      (metadata['changes'] as unknown[]).length,
      metadata['changes_total'],
    ])
  }
  expect(await shown('per_page=7')).toEqual(Array(7).fill([100, 1500]))
})
