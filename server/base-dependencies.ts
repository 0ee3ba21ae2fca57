import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { PoolLoads } from './database/pool-load.ts'
import type { Db } from './database/schema.ts'

/** The only source of time: the database's clock, not this machine's. Tests set it. */
export type Clock = () => Date

/**
 * What every feature may use; the services of features are made from it in server/dependencies.ts.
 */
export interface BaseDependencies {
  readonly config: Config
  readonly log: FastifyBaseLogger
  /** For whatever changes something, signing in and jobs. */
  readonly db: Db
  /** Connections apart for what only reads: however long that takes, changes go on. */
  readonly readDb: Db
  /**
   * How busy the connections of both are; where it is not given, nothing is refused because of them.
   */
  readonly pools?: PoolLoads
  /** How late the event loop is, in ms; measured where it is not given. */
  readonly eventLoopDelayMs?: () => number
  /** How much can be written yet; enough where it is not given. */
  readonly freeBytes?: () => number
  /** URL of a direct connection for LISTEN, which a transaction pooler cannot carry. */
  readonly listenUrl: string
  readonly clock: Clock
  /** 32 bytes outside the database: the key of code hashes and of device fingerprints. */
  readonly secretKey: Buffer
  /** What the address of the development mailbox must hold; new at each start, URL-safe. */
  readonly mailboxKey: string
  /** Folder with `web/` and `ssr/` as built; null serves the API alone. */
  readonly webRoot: string | null
  /** Whether emails, imports and other jobs run by themselves; tests turn them by hand. */
  readonly background: boolean
}
