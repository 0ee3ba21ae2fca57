import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { setPublishers } from '../../domain/series.ts'
import { setCurrencies } from '../../domain/currency.ts'
import { buildApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { connect, type ConnectOptions } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'
import { createDependencies, type Dependencies } from '../deps.ts'
import { jsonLog } from '../operations/json-log.ts'
import { testDatabase, TEST_TIMEOUTS } from './test-database.ts'

/** A clock that stands still until a test turns it. */
export class TestClock {
  private instant: number
  constructor(start: string) {
    this.instant = Date.parse(start)
  }
  readonly now = (): Date => new Date(this.instant)
  /** Moves on by seconds; back with a negative number. */
  turn(seconds: number): void {
    this.instant += seconds * 1000
  }
  set(instant: string): void {
    this.instant = Date.parse(instant)
  }
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly deps: Dependencies
  readonly db: Db
  /**
   * The same database as the role that owns the tables, for what the server's own role may not do.
   */
  readonly owner: Db
  readonly clock: TestClock
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Start of the clock as ISO 8601; 29 September 2026, noon in Colombo, by default. */
  readonly now?: string
  /** Settings as in the environment. */
  readonly env?: Record<string, string>
  readonly background?: boolean
  readonly webRoot?: string
  /** Limits of the application's own connections, instead of those of tests. */
  readonly timeouts?: ConnectOptions
}

/** The key of every test's development mailbox. */
export const MAILBOX_KEY = 'test-mailbox-key'

/** The real application for all tests of a file; it ends by itself after the last. */
export async function testAppOfFile(options?: TestAppOptions): Promise<TestApp> {
  const testApp = await startTestApp(options)
  afterAll(() => testApp.close())
  return testApp
}

/** The real application on a database of its own; whoever starts it closes it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'rupee-test-'))
  const config: Config = readConfig({
    DATA_DIR: dataDir,
    RATE_FEED: 'off',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    AUDIT_DETAILS: 'all',
    // Nothing is refused because the machine that runs the tests is busy.
    MAX_EVENT_LOOP_DELAY: '0',
    ...options.env,
  })
  const { db } = connect(database.appUrl, { ...TEST_TIMEOUTS, ...options.timeouts })
  const readDb = connect(database.appUrl, TEST_TIMEOUTS).db
  const owner = connect(database.ownerUrl, TEST_TIMEOUTS).db
  const clock = new TestClock(options.now ?? '2026-09-29T06:30:00Z')
  const deps = await createDependencies({
    config,
    log: jsonLog(config.logLevel),
    db,
    readDb,
    listenUrl: database.appUrl,
    clock: clock.now,
    secretKey: randomBytes(32),
    mailboxKey: MAILBOX_KEY,
    webRoot: options.webRoot ?? null,
    background: options.background ?? false,
  })
  const app = await buildApp(deps)
  await app.ready()
  const close = async () => {
    await app.close()
    setPublishers([])
    await Promise.all([db.destroy(), readDb.destroy(), owner.destroy()])
    setCurrencies()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { app, deps, db, owner, clock, close }
}
