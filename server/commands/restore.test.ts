import { spawn, type SpawnOptions } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startCommand, type Ran } from '../../harness/process/program.ts'
import { appendCheckpoint, signCheckpoint } from '../audit-log/checkpoints.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { connect } from '../database/connection.ts'
import { seedAuditTrail } from '../testing/seed-audit-trail.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { temporaryFolder, temporaryFolderOfFile } from '../testing/temporary-folder.ts'

const AT = new Date('2026-09-29T06:30:00Z')
const folder = temporaryFolderOfFile()
const file = join(folder, 'whole.backup')

const source = await testDatabase()
await seed(source)
await makeBackup(source.ownerUrl, file, AT)

let target: TestDatabase
let dataDir: string
async function prepare(kind: 'migrated' | 'empty'): Promise<void> {
  target = await testDatabase(kind)
  dataDir = temporaryFolder()
}

async function seed({ ownerUrl }: TestDatabase): Promise<void> {
  await using db = connect(ownerUrl, { statementTimeoutMs: 0 }).db
  await seedAuditTrail(db, 20)
}

/** Runs the command as the operator would; `heard: false` where nobody reads what it prints. */
function restore(from: string, heard = true): Promise<Ran> {
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: target.appUrl,
    DATABASE_OWNER_URL: target.ownerUrl,
  }
  const command = startCommand('restore', [from, '--replace'], env)
  if (!heard) command.child.stdout?.destroy()
  return command.done
}

async function inTarget<T>(statement: string): Promise<T[]> {
  const { db } = connect(target.ownerUrl)
  const { rows } = await sql.raw<T>(statement).execute(db)
  await db.destroy()
  return rows
}

test('restore renames old checkpoints even if nobody reads its output', async () => {
  await prepare('migrated')
  const key = generateKeyPairSync('ed25519').privateKey
  const signed = signCheckpoint(key, { id: 22, hash: '1'.repeat(64) }, AT)
  await appendCheckpoint(join(dataDir, 'checkpoints.jsonl'), signed)
  expect((await restore(file, false)).status).toBe(0)
  const names = readdirSync(dataDir).filter((name) => name.startsWith('checkpoints'))
  const aside = /^checkpoints-before-restore-\d{14}\.jsonl$/
  expect(names).toContainEqual(expect.stringMatching(aside))
  expect(
    await inTarget(`SELECT 1 FROM audit_entry WHERE action = 'restore database'`),
  ).toHaveLength(1)
})

test('restore keeps a database of another version if the backup is cut, and replaces it by a whole one', async () => {
  await prepare('empty')
  await inTarget('CREATE TABLE public.app_user (name text)')
  const cut = join(folder, 'cut.backup')
  writeFileSync(cut, readFileSync(file).subarray(0, 1000))
  const { status, printed } = await restore(cut)
  expect(status).toBe(1)
  expect(printed).toContain('not a complete backup')
  expect(await inTarget('SELECT name FROM app_user')).toEqual([])
  expect((await restore(file)).printed).toContain('Everybody must sign in again')
  expect(await inTarget('SELECT email FROM app_user LIMIT 1')).toHaveLength(1)
})

test('backup and restore work through a pipe, with access tokens', async () => {
  await prepare('migrated')
  await seed(target)
  await inTarget(
    `INSERT INTO access_token (user_id, name, scope, token_hash, created_at, expires_at)
     SELECT min(id), 'script', 'read', sha256('t'), now(), now() + interval '1 day' FROM app_user`,
  )
  const saved = await piped('backup', ['-'])
  expect(saved).toMatchObject({
    status: 0,
    errors: expect.stringContaining('is saved to standard output') as string,
  })
  await prepare('empty')
  const cut = await piped('restore', ['-'], saved.output.subarray(0, 1000))
  expect(cut).toMatchObject({
    status: 1,
    errors: expect.stringContaining('not a complete backup') as string,
  })
  const restored = await piped('restore', ['-', '--keep-tokens'], saved.output)
  expect(restored.status, restored.errors).toBe(0)
  expect(await inTarget('SELECT 1 FROM audit_entry')).toHaveLength(21)
  expect(await inTarget('SELECT name FROM access_token')).toEqual([{ name: 'script' }])
  expect(readdirSync(dataDir)).not.toContain('backups')
})

test('a backup is never mixed with the output of npm', async () => {
  await prepare('migrated')
  const { status, errors, output } = await piped('backup', ['-'], undefined, {
    npm_lifecycle_event: 'backup',
  })
  expect({ status, output: output.length }).toEqual({ status: 1, output: 0 })
  expect(errors).toContain('npm run --silent backup -- -')
})

/** Runs a command with `input` on its standard input. */
async function piped(
  command: string,
  args: string[],
  input?: Buffer,
  npm: Record<string, string> = {},
) {
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: target.appUrl,
    DATABASE_OWNER_URL: target.ownerUrl,
    ...npm,
  }
  const options = { env, stdio: 'pipe' } satisfies SpawnOptions
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, `${command}.ts`), ...args],
    options,
  )
  child.stdin.on('error', () => undefined).end(input)
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [output, errors] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  return { status: await exit, output, errors: errors.toString() }
}
