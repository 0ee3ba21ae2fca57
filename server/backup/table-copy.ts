import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to, type CopyToStreamQuery } from 'pg-copy-streams'
import { StartError } from '../start-error.ts'
import { queriesOn } from '../database/connection.ts'
import { databaseHost, connectOnce } from '../database/one-connection.ts'
import type { Db } from '../database/schema.ts'
import type { Run } from './bulk-load.ts'
import { identifier, type DataTable } from './tables.ts'

/** One connection as the role that owns the tables; `await using` ends it. */
export interface OwnerConnection extends AsyncDisposable {
  readonly client: pg.Client
  readonly run: Run
  readonly db: Db
}

/**
 * Connects as the role that owns the tables, so that every value has one text form on every server.
 */
export async function connectOwner(url: string, name: string): Promise<OwnerConnection> {
  const client = await connectOnce(url, name)
  const run: Run = async (statement) =>
    (await client.query<Record<string, unknown>>(statement)).rows
  await run(`SET timezone = 'UTC'`)
  await run(`SET datestyle = 'ISO, YMD'`)
  await run(`SET intervalstyle = 'iso_8601'`)
  await run(`SET bytea_output = 'hex'`)
  await run(`SET extra_float_digits = 1`)
  await run(`SET statement_timeout = 0`)
  return { client, run, db: queriesOn(client), [Symbol.asyncDispose]: client[Symbol.asyncDispose] }
}

/** The rows of a table in COPY's text format, in the order of its key. */
export function copyOut(client: pg.Client, { name, columns, key }: DataTable): CopyToStreamQuery {
  const list = columns.map(identifier).join(', ')
  const order = key.map(identifier).join(', ')
  return client.query(
    to(`COPY (SELECT ${list} FROM ${identifier(name)} ORDER BY ${order}) TO STDOUT`),
  )
}

/**
 * Takes rows as `copyOut` gives them, into a table emptied in the same transaction: frozen, so that
 * pages are written once.
 */
export function copyIn(client: pg.Client, { name, columns }: Omit<DataTable, 'key'>): Writable {
  const list = columns.map(identifier).join(', ')
  return client.query(from(`COPY ${identifier(name)} (${list}) FROM STDIN (FREEZE)`))
}

export interface TableSum {
  readonly rows: number
  /** SHA-256 of its rows as `copyOut` gives them in hex. */
  readonly sha256: string
}

export class RowSum {
  private readonly hash = createHash('sha256')
  private rows = 0

  add(piece: Buffer): void {
    this.hash.update(piece)
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) this.rows++
  }

  sum(): TableSum {
    return { rows: this.rows, sha256: this.hash.copy().digest('hex') }
  }

  /** The pieces of a stream as they are, added on their way. */
  async *through(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      this.add(piece)
      yield piece
    }
  }
}

export async function sumTable(client: pg.Client, table: DataTable): Promise<TableSum> {
  const rows = copyOut(client, table)
  const hash = createHash('sha256')
  await pipeline(rows, hash)
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

/**
 * Throws StartError where a server of ours is at work on this database: what it writes meanwhile
 * would be lost.
 */
export async function refuseWhileServing(run: Run, url: string): Promise<void> {
  const [found] = await run(
    'SELECT count(*)::int AS servers FROM pg_stat_activity WHERE datname = current_database() ' +
      "AND application_name = 'rupee-rates'",
  )
  if (found?.['servers'] !== 0) {
    throw new StartError(`A server is at work on ${databaseHost(url)}: stop it first.`)
  }
}

/** Gathers statistics after a load, two tables at once. Never throws: autovacuum does the rest. */
export async function analyzeTables(url: string, tables: readonly DataTable[]): Promise<void> {
  const left = tables.map(({ name }) => identifier(name))
  const analyze = async () => {
    await using owner = await connectOwner(url, 'rupee-rates analyze')
    for (let table = left.pop(); table !== undefined; table = left.pop())
      await owner.run(`ANALYZE ${table}`)
  }
  await Promise.allSettled([analyze(), analyze()])
}
