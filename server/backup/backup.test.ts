import {
  cpSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { SYSTEM } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { NO_CHECKPOINTS, verifyDatabase } from '../audit-log/verify-database.ts'
import { connect } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'
import { seedAuditTrail } from '../testing/seed-audit-trail.ts'
import { temporaryFolder, temporaryFolderOfFile } from '../testing/temporary-folder.ts'
import { testConnection, testDatabase } from '../testing/test-database.ts'
import { openBackup } from './backup-file.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const AT = new Date('2026-09-29T06:30:00Z')
const folder = temporaryFolderOfFile()
const file = join(folder, 'one.backup')
const ENTRIES = 2001

const source = await testDatabase()
const owner = connect(source.ownerUrl, { statementTimeoutMs: 0 }).db
await seedAuditTrail(owner, ENTRIES - 1)
await append(owner, 'tab\t newline\n return\r backslash\\N \\. quote" ශ්‍රී =1+1')
const MIGRATIONS = await appliedMigrations(owner)
await owner.destroy()
const saved = await makeBackup(source.ownerUrl, file, AT)

const open = (url: string) => testConnection(url, { statementTimeoutMs: 0, name: 'test' })

async function appliedMigrations(db: Db): Promise<string[]> {
  const query = sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY 1`
  return (await query.execute(db)).rows.map(({ name }) => name)
}

async function append(db: Db, description: string): Promise<void> {
  const act = { actor: SYSTEM, at: new Date(AT.getTime() + 1) }
  await db
    .transaction()
    .execute((trx) =>
      recordAuditEntry(trx, act, 'login', description, { metadata: { description } }),
    )
}

const restore = (url: string, replace = false, from = file, tables = {}) =>
  restoreBackup(createReadStream(from), from, url, {
    appRole: 'rupee_app',
    replace,
    keepTokens: false,
    at: AT,
    ...tables,
  })
const description = async (db: Db, id: number) =>
  (await db.selectFrom('audit_entry').select('description').where('id', '=', id).executeTakeFirst())
    ?.description

describe('a backup', () => {
  it('holds every table with its count', () => {
    expect(saved.header).toMatchObject({ made_at: AT.toISOString(), migrations: MIGRATIONS })
    expect(saved.rows.get('audit_entry')).toBe(ENTRIES)
    expect(saved.rows.get('app_user')).toBe(200)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is consistent while others write', async () => {
    const database = await testDatabase()
    const db = open(database.ownerUrl)
    await append(db, 'before')
    const state = { writing: true }
    const writer = (async () => {
      while (state.writing) await append(db, 'meanwhile')
    })()
    for (const name of ['two', 'three']) {
      const busy = join(folder, name)
      await makeBackup(database.ownerUrl, busy, AT)
      const { trail } = await restore((await testDatabase()).ownerUrl, true, busy)
      expect(trail.result.verdict).toBe('NOT COVERED')
    }
    state.writing = false
    await writer
  })

  it('is refused if a byte differs, its end is missing or something follows', async () => {
    const text = zstdDecompressSync(readFileSync(file)).toString('latin1')
    const damaged = join(folder, 'damaged')
    const read = async (content: Buffer) => {
      writeFileSync(damaged, content)
      const backup = await openBackup(createReadStream(damaged), 'It')
      await backup.read({ table: (_table, _columns, rows) => Array.fromAsync(rows).then(() => {}) })
    }
    const packed = (changed: string) => zstdCompressSync(Buffer.from(changed, 'latin1'))
    await read(packed(text))
    const whole = readFileSync(file)
    for (const [content, sentence] of [
      [packed(text.replace('Signed out', 'Signed 0ut')), 'It is damaged'],
      [packed(text.replace('"made_at":"2026', '"made_at":"2025')), 'It is damaged'],
      [packed(text.replace(`"rows":${ENTRIES}`, `"rows":${ENTRIES + 1}`)), 'rows of audit_entry'],
      [packed(text.slice(0, -300)), 'It is not a complete backup: it breaks off'],
      [packed(text.replace('"version"', '"Version"')), 'a line of it has another form'],
      [Buffer.concat([whole, whole]), 'It is damaged'],
      [whole.subarray(0, 5000), 'It is not a complete backup'],
      [Buffer.from('something else'), 'It is not a complete backup'],
    ] as const)
      await expect(read(content)).rejects.toThrow(sentence)
  })

  it('that cannot be written leaves nothing behind and says so', async () => {
    const nowhere = join(folder, 'nowhere', 'x')
    await expect(makeBackup(source.ownerUrl, nowhere, AT)).rejects.toThrow(
      `${nowhere} cannot be written`,
    )
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('restoring', () => {
  it('recreates exactly what was saved, and the trail continues', async () => {
    const database = await testDatabase()
    await restore(database.ownerUrl)
    const [old, back] = [open(source.ownerUrl), open(database.ownerUrl)]
    expect(await description(back, ENTRIES)).toBe(await description(old, ENTRIES))
    const options = { now: AT, appRole: 'rupee_app' }
    const report = await verifyDatabase(back, NO_CHECKPOINTS, options)
    expect(report).toMatchObject({
      result: { verdict: 'NOT COVERED' },
      head: { id: ENTRIES + 1 },
    })
    const app = open(database.appUrl)
    await append(app, 'and on')
    expect(await description(back, ENTRIES + 1)).toContain(
      'Restored the database from the backup made',
    )
    expect(await description(back, ENTRIES + 2)).toBe('and on')
    await expect(sql`DELETE FROM audit_entry`.execute(back)).rejects.toThrow('append-only')
    const { id } = await app
      .insertInto('app_user')
      .values({ name: 'New', email: 'new@example.lk', created_at: AT })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(id).toBe(201)
    expect(await indexes(back)).toEqual(await indexes(old))
    expect(await triggers(back)).toEqual(await triggers(old))
  })

  it('creates missing tables', async () => {
    const database = await testDatabase('empty')
    await restore(database.ownerUrl)
    expect(await description(open(database.appUrl), 1)).toBeDefined()
  })

  it('loads an older backup into its tables and migrates them', async () => {
    const older = await testDatabase()
    await append(open(older.appUrl), 'of long ago')
    const old = join(folder, 'old')
    await makeBackup(older.ownerUrl, old, AT)
    const newer = temporaryFolder()
    cpSync(join(import.meta.dirname, '..', 'database'), newer, { recursive: true })
    mkdirSync(join(newer, 'migrations'), { recursive: true })
    writeFileSync(
      join(newer, 'migrations', '999-later.sql'),
      'ALTER TABLE rate_feed_state ADD later int NOT NULL DEFAULT 7',
    )
    const database = await testDatabase()
    await restore(database.ownerUrl, false, old, { folder: newer })
    const app = open(database.appUrl)
    expect(await description(app, 1)).toBe('of long ago')
    expect(await appliedMigrations(app)).toEqual([...MIGRATIONS, '999-later'])
    await sql`SELECT later FROM rate_feed_state`.execute(app)
  })

  it('refuses a used database unless it may be replaced', async () => {
    const database = await testDatabase()
    const db = open(database.appUrl)
    await append(db, 'mine')
    await expect(restore(database.ownerUrl)).rejects.toThrow('is not empty')
    expect(await description(db, 1)).toBe('mine')
    await restore(database.ownerUrl, true)
    expect(await description(db, 1)).toBe('Signed out')
  })

  it('refuses while a server is connected', async () => {
    const database = await testDatabase()
    const db = testConnection(database.appUrl)
    await sql`SELECT 1`.execute(db)
    await expect(restore(database.ownerUrl)).rejects.toThrow('stop it, then restore again')
  })

  it('restores a broken trail as it was', async () => {
    const database = await testDatabase()
    await restore(database.ownerUrl)
    const owner = open(database.ownerUrl)
    await sql`ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_no_change`.execute(owner)
    await sql`UPDATE audit_entry SET description = 'Nothing' WHERE id = 7`.execute(owner)
    const broken = join(folder, 'broken')
    await makeBackup(database.ownerUrl, broken, AT)
    const { trail } = await restore(database.ownerUrl, true, broken)
    expect(trail.result).toEqual({ verdict: 'EDITED', at: 7 })
    expect(await description(owner, 7)).toBe('Nothing')
  })
})

const indexes = async (db: Db) =>
  (await sql`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`.execute(db))
    .rows
const triggers = async (db: Db) =>
  (
    await sql`SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`.execute(
      db,
    )
  ).rows
