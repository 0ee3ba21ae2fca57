import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import * as z from 'zod'
import { reasonOf } from '../database/one-connection.ts'
import { StartError } from '../start-error.ts'
import { RowSum, type TableSum } from './table-copy.ts'
import type { IdentityState } from './tables.ts'

export const BACKUP_FORMAT = 'rupee-rates backup 1'

const count = z.int().nonnegative()

const headerLine = z.object({
  format: z.literal(BACKUP_FORMAT),
  made_at: z.string(),
  version: z.string(),
  postgresql: z.string(),
  migrations: z.array(z.object({ number: count, name: z.string(), checksum: z.string() })),
})
export type BackupHeader = z.output<typeof headerLine>

const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
export type TableHeader = z.output<typeof tableLine>

const sumLine = z.object({ rows: count, sha256: z.string() })

/** The last line but one: where identity columns stand. */
const identityLine = z.object({
  identities: z.array(
    z.object({ table: z.string(), column: z.string(), value: count, isCalled: z.boolean() }),
  ),
})

/** The last line; without it the file is not whole. The hash is of everything before it. */
const endLine = z.object({ end: z.literal(true), tables: count, rows: count, sha256: z.string() })
export type BackupEnd = z.output<typeof endLine>

/**
 * A line of JSON, or a row, is at most this long: the longest that the program writes is far below.
 * In bytes.
 */
const LONGEST_LINE = 1_048_576
const LONGEST_ROW = 67_108_864
/** A backup is unpacked to at most so many times its size, and to this many bytes in any case. */
const MAX_RATIO = 200
const ALWAYS_UNPACKED = 67_108_864

/** What ends a table's rows, as in the scripts of psql; no row can be this line. */
export const ROWS_END = '\\.\n'

/**
 * What a backup holds, in its order. The rows of a table must be read before going on; then `sum`
 * is of them.
 */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | {
      readonly kind: 'table'
      readonly table: TableHeader
      readonly rows: AsyncGenerator<Buffer>
      readonly sum: () => TableSum
    }
  | { readonly kind: 'identities'; readonly identities: readonly IdentityState[] }
  | { readonly kind: 'end'; readonly end: BackupEnd }

/**
 * Reads a backup to its end, each table and the file against its hash. Throws StartError where
 * anything is not what was written.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const raw = createReadStream(file)
  const plain = createZstdDecompress()
  pipeline(raw, plain, () => undefined) // its end or failure is met by whoever reads `plain`
  const size = (await stat(file).catch(() => undefined))?.size ?? 0
  const lines = new LineReader(plain, Math.max(ALWAYS_UNPACKED, size * MAX_RATIO))
  const nextLine = async () => JSON.parse(await lines.line()) as Record<string, unknown>
  try {
    const first = await nextLine()
    if ('format' in first && first['format'] !== BACKUP_FORMAT)
      throw new StartError(`${file} is of another format.`)
    yield { kind: 'header', header: headerLine.parse(first) }
    for (let tables = 0; ;) {
      const before = lines.digest()
      const line = await nextLine()
      if ('columns' in line) {
        const table = tableLine.parse(line)
        const sum = new RowSum()
        yield { kind: 'table', table, rows: sum.through(lines.rows()), sum: () => sum.sum() }
        if (!isDeepStrictEqual(sumLine.parse(await nextLine()), sum.sum()))
          throw new StartError(
            `${file} is damaged: the rows of ${table.table} are not those that were written.`,
          )
        tables++
      } else if ('identities' in line) {
        yield { kind: 'identities', identities: identityLine.parse(line).identities }
      } else {
        const end = endLine.parse(line)
        if (end.sha256 !== before || end.tables !== tables)
          throw new StartError(`${file} is damaged: it is not what was written.`)
        yield { kind: 'end', end }
        return
      }
    }
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`${file} is no whole backup: ${reasonOf(cause)}`, { cause })
  } finally {
    raw.destroy()
    plain.destroy()
  }
}

/** Cuts a stream into lines and into the rows between them. */
class LineReader {
  private readonly source: AsyncIterator<Buffer>
  private readonly hash = createHash('sha256')
  private rest: Buffer = Buffer.alloc(0)
  private left: number

  /** `most`: how many bytes the source may give. */
  constructor(source: AsyncIterable<Buffer>, most: number) {
    this.source = source[Symbol.asyncIterator]()
    this.left = most
  }

  /** The hash of everything that was given out, in hex. */
  digest(): string {
    return this.hash.copy().digest('hex')
  }

  async line(): Promise<string> {
    if (!this.rest.includes(10)) await this.more(LONGEST_LINE)
    return this.take(this.rest.indexOf(10) + 1).toString()
  }

  /** Everything up to the line that ends the rows, in large pieces that end with a row. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.rest.toString('latin1', 0, ROWS_END.length) === ROWS_END) break
      const end = this.rest.indexOf(`\n${ROWS_END}`)
      const whole = end >= 0 ? end + 1 : this.rest.lastIndexOf(10) + 1
      if (whole > 0) yield this.take(whole)
      if (end < 0) await this.more(LONGEST_ROW)
    }
    this.take(ROWS_END.length)
  }

  private take(length: number): Buffer {
    const piece = this.rest.subarray(0, length)
    this.rest = this.rest.subarray(length)
    this.hash.update(piece)
    return piece
  }

  /**
   * Reads on to the end of a line at least, which begins with `rest`: there is no other end of a
   * line in that.
   */
  private async more(longest: number): Promise<void> {
    const pieces = [this.rest]
    for (let length = this.rest.length; ;) {
      const next = (await this.source.next()) as IteratorResult<Buffer, undefined>
      if (next.done === true) throw new Error('it breaks off')
      const end = next.value.indexOf(10)
      length += end < 0 ? next.value.length : end
      this.left -= next.value.length
      if (length > longest) throw new Error(`a line in it is longer than ${longest} bytes`)
      if (this.left < 0) throw new Error(`it unpacks to more than ${MAX_RATIO} times its size`)
      pieces.push(next.value)
      if (end >= 0) break
    }
    this.rest = Buffer.concat(pieces)
  }
}
