import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { commitImport } from '../../contract/imports.ts'
import { connect } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { rowsOf } from '../testing/import-rows.ts'
import { TEST_TIMEOUTS } from '../testing/test-database.ts'
import {
  appendCheckpoint,
  readCheckpointFiles,
  readCheckpointKey,
  signCheckpoint,
} from './checkpoints.ts'
import { readHead } from './read-trail.ts'
import { verifyDatabase } from './verify-database.ts'
import { ChainWatch } from './watch.ts'

export const TABLES = [
  'audit_entry',
  'audit_head',
  'audit_personal',
  'change',
  'undo',
  'fact_state',
]

type RatesApp = Awaited<ReturnType<typeof ratesAppOfFile>>

/** An installation with entries of every sort, two checkpoints, and a role that may tamper. */
export async function installationToTamperWith() {
  const ratesApp = await ratesAppOfFile({ PUBLISHERS: 'hnb:HNB' })
  const { listenUrl, config, clock } = ratesApp.run.deps
  const { db: superuser } = connect(listenUrl.replace('//rupee_app@', '//postgres@'), TEST_TIMEOUTS)
  afterAll(() => superuser.destroy())
  const headOf = async (db: Db = superuser) => (await readHead(db)).id
  const known = await writeEntries(ratesApp, headOf)
  const checkpoints = await readCheckpointFiles(config)
  let reloads = 0
  const reload = async () => {
    reloads++
    await Promise.resolve()
  }
  return {
    ratesApp,
    superuser,
    headOf,
    known,
    verify: (db: Db) =>
      verifyDatabase(db, checkpoints, { now: clock(), appRole: 'rupee_app', size: 3 }),
    watching: (db: Db) =>
      new ChainWatch({ db, verifyDb: db, clock, places: config, reload, appRole: 'rupee_app' }),
    reloads: () => reloads,
    tampered: (statements: readonly string[], check: (db: Db) => Promise<unknown>) =>
      runRolledBack(superuser, statements, check),
    withoutTriggers: (statements: readonly string[]) => withoutTriggers(superuser, statements),
  }
}

/** Returns the numbers of entries; `version` is the last change of the import. */
async function writeEntries({ run, nimal, post }: RatesApp, headOf: () => Promise<number>) {
  const { config, clock } = run.deps
  const send = (url: string, payload: object = {}) =>
    run.post<typeof commitImport>(url, payload, nimal.headers)
  const importText = async (text: string, more: object = {}) =>
    (await send('/api/exchange-rate/import', { rows: rowsOf(text), ...more })).body.data.id
  const sign = async () => {
    const key = await readCheckpointKey(config.dataDir)
    if (!key) throw new Error('The app has made no checkpoint key.')
    const checkpoint = signCheckpoint(key, await readHead(run.db), clock())
    await appendCheckpoint(`${config.dataDir}/checkpoints.jsonl`, checkpoint)
  }
  await importText('Date,Name\n2027-01-14,Thai Pongal', {
    subject: 'bank holidays',
    scope: 'bank',
    source: 'Central Bank',
  })
  await post({ ...usd, date: '2026-09-25', rate: 300, reason: 'Rung up the bank' })
  const reason = await headOf()
  await post({ ...usd, date: '2026-09-24', rate: 299.5, kind: 'tt-buying', publisher: 'hnb' })
  const signed = await headOf()
  await sign()
  const rule = { publisher: 'cbsl', kind: 'tt-buying', day: 'same day', version: 0 }
  await send('/api/rate-policy/closing', rule)
  const undone = await importText('Date,Currency,Rate\n2026-09-24,GBP,404')
  await send(`/api/exchange-rate/import/${undone}/undo`)
  const undo = await headOf()
  const imported = await importText('Date,Currency,Rate\n2026-09-22,GBP,405\n2026-09-23,GBP,406')
  await sign()
  await post({ ...usd, date: '2026-09-21', rate: 298 })
  await post({ ...usd, date: '2026-09-18', rate: 297 })
  const end = await headOf()
  const { last_change: version } = await run.db
    .selectFrom('audit_entry')
    .select('last_change')
    .where('id', '=', imported)
    .executeTakeFirstOrThrow()
  return { reason, signed, undone, undo, imported, end, version }
}

async function runRolledBack(
  superuser: Db,
  statements: readonly string[],
  check: (db: Db) => Promise<unknown>,
) {
  const trx = await superuser.startTransaction().execute()
  try {
    // Statements that tamper create in `public`; the verifying connection's own path is set again.
    const path = (names: string) => `SET LOCAL search_path = ${names}`
    for (const statement of [path('public'), ...statements, path('pg_catalog')])
      await sql.raw(statement).execute(trx)
    await check(trx)
  } finally {
    await trx.rollback().execute()
  }
}

/** The statements while no trigger fires; the triggers are back afterwards. */
async function withoutTriggers(superuser: Db, statements: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ enable: string }>`
    SELECT format('ALTER TABLE %I ENABLE %s TRIGGER %I', c.relname,
      CASE t.tgenabled WHEN 'A' THEN 'ALWAYS' ELSE '' END, t.tgname) AS enable
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relname = ANY (${TABLES}) AND NOT t.tgisinternal`.execute(superuser)
  return [
    ...TABLES.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`),
    ...statements,
    ...TABLES.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER ALL`),
    ...rows.map(({ enable }) => enable),
  ]
}
