import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'
import { runCommandHere } from '../testing/run-operator-command.ts'
import { TestClock } from '../testing/test-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testConnection, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import {
  appendCheckpoint,
  checkpointFiles,
  readCheckpointFiles,
  readRenamedCheckpoints,
  loadCheckpointKey,
  publicKeyText,
  restartCheckpoints,
  signCheckpoint,
  type CheckpointPlaces,
} from './checkpoints.ts'
import { readHead } from './read-trail.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import { databaseReportLines, verifyDatabase } from './verify-database.ts'
import { parseCheckpoint } from './trail-format.ts'
import { ChainWatch } from './watch.ts'

let database: TestDatabase
let db: Db
let owner: Db
let places: CheckpointPlaces
const clock = new TestClock('2026-09-29T06:30:00Z')

beforeEach(async () => {
  database = await testDatabase()
  db = testConnection(database.appUrl)
  owner = testConnection(database.ownerUrl)
  places = { dataDir: temporaryFolder(), checkpointDir: temporaryFolder(), auditPublicKeys: [] }
  await loadCheckpointKey(places)
})

const watch = (given = places) =>
  new ChainWatch({
    db,
    verifyDb: db,
    clock: clock.now,
    places: given,
    reload: () => Promise.resolve(),
  })
const signed = (file = checkpointFiles(places)[0]!) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => parseCheckpoint(line)?.entry)
const keyFile = () => join(places.dataDir, 'keys', 'audit-checkpoints.pem')
const ownKey = async () => (await loadCheckpointKey(places))!

async function append(count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    const act = { actor: SYSTEM, at: clock.now() }
    await db.transaction().execute((trx) => recordAuditEntry(trx, act, 'login', 'Signed in'))
  }
}

/** Runs statements as the owner, with the triggers of the trail off. */
async function asOwner(...statements: string[]): Promise<void> {
  const { rows } = await sql<{ on: string; off: string }>`
    SELECT format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', c.relname, t.tgname) AS on,
      format('ALTER TABLE %I DISABLE TRIGGER %I', c.relname, t.tgname) AS off
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relname IN ('audit_entry', 'audit_head') AND NOT t.tgisinternal`.execute(owner)
  const all = [...rows.map(({ off }) => off), ...statements, ...rows.map(({ on }) => on)]
  for (const statement of all) await sql.raw(statement).execute(owner)
}

/** Returns what `npm run audit:verify` prints, and what the server says. */
async function verified(given = places) {
  const report = await verifyDatabase(db, await readCheckpointFiles(given), { now: clock.now() })
  const server = watch(given)
  await server.check()
  const lines = databaseReportLines(report, await readRenamedCheckpoints(given))
  return { verdict: report.result.verdict, lines, server: server.state() }
}

describe('the watch', () => {
  test('signs at the first check, after an hour or 200 entries, and at the end', async () => {
    const one = watch()
    await append(3)
    await one.check()
    expect(signed()).toEqual([3])
    await append(1)
    await one.check()
    clock.turn(3599)
    await one.check()
    expect(signed()).toEqual([3])
    clock.turn(1)
    await one.check()
    expect(signed()).toEqual([3, 4])
    await append(200)
    await one.check()
    expect(signed()).toEqual([3, 4, 204])
    await append(1)
    await one.check({ last: true })
    expect(checkpointFiles(places).map(signed)).toEqual([
      [3, 4, 204, 205],
      [3, 4, 204, 205],
    ])
  })

  test('verifies new entries at each check, and everything at start and hourly', async () => {
    await append(6)
    const one = watch()
    expect(one.state()).toMatchObject({ verdict: 'NOT CHECKED' })
    await one.check()
    expect(one.state()).toMatchObject({ verdict: 'OK', checkedTo: 6 })
    await append(1)
    await one.check()
    expect(one.state()).toMatchObject({ verdict: 'OK', checkedTo: 7 })
    await asOwner(`UPDATE audit_entry SET description = 'x' WHERE id = 2`)
    await one.check()
    expect(one.state()).toMatchObject({ verdict: 'OK' })
    clock.turn(3600)
    await one.check()
    expect(one.state()).toMatchObject({ verdict: 'EDITED', brokenAt: 2 })
  })

  test('that ends while it verifies everything leaves this to the next start', async () => {
    await append(3)
    const one = watch()
    await Promise.all([one.check(), one.check({ last: true })])
    expect(one.state()).toMatchObject({ verdict: 'NOT CHECKED' })
    const other = watch()
    await other.check()
    expect(other.state()).toMatchObject({ verdict: 'OK', checkedTo: 3 })
  })

  test('finds tampering with new entries at the next check and stays broken', async () => {
    await append(3)
    const one = watch()
    await one.check()
    await append(2)
    await asOwner(`UPDATE audit_entry SET description = 'x' WHERE id = 5`)
    await one.check()
    expect(one.state()).toMatchObject({ verdict: 'EDITED', brokenAt: 5 })
    await append(1)
    await one.check({ last: true })
    expect(one.state()).toMatchObject({ verdict: 'EDITED', brokenAt: 5 })
    expect(signed()).toEqual([3])
  })

  test.each([
    [
      'TRUNCATED',
      4,
      `UPDATE audit_head SET id = 3, hash = (SELECT hash FROM audit_entry WHERE id = 3)`,
    ],
    ['REWRITTEN', 5, `UPDATE audit_head SET hash = sha256('x')`],
  ])('finds at the next check that the end was %s', async (verdict, brokenAt, statement) => {
    await append(5)
    const one = watch()
    await one.check()
    await asOwner(
      ...(verdict === 'TRUNCATED' ? ['DELETE FROM audit_entry WHERE id > 3'] : []),
      statement,
    )
    await one.check()
    expect(one.state()).toMatchObject({ verdict, brokenAt })
  })

  test('writes a checkpoint to the writable file, and later to the other', async () => {
    const away = join(temporaryFolder(), 'away')
    writeFileSync(away, 'no folder')
    places = { ...places, checkpointDir: away }
    const one = watch()
    await append(3)
    for (let round = 0; round < 3; round++)
      await expect(one.check()).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(signed()).toEqual([3])
    rmSync(away)
    await one.check()
    expect(checkpointFiles(places).map(signed)).toEqual([[3], [3]])
  })
})

describe('checkpoints', () => {
  beforeEach(async () => {
    await append(5)
    await watch().check()
  })

  test('a trail that a checkpoint covers is OK; the report says that the key is not pinned', async () => {
    const { verdict, lines, server } = await verified()
    expect([verdict, server.verdict]).toEqual(['OK', 'OK'])
    const key = publicKeyText(await ownKey())
    expect(lines).toContain(`Key:         ${key} (key not pinned)`)
    const pinned = await verified({ ...places, auditPublicKeys: [key] })
    expect(pinned.verdict).toBe('OK')
    expect(pinned.lines).toContain(`Key:         ${key}`)
  })

  test('a trail without checkpoints, or with entries of a day without one, is NOT COVERED', async () => {
    await append(1)
    clock.turn(86_401)
    expect((await verified({ ...places })).verdict).toBe('NOT COVERED')
    for (const file of checkpointFiles(places)) rmSync(file)
    const report = await verifyDatabase(db, await readCheckpointFiles(places), { now: clock.now() })
    expect(report.result).toEqual({ verdict: 'NOT COVERED', at: 1 })
  })

  test('a missing key is never OK, and no new one is made silently', async () => {
    rmSync(keyFile())
    expect(await loadCheckpointKey(places)).toBeUndefined()
    const { verdict, server } = await verified()
    expect([verdict, server.verdict]).toEqual(['NOT COVERED', 'NOT COVERED'])
    expect(server.sentence).toContain('the key that signs checkpoints is missing')
    const named = { dataDir: temporaryFolder(), checkpointDir: undefined }
    expect(await loadCheckpointKey({ ...named, auditPublicKeys: ['x'] })).toBeUndefined()
    expect(await loadCheckpointKey({ ...named, auditPublicKeys: [] })).toBeDefined()
  })

  test('a checkpoint of another key counts only if AUDIT_PUBLIC_KEY names both', async () => {
    const first = publicKeyText(await ownKey())
    const other = generateKeyPairSync('ed25519').privateKey
    writeFileSync(keyFile(), other.export({ type: 'pkcs8', format: 'pem' }))
    await appendCheckpoint(
      checkpointFiles(places)[0]!,
      signCheckpoint(other, await readHead(db), clock.now()),
    )
    const { verdict, server, lines } = await verified()
    expect([verdict, server.verdict]).toEqual(['NOT COVERED', 'NOT COVERED'])
    expect(lines.join('\n')).toContain('1 lines are not signed by a key that counts')
    const named = (...auditPublicKeys: string[]) => verified({ ...places, auditPublicKeys })
    expect((await named(first)).verdict).toBe('NOT COVERED')
    expect((await named(publicKeyText(other))).verdict).toBe('NOT COVERED')
    expect((await named(first, publicKeyText(other))).verdict).toBe('OK')
  })

  test('an unsigned or malformed line is never OK', async () => {
    const good = signCheckpoint(await ownKey(), await readHead(db), clock.now())
    for (const line of [{ ...good, entry: 4 }, { ...good, at: '2026-09-28T00:00:00Z' }, {}]) {
      const file = checkpointFiles(places)[1]!
      const before = readFileSync(file, 'utf8')
      appendFileSync(file, `${JSON.stringify(line)}\n`)
      expect((await verified()).verdict, JSON.stringify(line)).toBe('NOT COVERED')
      writeFileSync(file, before)
    }
  })

  test('a line cut by a crash is ignored and replaced by the next', async () => {
    const file = checkpointFiles(places)[0]!
    appendFileSync(file, readFileSync(file, 'utf8').slice(0, 150))
    expect((await verified()).verdict).toBe('OK')
    await append(200)
    await watch().check()
    expect(signed(file)).toEqual([5, 205])
  })

  test('a restore renames the files, signs the restored trail and the report names the old ones', async () => {
    const renamed = await restartCheckpoints(places, await readHead(db), clock.now())
    expect(renamed.map((file) => file.split('/').at(-1))).toEqual(
      Array(2).fill(expect.stringMatching(/^checkpoints-before-restore-\d{14}\.jsonl$/)),
    )
    expect(checkpointFiles(places).map(signed)).toEqual([[5], [5]])
    const { verdict, lines } = await verified()
    expect(verdict).toBe('OK')
    for (const file of renamed)
      expect(lines).toContain(`Not read:    ${file}, from before a restore`)
  })
})

test('audit:verify exits with 0, 1 or 2, and audit:key makes a key only if told to', async () => {
  const { appUrl, ownerUrl } = database
  const env = {
    DATA_DIR: places.dataDir,
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    CHECKPOINT_DIR: places.checkpointDir ?? '',
  }
  const command = async (name: string, ...args: string[]) => {
    const { status, out } = await runCommandHere(name, args, env)
    return [status, out.trim().split('\n').at(-1)]
  }
  const key = publicKeyText(await ownKey())
  expect(await command('audit-key')).toEqual([0, key])
  expect((await command('audit-key', '--new'))[0]).toBe(1)
  await append(3)
  await watch().check()
  const ok = 'OK: every entry is as it was written.'
  expect(await command('audit-verify', `--key=${key}`)).toEqual([0, ok])
  await asOwner(`UPDATE audit_entry SET description = 'x' WHERE id = 2`)
  expect(await command('audit-verify')).toMatchObject([1, expect.stringMatching(/^EDITED at 2: /)])
  await asOwner(`UPDATE audit_entry SET description = 'Signed in' WHERE id = 2`)
  rmSync(keyFile())
  expect(await command('audit-verify')).toMatchObject([2, expect.stringMatching(/^NOT COVERED: /)])
  expect((await command('audit-key'))[0]).toBe(1)
  const [status, made] = await command('audit-key', '--new')
  expect([status, made]).toEqual([0, publicKeyText(await ownKey())])
})
