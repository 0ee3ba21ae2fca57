import { rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../database/schema.ts'
import { tamperings, TRIGGERS_OFF } from '../../testing/tamperings.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { connect } from '../../database/connection.ts'
import {
  TEST_TIMEOUTS,
  testConnection,
  testDatabase,
  type TestDatabase,
} from '../../testing/test-database.ts'
import { keyName, publicKeyOf, publicKeyText, signCheckpoint } from './checkpoint.ts'
import { appendToFiles, readCheckpoints } from './checkpoint-files.ts'
import { readHashes, readHead } from './read-chain.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { exitStatus } from './audit-report.ts'
import { verifyAuditTrail } from './verify-audit-log.ts'
import type { Actor } from '../../identity/actor.ts'

const USER: Actor = {
  userId: null,
  email: 'nimal@example.lk',
  ip: '203.0.113.7',
  device: 'Firefox',
  requestId: 'a',
}
const NOW = new Date('2026-09-29T06:30:00Z')
let database: TestDatabase
let db: Db
let superuser: Db
let folder: string
let key: KeyObject

/** Ten entries, of which the first eight are signed, in a database for one test. */
async function beginTrail(): Promise<void> {
  database = await testDatabase()
  db = testConnection(database.appUrl)
  superuser = testConnection(database.superuserUrl)
  folder = temporaryFolder()
  key = generateKeyPairSync('ed25519').privateKey
  await append(8)
  await checkpoint(5)
  await checkpoint(8)
  await append(2)
}

async function append(count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    const description = `[user]: Ünterschied ${left} 'x'`
    const metadata = { left, amount: 1.5 }
    await db
      .transaction()
      .execute((trx) =>
        recordAuditEntry(trx, { actor: USER, at: NOW }, 'login', description, { metadata }),
      )
  }
}

async function checkpoint(id: number): Promise<void> {
  const hash = (await readHashes(db, [id])).get(id)!
  const signed = signCheckpoint(key, { id, hash }, NOW)
  await appendToFiles([folder], signed.key, signed)
}

const verify = async (now = NOW) =>
  verifyAuditTrail(
    db,
    await readCheckpoints([folder], { own: createPublicKey(key), named: [] }),
    now,
  )

/** As one who may do anything in the database, with every trigger switched off. */
async function tamper(...statements: readonly string[]): Promise<void> {
  await superuser.transaction().execute(async (trx) => {
    for (const statement of [...TRIGGERS_OFF, ...statements]) await sql.raw(statement).execute(trx)
  })
}

describe('the verifier', () => {
  beforeEach(beginTrail)

  it('finds an untouched trail good: every row, link and checkpoint', async () => {
    const { verdict, at, chain, checkpoints } = await verify()
    expect({ verdict, at }).toEqual({ verdict: 'OK', at: null })
    expect(chain).toMatchObject({ first: 1, rows: 10, rowsValid: 10, linksValid: 10, missing: 0 })
    expect(chain.end).toEqual(await readHead(db))
    expect(checkpoints).toMatchObject({ signed: 2, agreeing: 2, forged: 0 })
    expect(checkpoints.newest?.entry).toBe(8)
  })

  it.each(tamperings({ end: 10, signed: [5, 8] }))(
    'sees when $what',
    async ({ statements, verdict, at }) => {
      await tamper(...statements)
      const report = await verify()
      expect({ verdict: report.verdict, at: report.at }).toEqual({ verdict, at })
      expect(exitStatus(report.verdict)).toBe(1)
    },
  )

  it('does not call a trail good that no checkpoint covers, or none of the last day', async () => {
    rmSync(join(folder, `${keyName(createPublicKey(key))}.jsonl`))
    expect(await verify()).toMatchObject({ verdict: 'NOT COVERED', at: 1 })
    await checkpoint(8)
    expect(await verify()).toMatchObject({ verdict: 'OK' })
    expect(await verify(new Date(NOW.getTime() + 86_400_001))).toMatchObject({
      verdict: 'NOT COVERED',
      at: 9,
    })
    expect(exitStatus('NOT COVERED')).toBe(2)
  })

  it('takes no checkpoint that another key has signed, or whose entry was changed', async () => {
    const other = generateKeyPairSync('ed25519').privateKey
    const mine = keyName(createPublicKey(key))
    const foreign = signCheckpoint(other, await readHead(db), NOW)
    const changed = { ...signCheckpoint(key, await readHead(db), NOW), entry: 9 }
    for (const line of [{ ...foreign, key: mine }, changed]) {
      await appendFile(join(folder, `${mine}.jsonl`), `${JSON.stringify(line)}\n`)
    }
    const { verdict, checkpoints } = await verify()
    expect(verdict).toBe('NOT COVERED')
    expect(checkpoints).toMatchObject({ signed: 2, forged: 2 })
  })

  it('needs the public key alone, which is one line', async () => {
    const publicKey = publicKeyOf(publicKeyText(createPublicKey(key)))
    expect((await readCheckpoints([folder], { own: null, named: [publicKey] })).good).toHaveLength(
      2,
    )
  })
})

describe('the database', () => {
  beforeEach(beginTrail)

  it('appends what the owner inserts as the next link, whatever number and hash it claims', async () => {
    const owner = testConnection(database.ownerUrl)
    await sql`INSERT INTO audit_entry
      SELECT id, action, description, created_at, user_id, user_email, metadata, NULL, NULL, NULL, NULL, previous_hash, hash
      FROM audit_entry WHERE id = 3`.execute(owner)
    expect(await verify()).toMatchObject({ verdict: 'OK', head: { id: 11 } })
  })

  it('lets no temporary table of the server stand in for the end of the chain', async () => {
    await superuser.connection().execute(async (one) => {
      await sql`SET ROLE rupee_owner`.execute(one)
      await sql`CREATE TEMP TABLE audit_head AS SELECT true AS single, 0::bigint AS id, decode(repeat('00', 32), 'hex') AS hash`.execute(
        one,
      )
      await sql`SELECT append_audit_entry('login', 'x', now(), NULL, NULL, NULL, '{}')`.execute(one)
    })
    expect(await verify()).toMatchObject({ verdict: 'OK', head: { id: 11 } })
  })
})

// Nothing that is refused changes anything: one database serves all of these.
describe('the database', () => {
  let owner: Db
  const databases: Db[] = []
  const open = (url: string): Db => {
    const opened = connect(url, TEST_TIMEOUTS).db
    databases.push(opened)
    return opened
  }
  beforeAll(async () => {
    database = await testDatabase()
    db = open(database.appUrl)
    owner = open(database.ownerUrl)
    superuser = open(database.superuserUrl)
    await append(10)
  })
  afterAll(async () => {
    await Promise.all(databases.map((each) => each.destroy()))
  })

  it.each([
    `UPDATE audit_entry SET description = 'x' WHERE id = 1`,
    `DELETE FROM audit_entry WHERE id = 10`,
    // Without CASCADE `undo`, which refers to entries, would stop it already.
    `TRUNCATE audit_entry CASCADE`,
    `UPDATE audit_head SET id = 3`,
    `DELETE FROM audit_head`,
    `TRUNCATE audit_head`,
    `INSERT INTO audit_head SELECT * FROM audit_head`,
    `UPDATE audit_personal SET ip_address = NULL WHERE entry_id = 1`,
    `DELETE FROM audit_personal WHERE entry_id = 1`,
    `TRUNCATE audit_personal`,
  ])('refuses the owner, the server and even replica mode: %s', async (statement) => {
    await expect(sql.raw(statement).execute(owner)).rejects.toThrow('append-only')
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('permission denied')
    const replica = superuser.transaction().execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx)
      await sql.raw(statement).execute(trx)
    })
    await expect(replica).rejects.toThrow('append-only')
  })

  it.each([
    `INSERT INTO audit_entry SELECT * FROM audit_entry WHERE id = 1`,
    `INSERT INTO audit_personal SELECT * FROM audit_personal WHERE entry_id = 1`,
    `INSERT INTO audit_erasure (id) VALUES (1)`,
    `INSERT INTO change SELECT * FROM change`,
    `INSERT INTO live_fact SELECT * FROM live_fact`,
    `INSERT INTO undo VALUES (1, 1)`,
    `DELETE FROM undo`,
    `SELECT take_changes(1)`,
    `ALTER TABLE audit_entry DISABLE TRIGGER ALL`,
    `DROP TRIGGER audit_entry_no_change ON audit_entry`,
    `CREATE OR REPLACE FUNCTION audit_field(value text) RETURNS text LANGUAGE sql RETURN 'x'`,
    `CREATE TABLE mine (id int)`,
    `SET session_replication_role = replica`,
    `SET ROLE rupee_owner`,
    `CREATE EXTENSION dblink`,
    `COPY (SELECT 1) TO PROGRAM 'id'`,
    `SELECT pg_read_file('/etc/passwd')`,
    `SELECT lo_import('/etc/passwd')`,
    `SELECT rolpassword FROM pg_authid`,
  ])('gives the server no right to this: %s', async (statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(
      /permission denied|must be owner|must be superuser/,
    )
  })
})
