import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { TEST_TIMEOUTS } from '../testing/test-database.ts'
import { isDatabaseUnavailable } from './availability.ts'
import { connect, type ConnectOptions } from './connection.ts'
import type { Db } from './schema.ts'

function open(options?: ConnectOptions) {
  const { db } = connect(inject('postgresUrl'), { ...TEST_TIMEOUTS, ...options })
  onTestFinished(() => db.destroy())
  return async (text: string) =>
    (await sql<{ value: unknown }>`SELECT ${sql.raw(text)} AS value`.execute(db)).rows[0]?.value
}

test.each([
  ["date '2026-09-29'", '2026-09-29'],
  ['299.1234::numeric', '299.1234'],
  ['99999999.9999::numeric(12,4)', '99999999.9999'],
  ['9007199254740991::bigint', 9007199254740991],
  ['count(*) FROM generate_series(1, 3)', 3],
  ["ARRAY[date '2026-09-29', NULL]", ['2026-09-29', null]],
  ['ARRAY[1.10::numeric]', ['1.10']],
  ['ARRAY[7::bigint]', [7]],
  ["timestamptz '2026-09-29 12:00+05:30'", new Date('2026-09-29T06:30:00Z')],
])('%s arrives as %j', async (text, value) => {
  const query = open()
  // An aggregate brings its own FROM; the alias stands before it.
  const [expression = '', from] = text.split(' FROM ')
  expect(await query(from ? `(SELECT ${expression} FROM ${from})` : expression)).toEqual(value)
})

test('a bigint beyond the safe integers is an error', async () => {
  await expect(open()('9007199254740993::bigint')).rejects.toThrow(
    '9007199254740993 from the database is no safe integer',
  )
})

test('a statement that runs too long is ended by PostgreSQL', async () => {
  await expect(open({ statementTimeoutMs: 50 })('pg_sleep(10)')).rejects.toThrow(
    'statement timeout',
  )
})

test('a frozen connection fails its transaction and is not used again', async () => {
  const limits = { max: 1, statementTimeoutMs: 1000, connectionTimeoutMs: 60_000 }
  const { db } = connect(inject('postgresUrl'), limits)
  onTestFinished(() => db.destroy())
  const readPid = async (trx: Db) =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx)).rows[0]?.pid ?? 0
  let frozen = 0
  const transaction = db.transaction().execute(async (trx) => {
    frozen = await readPid(trx)
    process.kill(frozen, 'SIGSTOP')
    onTestFinished(() => void process.kill(frozen, 'SIGCONT'))
    await readPid(trx)
  })
  await expect(transaction).rejects.toSatisfy(isDatabaseUnavailable)
  expect(await readPid(db)).not.toBe(frozen)
})

/** Stops the event loop, as rendering a large page does. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('an answer that arrives while the event loop is busy keeps its connection', async () => {
  const query = open({ max: 1, statementTimeoutMs: 1000 })
  const pid = await query('pg_backend_pid()')
  const answer = query('1')
  await pause(0)
  block(1400)
  expect(await answer).toBe(1)
  expect(await query('pg_backend_pid()')).toBe(pid)
})

test('work between the statements of a transaction keeps its connection', async () => {
  const { db } = connect(inject('postgresUrl'), { ...TEST_TIMEOUTS, statementTimeoutMs: 2000 })
  onTestFinished(() => db.destroy())
  const done = await db.transaction().execute(async (trx) => {
    await sql`SELECT 1`.execute(trx)
    // PostgreSQL itself would end a transaction that is idle for 4 s.
    block(2400)
    await pause(0)
    return sql`SELECT 2`.execute(trx)
  })
  expect(done.rows).toHaveLength(1)
})

test('a connection lost in use fails only its statement', async () => {
  const query = open({ max: 1 })
  await expect(query('pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(
    'terminating connection',
  )
  await vi.waitFor(async () => expect(await query('1')).toBe(1))
})

test('a lost idle connection is reported and replaced', async () => {
  const onLostConnection = vi.fn()
  const query = open({ max: 1, name: 'to be cut', onLostConnection })
  const pid = await query('pg_backend_pid()')
  await open()(`pg_terminate_backend(${String(pid)})`)
  await vi.waitFor(() => expect(onLostConnection).toHaveBeenCalled())
  expect(await query('1')).toBe(1)
})

test('a query after the pool has closed reports an unavailable database', async () => {
  const { db, pool } = connect(inject('postgresUrl'), TEST_TIMEOUTS)
  await sql`SELECT 1`.execute(db)
  await db.destroy()
  const late = await Promise.allSettled([sql`SELECT 1`.execute(db), pool.connect()])
  for (const each of late)
    expect(each).toMatchObject({
      status: 'rejected',
      reason: expect.toSatisfy(isDatabaseUnavailable) as Error,
    })
})
