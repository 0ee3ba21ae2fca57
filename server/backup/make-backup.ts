import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import manifest from '../../package.json' with { type: 'json' }
import { StartError } from '../start-error.ts'
import { BACKUP_FORMAT, ROWS_END, type BackupEnd, type BackupHeader } from './backup-file.ts'
import type { Run } from './bulk-load.ts'
import { connectOwner, copyOut, RowSum } from './table-copy.ts'
import { readIdentities, readMigrationsOf, readTables } from './tables.ts'

/**
 * Writes the database at one moment into a file, while it is in use. The file gets its name when it
 * is whole on the disk. Throws StartError.
 */
export async function makeBackup(ownerUrl: string, file: string, at: Date): Promise<void> {
  await using owner = await connectOwner(ownerUrl, 'rupee-rates backup')
  const { client, run } = owner
  // A name of its own, so that one that was killed is in nobody's way.
  const half = `${file}.${process.pid}.part`
  try {
    await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // What is in a backup is nobody else's to read.
    const target = createWriteStream(half, { mode: 0o600, flags: 'wx' })
    await pipeline(Readable.from(backupPieces(client, run, at)), createZstdCompress(), target)
    const handle = await open(half, 'r')
    await handle.sync()
    await handle.close()
    await rename(half, file)
  } catch (cause) {
    await rm(half, { force: true })
    const { syscall, message } = cause as NodeJS.ErrnoException
    throw syscall === undefined
      ? cause
      : new StartError(`${file} cannot be written: ${message}`, { cause })
  }
}

async function* backupPieces(client: pg.Client, run: Run, at: Date): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  const counted = (piece: Buffer): Buffer => {
    whole.update(piece)
    return piece
  }
  const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)
  yield counted(line(await header(run, at)))
  const tables = await readTables(run)
  let rows = 0
  for (const table of tables) {
    const sum = new RowSum()
    yield counted(line({ table: table.name, columns: table.columns }))
    for await (const piece of sum.through(copyOut(client, table))) yield counted(piece)
    yield counted(Buffer.from(ROWS_END))
    yield counted(line(sum.sum()))
    rows += sum.sum().rows
  }
  yield counted(line({ identities: await readIdentities(run) }))
  const end: BackupEnd = { end: true, tables: tables.length, rows, sha256: whole.digest('hex') }
  yield line(end)
}

async function header(run: Run, at: Date): Promise<BackupHeader> {
  const [server] = await run('SHOW server_version')
  return {
    format: BACKUP_FORMAT,
    made_at: at.toISOString(),
    version: manifest.version,
    postgresql: String(server?.['server_version']),
    migrations: await readMigrationsOf(run),
  }
}
