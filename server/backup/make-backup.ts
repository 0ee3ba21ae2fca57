import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import manifest from '../../package.json' with { type: 'json' }
import { StartError } from '../start-error.ts'
import {
  BACKUP_FORMAT,
  openBackup,
  RowCounter,
  ROWS_END,
  type BackupHeader,
  type BackupSummary,
} from './backup-file.ts'
import { connectOwner, copyOut, readIdentities, readMigrationNames, readTables } from './tables.ts'

/**
 * Writes one snapshot of a database in use, reads the file back, and renames it once it is on disk.
 * Throws StartError.
 */
export async function makeBackup(ownerUrl: string, file: string, at: Date): Promise<BackupSummary> {
  const part = `${file}.${process.pid}.part`
  try {
    const handle = await open(part, 'wx', 0o600)
    await streamBackup(ownerUrl, handle.createWriteStream({ flush: true }), at)
    const backup = await openBackup(createReadStream(part), file)
    const summary = await backup.read({ table: discard })
    await rename(part, file)
    return summary
  } catch (cause) {
    await rm(part, { force: true })
    const { syscall, message } = cause as NodeJS.ErrnoException
    throw syscall === undefined
      ? cause
      : new StartError(`${file} cannot be written: ${message}`, { cause })
  }
}

export async function streamBackup(
  ownerUrl: string,
  target: NodeJS.WritableStream,
  at: Date,
): Promise<void> {
  await using client = await connectOwner(ownerUrl, 'rupee-rates backup')
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await pipeline(Readable.from(backupPieces(client, at)), createZstdCompress(), target)
}

async function discard(_table: string, _columns: unknown, rows: AsyncIterable<Buffer>) {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Reading counts and hashes them.
  for await (const _ of rows);
}

async function* backupPieces(client: pg.Client, at: Date): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (piece: Buffer): Buffer => {
    hash.update(piece)
    return piece
  }
  const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)
  yield hashed(line(await header(client, at)))
  for (const table of await readTables(client)) {
    const counter = new RowCounter()
    yield hashed(line({ table: table.name, columns: table.columns }))
    for await (const piece of counter.count(copyOut(client, table))) yield hashed(piece)
    yield hashed(Buffer.from(ROWS_END))
    yield hashed(line({ rows: counter.rows }))
  }
  yield hashed(line({ identities: await readIdentities(client) }))
  yield line({ end: true, sha256: hash.digest('hex') })
}

async function header(client: pg.Client, at: Date): Promise<BackupHeader> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  return {
    format: BACKUP_FORMAT,
    made_at: at.toISOString(),
    version: manifest.version,
    postgresql: rows[0]?.server_version ?? '',
    migrations: await readMigrationNames(client),
  }
}
