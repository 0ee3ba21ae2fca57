import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { requestCode, register, verifyCode } from '../../contract/sign-in.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { startMailServer } from '../../harness/users/mail-server.ts'
import { startCommand, type Program } from '../../harness/process/program.ts'
import { startServer } from '../../harness/process/server-process.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { TEST_TIMEOUTS, testConnection, testDatabase } from '../testing/test-database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { connect } from './connection.ts'
import { DatabaseClock } from './database-clock.ts'
import type { Db } from './schema.ts'

async function database() {
  const made = await testDatabase()
  return { ...made, db: testConnection(made.ownerUrl) }
}

/** How far a clock is from the database's, in ms, without the time that asking takes. */
async function away(clock: DatabaseClock, db: Db): Promise<number> {
  const before = clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(db)
  const at = rows[0]!.at.getTime()
  return Math.max(before - at, at - clock.now().getTime(), 0)
}

test('the clock follows the database and continues without it', async () => {
  const { db, appUrl } = await database()
  const own = connect(appUrl, TEST_TIMEOUTS).db
  const clock = await DatabaseClock.start(own)
  expect(await away(clock, db)).toBeLessThan(1000)
  await own.destroy()
  await expect(clock.measure()).rejects.toThrow()
  expect(await away(clock, db)).toBeLessThan(1000)
})

test('a moved database clock is followed at the next measurement', async () => {
  const { db, ownerUrl } = await database()
  const own = connect(`${ownerUrl}&options=-c%20search_path%3Dpublic,pg_catalog`, TEST_TIMEOUTS).db
  const clock = await DatabaseClock.start(own)
  // Found before PostgreSQL's own, as if somebody had set the clock of its machine.
  await sql`CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql
    RETURN pg_catalog.clock_timestamp() + interval '2 hours'`.execute(db)
  await clock.measure()
  await own.destroy()
  expect(await away(clock, db)).toBeGreaterThan(7_100_000)
})

/** A program whose `Date` is off by so many hours, as on a machine whose clock was set wrongly. */
function withClockMoved(hours: number): Record<string, string> {
  const file = join(temporaryFolder(), 'move-clock.mjs')
  writeFileSync(
    file,
    `const Real = Date
     globalThis.Date = class extends Real {
       constructor(...given) { given.length === 0 ? super(Real.now() + ${hours * 3_600_000}) : super(...given) }
       static now() { return Real.now() + ${hours * 3_600_000} }
     }`,
  )
  return { NODE_OPTIONS: `--import=${file}` }
}

async function post(server: Program, { url }: Endpoint, body: object) {
  const response = await fetch(`${server.url}${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    body: (await response.json()) as { message?: string; token?: string },
  }
}

test('servers with clocks 2 hours off agree on codes', async () => {
  const { appUrl, ownerUrl, db } = await database()
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const env = {
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('hex'),
    SMTP_URL: mail.url,
  }
  const start = (hours: number) =>
    startServer({ ...env, DATA_DIR: temporaryFolder(), ...(hours !== 0 && withClockMoved(hours)) })
  const [ahead, behind] = [await start(2), await start(-2)]
  for (const [index, [issuer, taker]] of [
    [ahead, behind] as const,
    [behind, ahead] as const,
  ].entries()) {
    const email = `someone${index}@example.lk`
    expect((await post(issuer, register, { name: 'Nimal Perera', email })).status).toBe(201)
    const early = await post(taker, requestCode, { email })
    expect(early.body.message ?? '').not.toMatch(/\b\d{2,3} minutes/)
    await expect.poll(() => mail.received.at(index)).toBeDefined()
    const otp = /\b\d{6}\b/.exec(mail.received[index]?.mail.text ?? '')?.[0]
    await sql`UPDATE sign_in_code SET expires_at = now() - interval '1 second'
      WHERE user_id = (SELECT id FROM app_user WHERE email = ${email})`.execute(db)
    for (const server of [issuer, taker]) {
      const late = await post(server, verifyCode, { email, otp })
      expect(late).toMatchObject({
        status: 400,
        body: { message: 'OTP has expired. Please request a new one.' },
      })
    }
    await sql`UPDATE sign_in_code SET expires_at = now() + interval '10 minutes'
      WHERE user_id = (SELECT id FROM app_user WHERE email = ${email})`.execute(db)
    expect((await post(taker, verifyCode, { email, otp })).status).toBe(200)
  }
})

test('commands on a machine 2 hours ahead record the time of the database', async () => {
  const { appUrl, ownerUrl, db } = await database()
  const dataDir = temporaryFolder()
  const urls = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  const env = { DATA_DIR: dataDir, ...urls, ...withClockMoved(2) }
  const file = join(dataDir, 'whole.backup')
  await makeBackup(ownerUrl, file, new Date())
  expect(await startCommand('restore', [file, '--replace'], env).done).toMatchObject({ status: 0 })
  rmSync(join(dataDir, 'keys', 'audit-checkpoints.pem'))
  expect(await startCommand('audit-key', ['--new'], env).done).toMatchObject({ status: 0 })
  const { rows } = await sql`
    SELECT action, created_at <= clock_timestamp() AS "isPast" FROM audit_entry ORDER BY id`.execute(
    db,
  )
  expect(rows).toEqual([
    { action: 'restore database', isPast: true },
    { action: 'rotate audit key', isPast: true },
  ])
})
