import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './database/schema.ts'

/** The database's clock. Tests set it. */
export type Clock = () => Date

export interface Context {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly db: Db
  /** Long reads must not hold up changes. */
  readonly readDb: Db
  /** For statements that take seconds. */
  readonly longDb: Db
  readonly clock: Clock
  /** 32 bytes outside the database, for hashes of codes and devices. */
  readonly secretKey: Buffer
}
