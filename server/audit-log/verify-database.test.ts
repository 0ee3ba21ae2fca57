import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { claimJob, renewLease } from '../database/background-work.ts'
import { connect, VERIFYING } from '../database/connection.ts'
import { SYSTEM } from '../identity/actor.ts'
import { seedAuditTrail } from '../testing/seed-audit-trail.ts'
import { TestClock } from '../testing/test-app.ts'
import { testConnection, testDatabase, TEST_TIMEOUTS } from '../testing/test-database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { loadCheckpointKey } from './checkpoints.ts'
import { DatabaseCheck, NO_CHECKPOINTS, type DatabaseReport } from './verify-database.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import { ChainWatch } from './watch.ts'

const ENTRIES = 60

/** A database with entries, and a verifying connection whose statements can be made to fail. */
async function installation() {
  const { appUrl, ownerUrl } = await testDatabase()
  const owner = testConnection(ownerUrl)
  await seedAuditTrail(owner, ENTRIES)
  const statements: string[] = []
  const fault = { in: null as string | null }
  const { db: verifyDb, pool } = connect(appUrl, { ...VERIFYING, ...TEST_TIMEOUTS, max: 1 })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (text: string, ...rest: unknown[]) => unknown
    const watched = (text: string, ...rest: unknown[]) => {
      statements.push(text)
      const fails = fault.in !== null && text.includes(fault.in)
      return fails ? Promise.reject(new Error('the page failed')) : query(text, ...rest)
    }
    client.query = watched as typeof client.query
  })
  const places = { dataDir: temporaryFolder(), checkpointDir: undefined, auditPublicKeys: [] }
  await loadCheckpointKey(places)
  const clock = new TestClock('2026-09-29T06:30:00Z')
  const db = testConnection(appUrl)
  const watch = () =>
    new ChainWatch({ db, verifyDb, clock: clock.now, places, reload: () => Promise.resolve() })
  const count = (part: string) => statements.filter((text) => text.includes(part)).length
  return { owner, db, verifyDb, clock, watch, fault, count }
}

/** Parts of the statements that read a page. */
const [ENTRY_PAGE, FACT_PAGE] = ['chosen JOIN ONLY', 'FROM ONLY public.fact_state WHERE']

test('a page that failed is read again, and those before it are not', async () => {
  const { verifyDb, clock, fault, count } = await installation()
  const check = new DatabaseCheck(verifyDb, NO_CHECKPOINTS, { now: clock.now(), size: 10 })
  let report: DatabaseReport | null = null
  for (const part of ['pg_auth_members', ENTRY_PAGE, 'array_agg(undone', FACT_PAGE, 'covered']) {
    fault.in = part
    const failure = (async () => {
      while (!report) report = await check.step()
    })()
    await expect(failure).rejects.toThrow('the page failed')
    fault.in = null
  }
  while (!report) report = await check.step()
  expect(report).toMatchObject({ result: { verdict: 'NOT COVERED' }, wrongFacts: [] })
  expect(report.check).toMatchObject({ entries: ENTRIES, rowsValid: ENTRIES, linksValid: ENTRIES })
  // Six pages of ten entries and the end, and one that failed.
  expect(count(ENTRY_PAGE)).toBe(6 + 1 + 1)
})

test('the watch goes on with new entries and with its pages while one cannot be read', async () => {
  const { owner, db, clock, watch, fault, count } = await installation()
  const one = watch()
  await one.check()
  expect(one.state()).toMatchObject({ verdict: 'OK', checkedTo: ENTRIES })
  const before = count('pg_auth_members')
  clock.turn(3600)
  const act = { actor: SYSTEM, at: clock.now() }
  await db.transaction().execute((trx) => recordAuditEntry(trx, act, 'login', 'Signed in'))
  fault.in = FACT_PAGE
  for (let minute = 0; minute < 3; minute++) {
    await expect(one.check()).rejects.toThrow('the page failed')
    clock.turn(60)
  }
  expect(count('pg_auth_members')).toBe(before + 1)
  expect(one.newestCheckpoint()).toMatchObject({ entry: ENTRIES + 1, at: act.at.toISOString() })
  await sql`ALTER TABLE audit_head DISABLE TRIGGER USER`.execute(owner)
  await sql`UPDATE audit_head SET hash = sha256('x')`.execute(owner)
  await expect(one.check()).rejects.toThrow('the page failed')
  expect(one.state()).toMatchObject({ verdict: 'REWRITTEN', brokenAt: ENTRIES + 1 })
})

test('one server at a time reads everything, and none waits for more than two hours', async () => {
  const { db, clock, watch } = await installation()
  const other = { job: 'verify everything', slot: 'one at a time', holder: 'other' }
  expect(await claimJob(db, { ...other, now: clock.now() }, 600_000)).toBe(true)
  const one = watch()
  await one.check()
  expect(one.state().verdict).toBe('NOT CHECKED')
  await renewLease(db, { ...other, now: clock.now() }, 0)
  await one.check()
  expect(one.state().verdict).toBe('OK')
  expect(await claimJob(db, { ...other, now: clock.now() }, 1e12)).toBe(true)
  const two = watch()
  await two.check()
  expect(two.state().verdict).toBe('NOT CHECKED')
  clock.turn(3601)
  await two.check()
  expect(two.state().verdict).toBe('OK')
})
