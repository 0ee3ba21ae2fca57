import { rowsOf } from '../testing/import-rows.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { commitImport } from '../../contract/imports.ts'
import type { closeAccount } from '../../contract/account.ts'
import { connect } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'
import { eraseUser } from '../account/erase-user.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { TEST_TIMEOUTS } from '../testing/test-database.ts'
import {
  appendCheckpoint,
  findCheckpoints,
  readCheckpointKey,
  signCheckpoint,
} from './checkpoints.ts'
import { readHead } from './read-trail.ts'
import { NO_CHECKPOINTS, verifyDatabase, type Checkpoints } from './verify-database.ts'
import { exitStatus, type Verdict } from './verify.ts'
import { ChainWatch } from './watch.ts'

const ratesApp = await ratesAppOfFile({ PUBLISHERS: 'hnb:HNB' })
const { run, nimal, kumari, post } = ratesApp
const superuser = connect(
  run.deps.listenUrl.replace('//rupee_app@', '//postgres@'),
  TEST_TIMEOUTS,
).db
afterAll(() => superuser.destroy())
const { config } = run.deps

/** Entries and versions that the cases name. */
const known = { signed: 0, reason: 0, undone: 0, undo: 0, import: 0, end: 0, version: 0 }
let checkpoints: Checkpoints

const importText = async (text: string, more: object = {}) => {
  const { body } = await sendRequest<typeof commitImport>(run, {
    method: 'POST',
    url: '/api/exchange-rate/import',
    headers: nimal.headers,
    payload: { rows: rowsOf(text), ...more },
  })
  return body.data.id
}

const headOf = async (db: Db = superuser) => (await readHead(db)).id

async function sign(): Promise<void> {
  const key = (await readCheckpointKey(config.dataDir))!
  const checkpoint = signCheckpoint(key, await readHead(run.db), run.clock.now())
  await appendCheckpoint(`${config.dataDir}/checkpoints.jsonl`, checkpoint)
}

beforeAll(async () => {
  await importText('Date,Name\n2027-01-14,Thai Pongal', {
    subject: 'bank holidays',
    scope: 'bank',
    source: 'Central Bank',
  })
  await post({ ...usd, date: '2026-09-25', rate: 300, reason: 'Rung up the bank' })
  known.reason = await headOf()
  await post({ ...usd, date: '2026-09-24', rate: 299.5, kind: 'tt-buying', publisher: 'hnb' })
  known.signed = await headOf()
  await sign()
  const policy = '/api/rate-policy/closing'
  const { headers } = nimal
  const rule = { publisher: 'cbsl', kind: 'tt-buying', day: 'same day' }
  await run.app.inject({ method: 'POST', url: policy, headers, payload: { ...rule, version: 0 } })
  known.undone = await importText('Date,Currency,Rate\n2026-09-24,GBP,404')
  const url = `/api/exchange-rate/import/${known.undone}/undo`
  await run.app.inject({ method: 'POST', url, headers })
  known.undo = await headOf()
  known.import = await importText('Date,Currency,Rate\n2026-09-22,GBP,405\n2026-09-23,GBP,406')
  await sign()
  await post({ ...usd, date: '2026-09-21', rate: 298 })
  await post({ ...usd, date: '2026-09-18', rate: 297 })
  known.end = await headOf()
  const { rows } = await sql<{ version: number }>`
    SELECT last_change AS version FROM audit_entry WHERE id = ${known.import}`.execute(run.db)
  known.version = rows[0]!.version
  checkpoints = await findCheckpoints(config)
})

const TABLES = ['audit_entry', 'audit_head', 'audit_personal', 'change', 'undo', 'live_fact']

/** Runs `look` after statements of somebody who may do anything, and takes everything back. */
async function tampered<T>(
  statements: readonly string[],
  look: (db: Db) => Promise<T>,
): Promise<T> {
  const trx = await superuser.startTransaction().execute()
  try {
    // Statements that tamper create in `public`; the product's own path is set again.
    const path = (names: string) => `SET LOCAL search_path = ${names}`
    for (const statement of [path('public'), ...statements, path('pg_catalog, public')])
      await sql.raw(statement).execute(trx)
    return await look(trx)
  } finally {
    await trx.rollback().execute()
  }
}

/** Statements about rows while no trigger fires; the triggers are back afterwards. */
async function withoutTriggers(statements: readonly string[]): Promise<string[]> {
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

const verify = (db: Db) => verifyDatabase(db, checkpoints, { now: run.clock.now() })
const reloaded: string[] = []
const watching = (db: Db) =>
  new ChainWatch({
    db,
    clock: run.clock.now,
    places: config,
    reload: () => Promise.resolve(void reloaded.push('book')),
  })

test('an untouched installation is whole', async () => {
  const report = await verify(run.db)
  expect(report.changedGuards).toEqual([])
  expect(report.result).toEqual({ verdict: 'OK', at: null })
  expect(report.check).toMatchObject({ entries: known.end, rowsValid: known.end, agreeing: 2 })
})

/** Gives every entry from a number on hashes that fit, and the head with them. */
const rehashFrom = (id: number) => `
  DO $$
  DECLARE entry audit_entry; link bytea;
  BEGIN
    SELECT hash INTO link FROM audit_entry WHERE id = ${id} - 1;
    FOR entry IN SELECT * FROM audit_entry WHERE id >= ${id} ORDER BY id LOOP
      entry.previous_hash := coalesce(link, decode(repeat('00', 32), 'hex'));
      link := audit_hash(entry);
      UPDATE audit_entry SET previous_hash = entry.previous_hash, hash = link
      WHERE audit_entry.id = entry.id;
    END LOOP;
    UPDATE audit_head SET hash = link, id = (SELECT max(audit_entry.id) FROM audit_entry);
  END $$`
const cutBehind = (id: number) => [
  `DELETE FROM undo WHERE version > (SELECT max(last_change) FROM audit_entry WHERE id <= ${id})`,
  `DELETE FROM live_fact WHERE version > (SELECT max(last_change) FROM audit_entry WHERE id <= ${id})`,
  `DELETE FROM change WHERE version > (SELECT max(last_change) FROM audit_entry WHERE id <= ${id})`,
  `DELETE FROM audit_personal WHERE entry_id > ${id}`,
  `DELETE FROM audit_entry WHERE id > ${id}`,
  `UPDATE audit_head SET id = ${id}, hash = (SELECT hash FROM audit_entry WHERE id = ${id}),
    version = (SELECT max(last_change) FROM audit_entry)`,
]
const set = (table: string, change: string, where: string) =>
  `UPDATE ${table} SET ${change} WHERE ${where}`

type Row = readonly [what: string, verdict: Verdict, at: () => number, statements: () => string[]]
const at = () => known.import
const v = () => `version = ${known.version}`
const entry = (id: number) => `id = ${id}`

const ROWS: readonly Row[] = [
  [
    'the sentence of an entry',
    'EDITED',
    () => 4,
    () => [set('audit_entry', `description = 'x'`, 'id = 4')],
  ],
  [
    'the time of an entry, by a microsecond',
    'EDITED',
    () => 4,
    () => [set('audit_entry', `created_at = created_at + interval '1 us'`, 'id = 4')],
  ],
  [
    'who acted',
    'EDITED',
    at,
    () => [set('audit_entry', `user_id = ${kumari.id}`, entry(known.import))],
  ],
  [
    'that a user acted',
    'EDITED',
    at,
    () => [set('audit_entry', `user_id = NULL, actor = 'system'`, entry(known.import))],
  ],
  [
    'the metadata of an entry',
    'EDITED',
    at,
    () => [set('audit_entry', `metadata = '{}'`, entry(known.import))],
  ],
  [
    'a field, with its row hashed again',
    'EDITED',
    () => 4,
    () => [
      set('audit_entry', `description = 'x'`, 'id = 4'),
      'UPDATE audit_entry e SET hash = audit_hash(e) WHERE id = 4',
    ],
  ],
  [
    'an entry, with all hashes computed again',
    'REWRITTEN',
    () => known.signed,
    () => [set('audit_entry', `description = 'x'`, 'id = 4'), rehashFrom(4)],
  ],
  [
    'an entry deleted in the middle',
    'GAP',
    () => 4,
    () => ['DELETE FROM audit_entry WHERE id = 4'],
  ],
  [
    'two entries exchanged',
    'EDITED',
    () => 3,
    () => [
      set('audit_entry', 'id = 1000', 'id = 3'),
      set('audit_entry', 'id = 3', 'id = 4'),
      set('audit_entry', 'id = 4', 'id = 1000'),
    ],
  ],
  [
    'an entry inserted at the end',
    'EDITED',
    () => known.end + 1,
    () => [
      `INSERT INTO audit_entry SELECT id + 1, action, 'Forged', created_at, 'system', NULL, metadata, NULL, NULL, NULL, NULL, NULL, hash, hash FROM audit_entry WHERE id = ${known.end}`,
      `UPDATE audit_entry e SET hash = audit_hash(e) WHERE id = ${known.end} + 1`,
    ],
  ],
  ['the tail cut', 'TRUNCATED', () => known.import, () => cutBehind(known.import - 1)],
  [
    'the tail cut, and the head left',
    'TRUNCATED',
    () => known.end,
    () => [`DELETE FROM audit_entry WHERE id = ${known.end}`],
  ],
  [
    'the tail cut and replaced',
    'REWRITTEN',
    () => known.import,
    () => [
      ...cutBehind(known.import - 1),
      `INSERT INTO audit_entry SELECT ${known.import}, 'login', 'Another', now(), 'system', NULL, '{}', NULL, NULL, NULL, NULL, NULL, hash, hash FROM audit_head`,
      rehashFrom(known.import),
    ],
  ],
  [
    'everything deleted',
    'TRUNCATED',
    () => 1,
    () => [
      ...TABLES.filter((each) => each !== 'change').map((table) => `DELETE FROM ${table}`),
      'DELETE FROM change',
    ],
  ],
  ['the head set back', 'EDITED', () => known.end, () => [`UPDATE audit_head SET id = id - 1`]],
  [
    'the covered version of the head',
    'GAP',
    () => known.end + 1,
    () => ['UPDATE audit_head SET version = 0'],
  ],
  [
    'the address of an actor',
    'EDITED',
    () => known.reason,
    () => [
      set(
        'audit_personal',
        `data = replace(data, '127.0.0.1', '1.1.1.1')`,
        `entry_id = ${known.reason} AND part = 'actor'`,
      ),
    ],
  ],
  [
    'an actor’s part deleted',
    'EDITED',
    () => known.reason,
    () => [`DELETE FROM audit_personal WHERE entry_id = ${known.reason} AND part = 'actor'`],
  ],
  [
    'a reason',
    'EDITED',
    () => known.reason,
    () => [
      set(
        'audit_personal',
        `data = replace(data, 'Rung', 'Asked')`,
        `entry_id = ${known.reason} AND part = 'content'`,
      ),
    ],
  ],
  [
    'a reason deleted',
    'EDITED',
    () => known.reason,
    () => [`DELETE FROM audit_personal WHERE entry_id = ${known.reason} AND part = 'content'`],
  ],
  [
    'a part put beside an entry that has none',
    'EDITED',
    () => 1,
    () => [`INSERT INTO audit_personal VALUES (1, 'content', sha256(''), '{"reason":"x"}', NULL)`],
  ],
  [
    'the sentence that is searched',
    'EDITED',
    () => known.reason,
    () => [
      set('audit_personal', `sentence = 'x'`, `entry_id = ${known.reason} AND part = 'content'`),
    ],
  ],
  [
    'the days that an entry touched',
    'EDITED',
    at,
    () => [set('audit_entry', `days = '{[2026-09-22,2026-09-23)}'`, entry(known.import))],
  ],
  [
    'the currencies that an entry touched',
    'EDITED',
    at,
    () => [set('audit_entry', `currencies = '{USD}'`, entry(known.import))],
  ],
  [
    'the publishers that an entry touched',
    'EDITED',
    () => known.signed,
    () => [set('audit_entry', 'publishers = NULL', entry(known.signed))],
  ],
  [
    'an erasure of a user who is not erased',
    'EDITED',
    () => known.end + 1,
    () => [
      `INSERT INTO audit_entry SELECT id + 1, 'erase user', 'Erased', now(), 'system', NULL, '{"erased_user":${nimal.id},"entries":[]}', NULL, NULL, NULL, NULL, NULL, hash, hash FROM audit_head`,
      rehashFrom(known.end + 1),
      `DELETE FROM audit_personal WHERE entry_id IN (SELECT id FROM audit_entry WHERE user_id = ${nimal.id})`,
    ],
  ],
  ['the rate of a change', 'EDITED', at, () => [set('change', 'rate = 1.2345', v())]],
  ['the rate that is published', 'EDITED', at, () => [set('live_fact', 'rate = 1.2345', v())]],
  [
    'the rate in both',
    'EDITED',
    at,
    () => [set('change', 'rate = 1.2345', v()), set('live_fact', 'rate = 1.2345', v())],
  ],
  [
    'the rate in both, with the hashes of entry and changes',
    'REWRITTEN',
    at,
    () => [
      set('change', 'rate = 1.2345', v()),
      set('live_fact', 'rate = 1.2345', v()),
      set(
        'audit_entry',
        'changes_hash = hash_of_changes(first_change, last_change)',
        entry(known.import),
      ),
      rehashFrom(known.import),
    ],
  ],
  [
    'the publisher of a published rate',
    'EDITED',
    () => known.signed,
    () => [set('live_fact', `publisher = 'boc'`, `publisher = 'hnb'`)],
  ],
  ['the day of a published rate', 'EDITED', at, () => [set('live_fact', `date = date - 30`, v())]],
  ['a published rate deleted', 'EDITED', at, () => [`DELETE FROM live_fact WHERE ${v()}`]],
  [
    'a published holiday deleted',
    'EDITED',
    () => 1,
    () => [`DELETE FROM live_fact WHERE subject = 'bank holiday' AND version = 1`],
  ],
  [
    'the name of a holiday',
    'EDITED',
    () => 1,
    () => [
      `UPDATE change SET fact = replace(fact::text, 'Poya', 'Free')::json WHERE version <= 25`,
    ],
  ],
  [
    'a rate published that no change says',
    'EDITED',
    () => known.end,
    () => [
      `INSERT INTO live_fact SELECT id + 1000, version + 1000, NULL, subject, 'CAD', kind, publisher, date, part, source, rate FROM live_fact WHERE ${v()}`,
    ],
  ],
  [
    'a deleted rate that counts again',
    'EDITED',
    () => known.undone,
    () =>
      [
        `INSERT INTO live_fact SELECT version, version, NULL, subject, currency, kind, publisher, date, part, source, rate FROM change WHERE version = (SELECT last_change FROM audit_entry WHERE id = ${known.undone})`,
        `DELETE FROM live_fact WHERE ended IS NOT NULL AND currency = 'GBP'`,
      ].reverse(),
  ],
  [
    'a change moved to another entry',
    'EDITED',
    () => known.import - 1,
    () => [
      set('audit_entry', 'last_change = last_change + 1', entry(known.import - 1)),
      set('audit_entry', 'first_change = first_change + 1', entry(known.import)),
    ],
  ],
  [
    'two changes of an entry exchanged',
    'EDITED',
    at,
    () => [
      set('change', 'version = 100000', v()),
      set('change', 'version = version + 1', `version = ${known.version} - 1`),
      set('change', `version = ${known.version} - 1`, 'version = 100000'),
    ],
  ],
  [
    'a change that no entry covers',
    'GAP',
    () => known.end + 1,
    () => [
      `INSERT INTO change (version, subject, currency, kind, date, source, rate) SELECT max(version) + 1, 'rate', 'CAD', 'indicative', '2026-09-01', 'manual', 1 FROM change`,
    ],
  ],
  [
    'the newest change deleted',
    'EDITED',
    () => known.end,
    () => ['DELETE FROM change WHERE version = (SELECT max(version) FROM change)'],
  ],
  [
    'an entry marked as undone',
    'EDITED',
    at,
    () => [`INSERT INTO undo VALUES (${known.version}, ${known.reason})`],
  ],
  [
    'an undo deleted',
    'EDITED',
    () => known.undo,
    () => [`DELETE FROM undo WHERE undone = ${known.undone}`],
  ],
  [
    'an undo moved to another entry',
    'EDITED',
    () => known.undo,
    () => [`UPDATE undo SET undone = ${known.reason}`],
  ],
]

describe.each(ROWS)('tampering with rows: %s', (_what, verdict, where, statements) => {
  test(`is found as ${verdict}, also by the watch`, async () => {
    await tampered(await withoutTriggers(statements()), async (db) => {
      const { result, changedGuards } = await verify(db)
      expect(changedGuards).toEqual([])
      expect(result).toEqual({ verdict, at: where() })
      expect(exitStatus(result)).toBe(1)
      const watch = watching(db)
      await watch.check()
      expect(watch.state()).toMatchObject({ verdict, brokenAt: where() })
      expect(watch.warnings().auditTrail).toBe(watch.state().sentence)
    })
  })
})

test('a wrong figure is named with both values and reloads the rate book', async () => {
  const change = [set('live_fact', 'rate = 1.2345', v())]
  reloaded.length = 0
  await tampered(await withoutTriggers(change), async (db) => {
    const watch = watching(db)
    await watch.check()
    expect(watch.state().sentence).toContain(
      'rate GBP indicative 2026-09-23: recorded 406.0000, published 1.2345',
    )
  })
  expect(reloaded).toEqual(['book'])
})

const live = 'UPDATE live_fact SET rate = 999.1234'
/** A database's owner replaces tables, functions, triggers, rights and settings instead of rows. */
const SCHEMA: readonly (readonly [what: string, ...statements: string[]])[] = [
  [
    'a view in the place of a table',
    'ALTER TABLE live_fact RENAME TO hidden',
    'CREATE VIEW live_fact AS SELECT * FROM hidden',
  ],
  [
    'a path of another schema for a role',
    'CREATE SCHEMA evil',
    'ALTER ROLE rupee_app SET search_path = evil, public',
  ],
  [
    'a path of another schema for the database',
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = evil', current_database()); END $$`,
  ],
  ['a child table', 'CREATE TABLE change_old () INHERITS (change)'],
  [
    'a kind that is not listed, without its live rates',
    'ALTER TABLE live_fact DISABLE TRIGGER ALL',
    `DELETE FROM live_fact WHERE kind = 'tt-buying'`,
    `DELETE FROM rate_kind WHERE kind = 'tt-buying'`,
  ],
  ['row security', 'ALTER TABLE live_fact ENABLE ROW LEVEL SECURITY'],
  ['a policy of row security', 'CREATE POLICY mine ON change USING (false)'],
  [
    'all triggers disabled',
    ...TABLES.slice(0, 5).map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  ],
  ['a trigger that fires only sometimes', 'ALTER TABLE change ENABLE TRIGGER change_no_change'],
  [
    'a trigger of one’s own',
    `CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    'CREATE TRIGGER mine BEFORE INSERT ON live_fact FOR EACH ROW EXECUTE FUNCTION mine()',
  ],
  [
    'a function emptied',
    `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
  ],
  [
    'a function that takes the place of a built-in one',
    `CREATE FUNCTION sha256(text) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'`,
  ],
  [
    'a function that takes the place of a built-in one in its own schema',
    `CREATE FUNCTION pg_catalog.sha256(text) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'`,
  ],
  ['a rule', 'CREATE RULE hide AS ON INSERT TO undo DO INSTEAD NOTHING'],
  ['rights of the server', 'GRANT UPDATE ON change TO rupee_app'],
  ['a right on a column', 'GRANT UPDATE (rate) ON live_fact TO rupee_app'],
  ['an internal function of the server', 'GRANT EXECUTE ON FUNCTION append_entry TO rupee_app'],
  ['an unlogged table', 'ALTER TABLE undo SET UNLOGGED'],
]

test.each(SCHEMA)('tampering with the schema: %s is found', async (_what, ...statements) => {
  await tampered(statements, async (db) => {
    const { result } = await verify(db)
    expect(['GUARDS CHANGED', 'EDITED']).toContain(result.verdict)
    expect(exitStatus(result)).toBe(1)
    const watch = watching(db)
    await watch.check()
    expect(watch.warnings().auditTrail).toMatch(/^Broken/)
  })
})

test('a false figure hidden by a view is found', async () => {
  const hidden = await withoutTriggers([`${live} WHERE ${v()}`])
  await tampered([...hidden, 'CREATE VIEW derived_fact AS SELECT * FROM live_fact'], async (db) =>
    expect((await verify(db)).result).toEqual({ verdict: 'EDITED', at: known.import }),
  )
})

test('other formats of dates, numbers or times are no tampering', async () => {
  const database = `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET datestyle = ''German, DMY''', current_database()); END $$`
  const zone = `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = ''Asia/Colombo''', current_database()); END $$`
  for (const statement of [database, zone]) await sql.raw(statement).execute(superuser)
  const { db } = connect(run.deps.listenUrl, TEST_TIMEOUTS)
  expect((await verify(db)).result).toEqual({ verdict: 'OK', at: null })
  await db.destroy()
  await sql
    .raw(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET ALL', current_database()); END $$`)
    .execute(superuser)
})

const record = `record_changes('[{"subject": "rate", "currency": "CAD", "kind": "indicative",
  "date": "2026-09-01", "source": "manual", "rate": 1, "version": 1000, "previous": 1}]')`
const append = `append_audit_entry('{"action": "login", "description": "In", "actor": "system",
  "created_at": "2026-09-29", "metadata": "{}"}')`
const erasure = `append_audit_entry('{"action": "erase user", "description": "x", "actor": "system",
  "created_at": "2026-09-29", "metadata": "{\\"erased_user\\": 999, \\"entries\\": [4, 5]}"}')`

describe('the server’s own role', () => {
  test.each([
    `UPDATE audit_entry SET description = 'x' WHERE id = 1`,
    `DELETE FROM audit_entry WHERE id = 10`,
    `TRUNCATE audit_entry CASCADE`,
    `INSERT INTO audit_entry SELECT * FROM audit_entry WHERE id = 1`,
    `UPDATE audit_head SET id = 3`,
    `DELETE FROM audit_head`,
    `TRUNCATE audit_head`,
    `INSERT INTO audit_head SELECT * FROM audit_head`,
    `UPDATE audit_personal SET data = '{}' WHERE entry_id = 4`,
    `DELETE FROM audit_personal WHERE entry_id = 4`,
    `TRUNCATE audit_personal`,
    `INSERT INTO audit_personal SELECT * FROM audit_personal`,
    `INSERT INTO change SELECT * FROM change`,
    `UPDATE change SET rate = 1`,
    `DELETE FROM change`,
    `UPDATE live_fact SET rate = 1`,
    `INSERT INTO live_fact SELECT * FROM live_fact`,
    `DELETE FROM live_fact`,
    `INSERT INTO undo VALUES (1, 1)`,
    `DELETE FROM undo`,
    `SELECT take_changes(1)`,
    `SELECT append_entry('{}')`,
    `SELECT ${erasure}`,
    `ALTER TABLE audit_entry DISABLE TRIGGER ALL`,
    `DROP TRIGGER audit_entry_no_change ON audit_entry`,
    `CREATE OR REPLACE FUNCTION public.audit_field(name text, value text) RETURNS text LANGUAGE sql RETURN 'x'`,
    `CREATE TABLE public.mine (id int)`,
    `SET session_replication_role = replica`,
    `SET ROLE rupee_owner`,
    `CREATE EXTENSION dblink`,
    `COPY (SELECT 1) TO PROGRAM 'id'`,
    `SELECT pg_read_file('/etc/passwd')`,
    `SELECT rolpassword FROM pg_authid`,
  ])('may not run: %s', async (statement) => {
    await expect(sql.raw(statement).execute(run.db)).rejects.toThrow(
      /permission denied|must be owner|must be superuser|erase_user alone|append-only/,
    )
  })

  test.each([
    ['a rate', [record]],
    ['an undo', [`undo_changes(ARRAY[(SELECT max(id) FROM audit_entry)])`]],
    ['a rate behind an entry', [record, append, record.replace('CAD', 'AUD')]],
    ['a rate whose check is put off', ["set_config('a.b', '', true)", record]],
    ['a rate whose number is hidden', [record, `set_config('rupee.first_change', '', true)`]],
  ])('cannot store %s without an entry', async (_what, calls) => {
    const recording = run.db.transaction().execute(async (trx) => {
      for (const call of calls) await sql.raw(`SELECT ${call}`).execute(trx)
    })
    await expect(recording).rejects.toThrow('a change without an audit entry')
  })

  test('cannot record changes within a savepoint', async () => {
    const inSavepoint = run.db.transaction().execute(async (trx) => {
      await sql`SAVEPOINT one`.execute(trx)
      await sql.raw(`SELECT ${record}`).execute(trx)
    })
    await expect(inSavepoint).rejects.toThrow('changes are not recorded within a savepoint')
  })

  test('publishes nothing by a notification', async () => {
    const before = await ratesApp.current('2026-09-25')
    const { version } = run.deps.liveRateBook.book
    const row = [version + 1, 'USD', 'indicative', '2026-09-25', 'manual', 999.1234, null]
    for (const payload of [
      JSON.stringify({ after: version, to: version + 1, rows: [row] }),
      String(version + 5),
      'x',
    ])
      await sql`SELECT pg_notify('change', ${payload})`.execute(run.db)
    await caughtUp(run)
    await post({ ...usd, date: '2026-09-17', rate: 296 })
    await caughtUp(run)
    expect(await ratesApp.current('2026-09-25')).toEqual(before)
  })
})

describe('the owner of the tables', () => {
  test.each([
    `UPDATE audit_entry SET description = 'x' WHERE id = 1`,
    `DELETE FROM audit_entry WHERE id = 2`,
    `TRUNCATE audit_entry CASCADE`,
    `UPDATE audit_head SET id = 3`,
    `DELETE FROM audit_head`,
    `UPDATE audit_personal SET data = '{}'`,
    `DELETE FROM audit_personal WHERE entry_id = (SELECT max(entry_id) FROM audit_personal)`,
    `TRUNCATE audit_personal`,
    `UPDATE change SET rate = 1`,
    `DELETE FROM change`,
    `TRUNCATE change CASCADE`,
    `DELETE FROM undo`,
  ])('cannot run, also in replica mode: %s', async (statement) => {
    await expect(sql.raw(statement).execute(run.owner)).rejects.toThrow('append-only')
    const replica = ['SET LOCAL session_replication_role = replica', statement]
    await expect(tampered(replica, () => Promise.resolve())).rejects.toThrow('append-only')
  })

  test('can append only the next link, whatever number and hash it states', async () => {
    const forge = `INSERT INTO audit_entry SELECT id, action, 'Forged', created_at, actor, user_id, metadata,
      NULL, NULL, NULL, NULL, NULL, previous_hash, hash FROM audit_entry WHERE id = 3`
    await tampered([forge], async (db) => {
      expect(await headOf(db)).toBeGreaterThan(known.end)
      expect((await verify(db)).check.broken).toBeNull()
    })
  })
})

test('closing a second account does not erase traces of the first', async () => {
  const second = await signedInUser(run, 'Second Identity')
  await post({
    ...usd,
    date: '2026-09-16',
    rate: 295,
    reason: `Asked Second Identity, ${second.email}`,
  })
  const id = await headOf()
  const partsOf = async () =>
    (
      await run.db
        .selectFrom('audit_personal')
        .select(['part', 'data'])
        .where('entry_id', '=', id)
        .execute()
    ).map(({ part, data }) => [part, Object.keys(JSON.parse(data) as object)])
  expect(await partsOf()).toEqual([
    ['actor', ['email', 'ip', 'device']],
    ['content', ['reason']],
  ])
  const closed = await sendRequest<typeof closeAccount>(run, {
    method: 'POST',
    url: '/api/auth/user/close',
    headers: second.headers,
    payload: { email: second.email },
  })
  expect(closed.status).toBe(200)
  expect(await partsOf()).toEqual([['actor', ['email', 'ip', 'device']]])
  const report = await verifyDatabase(run.db, NO_CHECKPOINTS, { now: run.clock.now() })
  expect(report.result.verdict).toBe('NOT COVERED')
  expect(report.check.erased).toBeGreaterThan(0)
  const stolen = sql`DELETE FROM audit_personal WHERE entry_id = ${id}`
  const erasing = run.owner.transaction().execute(async (trx) => {
    await eraseUser(trx, {
      userId: kumari.id,
      actor: { userId: null, email: null, ip: null, device: null, requestId: null },
      at: run.clock.now(),
    })
    await stolen.execute(trx)
  })
  await expect(erasing).rejects.toThrow('records no erasure of this')
})
