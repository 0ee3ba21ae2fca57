import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { AlertTables } from './tables/alert-tables.ts'
import type { AuditLogTables } from './tables/audit-log-tables.ts'
import type { EmailTables } from './tables/email-tables.ts'
import type { RatesTables } from './tables/rates-tables.ts'
import type { SignInTables } from './tables/sign-in-tables.ts'
import type { SharedTables } from './tables/shared-tables.ts'

/**
 * Every table as Kysely sees it. The driver keeps `date` and `numeric` as text, gives `bigint` as a safe integer and
 * `timestamptz` as a `Date`; the migrations are the truth, this is their mirror.
 */
export interface Database
  extends SharedTables, SignInTables, EmailTables, RatesTables, AuditLogTables, AlertTables {}

/** What a query runs on: the pool of connections, or a transaction. */
export type Db = Kysely<Database>

/** A transaction, for what must not happen outside of one. */
export type Transaction = KyselyTransaction<Database>
