import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { setPublishers } from '../../domain/series.ts'
import { setCurrencies } from '../../domain/currency.ts'
import { buildApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { connect, VERIFYING, type ConnectOptions } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'
import { createDependencies, type Dependencies } from '../deps.ts'
import { jsonLog } from '../operations/json-log.ts'
import { sendRequest, type TypedResponse } from './send-request.ts'
import { testDatabase, TEST_TIMEOUTS } from './test-database.ts'

export class TestClock {
  private instant: number
  constructor(start: string) {
    this.instant = Date.parse(start)
  }
  readonly now = (): Date => new Date(this.instant)
  /** In seconds; a negative number turns back. */
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
  /** Connected as the owner of the tables. */
  readonly owner: Db
  readonly clock: TestClock
  /** Sends without a socket. `E`: the endpoint of the URL. */
  get<E extends Endpoint>(url: string, headers?: Headers): Promise<TypedResponse<E>>
  post<E extends Endpoint>(
    url: string,
    payload?: object | string,
    headers?: Headers,
  ): Promise<TypedResponse<E>>
  close(): Promise<void>
}

type Headers = Readonly<Record<string, string>>

export interface TestAppOptions {
  /** ISO 8601; 29 September 2026, noon in Colombo, by default. */
  readonly now?: string
  readonly env?: Record<string, string>
  readonly background?: boolean
  readonly webRoot?: string
  readonly timeouts?: ConnectOptions
}

export const MAILBOX_KEY = 'test-mailbox-key'

/** The real application, closed after the tests of the file. */
export async function testAppOfFile(options?: TestAppOptions): Promise<TestApp> {
  const testApp = await startTestApp(options)
  afterAll(() => testApp.close())
  return testApp
}

/** The real application on its own database; the caller closes it. */
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
  const longDb = connect(database.appUrl, TEST_TIMEOUTS).db
  const verifyDb = connect(database.appUrl, { ...VERIFYING, ...TEST_TIMEOUTS, max: 1 }).db
  const owner = connect(database.ownerUrl, TEST_TIMEOUTS).db
  const clock = new TestClock(options.now ?? '2026-09-29T06:30:00Z')
  const deps = await createDependencies({
    config,
    log: jsonLog(config.logLevel),
    db,
    readDb,
    longDb,
    verifyDb,
    listenUrl: database.appUrl,
    clock: clock.now,
    secretKey: randomBytes(32),
    mailboxKey: MAILBOX_KEY,
    webRoot: options.webRoot ?? null,
    background: options.background ?? false,
  })
  await deps.liveRateBook.catchUpNow()
  const app = await buildApp(deps)
  await app.ready()
  const close = async () => {
    await app.close()
    setPublishers([])
    await Promise.all([db, readDb, longDb, verifyDb, owner].map((each) => each.destroy()))
    setCurrencies()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const get: TestApp['get'] = (url, headers = {}) => sendRequest({ app }, { url, headers })
  const post: TestApp['post'] = (url, payload, headers = {}) =>
    sendRequest({ app }, { method: 'POST', url, headers, ...(payload && { payload }) })
  return { app, deps, db, owner, clock, get, post, close }
}
