import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { closeAccount } from '../../contract/account.ts'
import { eraseUser } from '../account/erase-user.ts'
import { usd } from '../entries/manual-rates.fixture.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { installationToTamperWith } from './tampering.fixture.ts'
import { NO_CHECKPOINTS, verifyDatabase } from './verify-database.ts'

const { ratesApp, known, headOf, verify, tampered } = await installationToTamperWith()
const { run, kumari, post } = ratesApp

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
    `UPDATE fact_state SET rate = 1`,
    `INSERT INTO fact_state SELECT * FROM fact_state`,
    `DELETE FROM fact_state`,
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
    const forge = `INSERT INTO audit_entry SELECT id, action, 'Forged', created_at, actor, user_id, subject_id, metadata,
      NULL, NULL, NULL, NULL, NULL, previous_hash, hash FROM audit_entry WHERE id = 3`
    await tampered([forge], async (db) => {
      expect(await headOf(db)).toBeGreaterThan(known.end)
      expect((await verify(db)).check.broken).toBeNull()
    })
  })
})

test('closing an account erases nothing that another user typed', async () => {
  const second = await signedInUser(run, 'Second Identity')
  await post({ ...usd, date: '2026-09-16', rate: 295, reason: `Asked ${second.email}` })
  const id = await headOf()
  const partsOf = async () =>
    (
      await run.db
        .selectFrom('audit_personal')
        .select(['part', 'data'])
        .where('entry_id', '=', id)
        .execute()
    ).map(({ part, data }) => [part, Object.keys(JSON.parse(data) as object)])
  const parts = [
    ['actor', ['email', 'ip', 'device']],
    ['content', ['reason']],
  ]
  const closed = await run.post<typeof closeAccount>(
    '/api/auth/user/close',
    { email: second.email },
    second.headers,
  )
  expect(closed.status).toBe(200)
  expect(await partsOf()).toEqual(parts)
  const report = await verifyDatabase(run.db, NO_CHECKPOINTS, { now: run.clock.now() })
  expect(report.result.verdict).toBe('NOT COVERED')
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
