import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { StartError } from '../start-error.ts'
import type { TableSum } from './table-copy.ts'
import type { AppliedMigration, IdentityState } from './tables.ts'

export const BACKUP_FORMAT = 'rupee-rates backup 1'

/** The first line of a backup. */
export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT
  readonly made_at: string
  readonly version: string
  readonly postgresql: string
  readonly migrations: readonly AppliedMigration[]
}

/** The line before a table's rows. */
export interface TableHeader {
  readonly table: string
  readonly columns: readonly string[]
}

/** The last line but one: where identity columns stand. */
export interface IdentityLine {
  readonly identities: readonly IdentityState[]
}

/** The last line; without it the file is not whole. The hash is of everything before it. */
export interface BackupEnd {
  readonly end: true
  readonly tables: number
  readonly rows: number
  readonly sha256: string
}

/** What ends a table's rows, as in the scripts of psql; no row can be this line. */
export const ROWS_END = '\\.\n'

/** What a backup holds, in its order. The rows of a table must be read before going on. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: TableHeader; readonly rows: AsyncGenerator<Buffer> }
  | { readonly kind: 'sum'; readonly table: string; readonly sum: TableSum }
  | { readonly kind: 'identities'; readonly identities: readonly IdentityState[] }
  | { readonly kind: 'end'; readonly end: BackupEnd; readonly isRight: boolean }

/** Reads a backup from its beginning to its end. Throws StartError where it is none, or breaks off. */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const raw = createReadStream(file)
  const plain = createZstdDecompress()
  pipeline(raw, plain, () => undefined) // its end or failure is met by whoever reads `plain`
  const lines = new Pieces(plain)
  let table = ''
  try {
    for (;;) {
      const before = lines.digest()
      const line = JSON.parse(await lines.line()) as Record<string, unknown>
      if ('format' in line) {
        if (line['format'] !== BACKUP_FORMAT) throw new StartError(`${file} is of another format.`)
        yield { kind: 'header', header: line as unknown as BackupHeader }
      } else if ('columns' in line) {
        const header = line as unknown as TableHeader
        table = header.table
        yield { kind: 'table', table: header, rows: lines.rows() }
      } else if ('identities' in line) {
        yield { kind: 'identities', identities: (line as unknown as IdentityLine).identities }
      } else if ('end' in line) {
        const end = line as unknown as BackupEnd
        yield { kind: 'end', end, isRight: end.sha256 === before }
        return
      } else {
        yield { kind: 'sum', table, sum: line as unknown as TableSum }
      }
    }
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`${file} is no whole backup: ${reason}`, { cause })
  } finally {
    raw.destroy()
    plain.destroy()
  }
}

/** Cuts a stream into lines and into the rows between them. */
class Pieces {
  private readonly source: AsyncIterator<Buffer>
  private readonly hash = createHash('sha256')
  private rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]()
  }

  /** The hash of everything that was given out, in hex. */
  digest(): string {
    return this.hash.copy().digest('hex')
  }

  async line(): Promise<string> {
    let end = this.rest.indexOf(10)
    while (end < 0) {
      await this.more()
      end = this.rest.indexOf(10)
    }
    return this.take(end + 1).toString()
  }

  /** Everything up to the line that ends the rows, in large pieces that end with a row. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.rest.toString('latin1', 0, ROWS_END.length) === ROWS_END) break
      const end = this.rest.indexOf(`\n${ROWS_END}`)
      const whole = end >= 0 ? end + 1 : this.rest.lastIndexOf(10) + 1
      if (whole > 0) yield this.take(whole)
      if (end < 0) await this.more()
    }
    this.take(ROWS_END.length)
  }

  private take(length: number): Buffer {
    const piece = this.rest.subarray(0, length)
    this.rest = this.rest.subarray(length)
    this.hash.update(piece)
    return piece
  }

  private async more(): Promise<void> {
    const next = (await this.source.next()) as IteratorResult<Buffer, undefined>
    if (next.done === true) throw new Error('it breaks off')
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value])
  }
}
