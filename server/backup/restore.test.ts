import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { connect } from '../database/connection.ts'
import { migrate } from '../database/migrate.ts'
import { seedAuditTrail } from '../testing/seed-audit-trail.ts'
import { testConnection, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { untilBlocking } from '../testing/until-blocking.ts'
import { temporaryFolderOfFile } from '../testing/temporary-folder.ts'
import { openBackup } from './backup-file.ts'
import { makeBackup } from './make-backup.ts'
import { FORGET, restoreBackup } from './restore-backup.ts'

const AT = new Date('2026-09-29T06:30:00Z')
const folder = temporaryFolderOfFile()
const file = join(folder, 'whole.backup')
const ENTRIES = 20

/** One of each thing that a restore must not bring back, with rows of two users. */
const CREDENTIALS = `
  INSERT INTO app_session (user_id, token_hash, device, ip_address, created_at, last_seen_at, expires_at)
    SELECT id, sha256(email::bytea), 'Firefox', '10.0.0.1', now(), now(), now() + interval '1 day' FROM app_user WHERE id <= 2;
  INSERT INTO access_token (user_id, name, scope, token_hash, created_at, expires_at)
    SELECT id, 'script', 'write', sha256(name::bytea), now(), now() + interval '1 day' FROM app_user WHERE id <= 2;
  INSERT INTO sign_in_code (user_id, code_hash, link_hash, expires_at, failures_in_a_row)
    VALUES (1, sha256('1'), sha256('2'), now() + interval '10 minutes', 7);
  INSERT INTO known_device (user_id, fingerprint, last_seen_at) VALUES (1, sha256('d'), now());
  INSERT INTO rate_limit (key, free_at) VALUES ('write 10.0.0.1', now());
  INSERT INTO idempotency_key (user_id, key, fingerprint, status, body, created_at) VALUES (1, 'k', '', 201, '{}', now());
  INSERT INTO email_outbox (user_id, purpose, details, created_at, expires_at, next_attempt_at)
    VALUES (1, 'sign-in code', '{}', now(), now() + interval '10 minutes', now());
  INSERT INTO invitation (email, created_at) VALUES ('new@example.lk', now())`

const source = await testDatabase()
await fill(source, ENTRIES, CREDENTIALS)
await makeBackup(source.ownerUrl, file, AT)

async function fill(
  { ownerUrl }: TestDatabase,
  entries: number,
  statements: string,
): Promise<void> {
  // By another name than a server's: PostgreSQL may still list the connection for a moment after
  // its end.
  await using owner = connect(ownerUrl, { statementTimeoutMs: 0, name: 'test' }).db
  await seedAuditTrail(owner, entries)
  await sql.raw(statements).execute(owner)
}

const open = (url: string) => testConnection(url, { statementTimeoutMs: 0, name: 'test' })

/** A database in which something was done. */
async function usedDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  await fill(database, 3, `${CREDENTIALS}; DELETE FROM sign_in_code`)
  return database
}

const restore = (from: string, { ownerUrl }: TestDatabase, keepTokens = false) =>
  restoreBackup(createReadStream(from), from, ownerUrl, {
    appRole: 'rupee_app',
    replace: true,
    keepTokens,
    at: AT,
  })

/** Everything that a database holds, in bytes: as a backup would write it. */
async function everythingIn({ ownerUrl }: TestDatabase): Promise<string> {
  const name = join(folder, `${Math.random()}.dump`)
  await makeBackup(ownerUrl, name, AT)
  return zstdDecompressSync(readFileSync(name)).toString('latin1')
}

/**
 * The backup with something else in it; its last hash is made right again unless `isRight` says
 * otherwise.
 */
function edited(name: string, edit: (text: string) => string, isRight = true): string {
  const text = edit(zstdDecompressSync(readFileSync(file)).toString('latin1'))
  const [, body = text, end = ''] = /^(.*\n)(\{"end":.*\n)$/s.exec(text) ?? []
  const sha256 = createHash('sha256').update(body, 'latin1').digest('hex')
  const right = body + end.replace(/[0-9a-f]{64}/, sha256)
  writeFileSync(join(folder, name), zstdCompressSync(Buffer.from(isRight ? right : text, 'latin1')))
  return join(folder, name)
}

const NEWER = /"migrations":\[(.*?)\]/
it.each([
  {
    what: 'is of a newer version',
    from: () => edited('newer', (text) => text.replace(NEWER, '"migrations":[$1,"900-new"]')),
    says: 'made by another version (migration 900-new)',
  },
  {
    what: 'has no migration at all',
    from: () => edited('bare', (text) => text.replace(NEWER, '"migrations":[]')),
    says: 'made by another version (migration none)',
  },
  {
    what: 'is cut',
    from: () => edited('cut', (text) => text.slice(0, -300), false),
    says: 'not a complete backup',
  },
  {
    what: 'has a table that we do not know',
    from: () =>
      edited('stranger', (text) => text.replace('{"table":"email_outbox"', '{"table":"better"')),
    says: 'nothing was changed',
  },
  {
    what: 'has rows that the tables refuse',
    from: () =>
      edited('refused', (text) =>
        text.replace('"columns":["user_id","fingerprint"', '"columns":["nobody","fingerprint"'),
      ),
    says: 'nothing was changed',
  },
  {
    what: 'has SQL where a number belongs',
    from: () =>
      edited('sql', (text) =>
        text.replace('"isCalled":true', '"isCalled":"true); DROP TABLE email_outbox"'),
      ),
    says: 'not a complete backup',
  },
])('leaves the database unchanged if the backup $what', async ({ from, says }) => {
  const database = await usedDatabase()
  const before = await everythingIn(database)
  await expect(restore(from(), database)).rejects.toThrow(says)
  expect(await everythingIn(database)).toBe(before)
})

it('restores no session, code, unsent email, call or device, and is audited', async () => {
  const database = await usedDatabase()
  const { forgotten, end } = await restore(file, database)
  expect(forgotten).toEqual({ sessions: 2, codes: 1, emails: 1, tokens: 2 })
  const back = open(database.ownerUrl)
  const { rows } = await sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM app_session) AS sessions, (SELECT count(*) FROM access_token) AS tokens,
    (SELECT count(*) FROM sign_in_code WHERE code_hash IS NOT NULL OR link_hash IS NOT NULL) AS codes,
    (SELECT count(*) FROM email_outbox WHERE details IS NOT NULL) AS emails, (SELECT count(*) FROM known_device) AS devices,
    (SELECT count(*) FROM rate_limit) AS calls, (SELECT count(*) FROM idempotency_key) AS answers,
    (SELECT count(*) FROM app_user) AS users, (SELECT failures_in_a_row FROM sign_in_code) AS failures`.execute(
    back,
  )
  const none = { sessions: 0, tokens: 0, codes: 0, emails: 0, devices: 0, calls: 0, answers: 0 }
  expect(rows).toEqual([{ ...none, users: 200, failures: 7 }])
  const newest = await back
    .selectFrom('audit_entry')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(newest).toMatchObject({ id: ENTRIES + 1, action: 'restore database', actor: 'operator' })
  expect(end.id).toBe(ENTRIES + 1)
  expect(JSON.parse(newest!.metadata)).toMatchObject({
    made_at: AT.toISOString(),
    forgotten,
  })
})

it('restores access tokens on request', async () => {
  const database = await usedDatabase()
  await restore(file, database, true)
  expect(
    await open(database.appUrl).selectFrom('access_token').select('name').execute(),
  ).toHaveLength(2)
})

/** The tables that come back from a backup as they were: all that hold nothing of `FORGET`. */
const RESTORED_AS_THEY_WERE = [
  ...[
    'alert_link',
    'alert_rule',
    'alert_subscriber',
    'app_user',
    'audit_entry',
    'audit_head',
    'audit_personal',
  ],
  ...['change', 'invitation', 'fact_state'],
  ...['feed_answer', 'feed_request', 'rate_feed_state'],
  ...['rate_kind', 'rate_source', 'undo'],
]

it('decides for every table whether it is restored', async () => {
  const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname !~ '^kysely_'`.execute(
    open(source.ownerUrl),
  )
  const known = [...Object.keys(FORGET), ...RESTORED_AS_THEY_WERE]
  expect(known.sort()).toEqual(rows.map(({ name }) => name).sort())
})

it('restores without a spare connection for statistics', async () => {
  const database = await usedDatabase()
  const name = /\/(test_\w+)/.exec(database.ownerUrl)?.[1] ?? ''
  const beside = open(source.superuserUrl)
  await sql.raw(`ALTER DATABASE ${name} CONNECTION LIMIT 1`).execute(beside)
  await expect
    .poll(
      async () =>
        (await sql`SELECT FROM pg_stat_activity WHERE datname = ${name}`.execute(beside)).rows,
    )
    .toEqual([])
  expect((await restore(file, database)).end.id).toBe(ENTRIES + 1)
})

it('keeps a database with foreign tables', async () => {
  const database = await testDatabase('empty')
  await sql`CREATE TABLE public.theirs AS SELECT 1 AS one`.execute(open(database.ownerUrl))
  const options = { appRole: 'rupee_app', replace: false, keepTokens: false, at: AT }
  await expect(
    restoreBackup(createReadStream(file), file, database.ownerUrl, options),
  ).rejects.toThrow('is not empty')
  expect((await sql`SELECT one FROM theirs`.execute(open(database.ownerUrl))).rows).toHaveLength(1)
})

it('refuses a small file that unpacks to too much', async () => {
  const header = zstdDecompressSync(readFileSync(file)).toString('latin1').split('\n')[0]!
  const read = async (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), zstdCompressSync(content))
    const backup = await openBackup(createReadStream(join(folder, name)), name)
    return backup.read({
      async table(_table, _columns, rows) {
        for await (const piece of rows) expect(piece.length).toBeGreaterThan(0)
      },
    })
  }
  const megabytes = (text: string) => Buffer.alloc(70_000_000, text)
  await expect(read('line', Buffer.alloc(2_000_000, 'x'))).rejects.toThrow(
    'longer than 1048576 bytes',
  )
  const table = Buffer.from(`${header}\n{"table":"email_outbox","columns":["id"]}\n`)
  await expect(read('row', Buffer.concat([table, megabytes('x')]))).rejects.toThrow(
    'longer than 67108864 bytes',
  )
  const rows = megabytes(`${'1'.repeat(999)}\n`)
  await expect(read('rows', Buffer.concat([table, rows]))).rejects.toThrow('200 times its size')
})

it('makes a server that starts meanwhile wait until it has ended', async () => {
  const database = await usedDatabase()
  const [owner, other] = [open(database.ownerUrl), open(database.ownerUrl)]
  // Keeps the restore from dropping the tables.
  const reading = await other.startTransaction().execute()
  await sql`SELECT FROM public.app_user`.execute(reading)
  const restoring = restore(file, database)
  await untilBlocking(reading)
  let started = false
  const starting = migrate(database.ownerUrl, 'rupee_app').then(() => (started = true))
  await expect
    .poll(async () => {
      const { rows } = await sql`SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted AND database =
          (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(owner)
      return rows.length
    })
    .toBe(1)
  expect(started).toBe(false)
  await reading.rollback().execute()
  await Promise.all([restoring, starting])
  expect(await everythingIn(database)).toContain('restore database')
})
