import { createHash } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import * as z from 'zod'
import { explainFailure } from '../database/connection.ts'
import { StartError } from '../start-error.ts'

// zstd of: a header line; per table a line, COPY's rows, `\.` and a count; the identity columns;
// the hash of all this.

export const BACKUP_FORMAT = 'rupee-rates backup 2'

const count = z.int().nonnegative()
const HEADER_LINE = z.object({
  format: z.literal(BACKUP_FORMAT),
  made_at: z.iso.datetime(),
  version: z.string(),
  postgresql: z.string(),
  migrations: z.array(z.string()),
})
const TABLE_LINE = z.object({ table: z.string(), columns: z.array(z.string()) })
const ROWS_LINE = z.object({ rows: count })
const IDENTITY_LINE = z.object({
  identities: z.array(
    z.object({ table: z.string(), column: z.string(), value: count, isCalled: z.boolean() }),
  ),
})
const END_LINE = z.object({ end: z.literal(true), sha256: z.string() })

export type BackupHeader = z.output<typeof HEADER_LINE>
export type IdentityState = z.output<typeof IDENTITY_LINE>['identities'][number]

/** In bytes, far above real lines. */
const MAX_LINE = 1_048_576
const MAX_ROW = 67_108_864
/** Limits of unpacked bytes, against decompression bombs. */
const MAX_RATIO = 200
const ALWAYS_UNPACKED = 67_108_864

/** Like psql's COPY: no row equals it, because COPY escapes backslashes. */
export const ROWS_END = '\\.\n'

interface BackupReader {
  /** Must consume `rows`, in pieces of whole rows. */
  table(table: string, columns: readonly string[], rows: AsyncIterable<Buffer>): Promise<void>
  identities?(states: readonly IdentityState[]): Promise<void>
}

export interface BackupSummary {
  readonly header: BackupHeader
  readonly rows: ReadonlyMap<string, number>
}

export interface OpenBackup {
  readonly header: BackupHeader
  /** Throws StartError for a damaged file, of which `reader` may have received parts. */
  read(reader: BackupReader): Promise<BackupSummary>
  close(): void
}

/** Throws StartError for a damaged file. */
export async function openBackup(source: Readable, name: string): Promise<OpenBackup> {
  const lines = new LineReader(source)
  const checked = <T>(work: Promise<T>) =>
    work.catch((cause: unknown) => {
      lines.close()
      if (cause instanceof StartError || cause instanceof pg.DatabaseError) throw cause
      const reason =
        cause instanceof z.ZodError ? 'a line of it has another form' : explainFailure(cause)
      throw new StartError(`${name} is not a complete backup: ${reason}`, { cause })
    })
  const header = await checked(readHeader(lines, name))
  return {
    header,
    read: (reader) => checked(readTableRows(lines, name, header, reader)),
    close: () => lines.close(),
  }
}

async function readHeader(lines: LineReader, name: string): Promise<BackupHeader> {
  const line = await lines.json()
  if (line['format'] !== BACKUP_FORMAT)
    throw new StartError(
      `${name} is not a backup of this version: restore it with the version that made it.`,
    )
  return HEADER_LINE.parse(line)
}

async function readTableRows(
  lines: LineReader,
  name: string,
  header: BackupHeader,
  reader: BackupReader,
): Promise<BackupSummary> {
  const rows = new Map<string, number>()
  for (;;) {
    const hash = lines.digest()
    const line = await lines.json()
    if ('columns' in line) {
      const { table, columns } = TABLE_LINE.parse(line)
      const counter = new RowCounter()
      await reader.table(table, columns, counter.count(lines.rows()))
      if (ROWS_LINE.parse(await lines.json()).rows !== counter.rows)
        throw new StartError(`${name} is damaged: rows of ${table} are missing. Use another copy.`)
      rows.set(table, counter.rows)
    } else if ('identities' in line) {
      await reader.identities?.(IDENTITY_LINE.parse(line).identities)
    } else {
      const { sha256 } = END_LINE.parse(line)
      if (sha256 !== hash || !(await lines.isAtEnd()))
        throw new StartError(`${name} is damaged: its checksum is wrong. Use another copy.`)
      return { header, rows }
    }
  }
}

export class RowCounter {
  rows = 0

  async *count(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) this.rows++
      yield piece
    }
  }
}

class LineReader {
  private readonly source: Readable
  private readonly plain = createZstdDecompress()
  private readonly pieces: AsyncIterator<Buffer>
  private readonly hash = createHash('sha256')
  private rest: Buffer = Buffer.alloc(0)
  private packed = 0
  private unpacked = 0

  constructor(source: Readable) {
    this.source = source
    source.on('data', (piece: Buffer) => (this.packed += piece.length))
    pipeline(source, this.plain, () => undefined) // Its failure rejects the next read.
    this.pieces = this.plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  close(): void {
    this.plain.destroy()
    this.source.destroy()
  }

  digest(): string {
    return this.hash.copy().digest('hex')
  }

  async json(): Promise<Record<string, unknown>> {
    if (!this.rest.includes(10)) await this.readOn(MAX_LINE)
    return JSON.parse(this.take(this.rest.indexOf(10) + 1).toString()) as Record<string, unknown>
  }

  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.rest.toString('latin1', 0, ROWS_END.length) === ROWS_END) break
      const end = this.rest.indexOf(`\n${ROWS_END}`)
      const whole = end >= 0 ? end + 1 : this.rest.lastIndexOf(10) + 1
      if (whole > 0) yield this.take(whole)
      if (end < 0) await this.readOn(MAX_ROW)
    }
    this.take(ROWS_END.length)
  }

  async isAtEnd(): Promise<boolean> {
    return this.rest.length === 0 && (await this.pieces.next()).done === true
  }

  private take(length: number): Buffer {
    const piece = this.rest.subarray(0, length)
    this.rest = this.rest.subarray(length)
    this.hash.update(piece)
    return piece
  }

  private async readOn(max: number): Promise<void> {
    const pieces = [this.rest]
    for (let length = this.rest.length; ;) {
      const next = (await this.pieces.next()) as IteratorResult<Buffer, undefined>
      if (next.done === true) throw new Error('it breaks off')
      const end = next.value.indexOf(10)
      length += end < 0 ? next.value.length : end
      this.unpacked += next.value.length
      if (length > max) throw new Error(`a line in it is longer than ${max} bytes`)
      if (this.unpacked > Math.max(ALWAYS_UNPACKED, this.packed * MAX_RATIO))
        throw new Error(`it unpacks to more than ${MAX_RATIO} times its size`)
      pieces.push(next.value)
      if (end >= 0) break
    }
    this.rest = Buffer.concat(pieces)
  }
}

export function rowLines({ rows }: BackupSummary): string[] {
  const filled = [...rows].filter(([, count]) => count > 0)
  const width = Math.max(...filled.map(([table]) => table.length), 0)
  const total = filled.reduce((sum, [, count]) => sum + count, 0)
  const grouped = (count: number) => count.toLocaleString('en')
  return [
    ...filled.map(([table, count]) => `  ${table.padEnd(width)} ${grouped(count).padStart(11)}`),
    `${grouped(total)} rows in ${filled.length} tables.`,
  ]
}
