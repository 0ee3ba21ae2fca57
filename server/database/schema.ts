import type { AuditTrailTables } from '../audit-trail/audit-trail-tables.ts'
import type { EmailTables } from '../email/email-tables.ts'
import type { ExchangeRateTables } from '../exchange-rate/exchange-rate-tables.ts'
import type { SignInTables } from '../sign-in/sign-in-tables.ts'
import type { SharedTables } from './shared-tables.ts'

/**
 * Every table as Kysely sees it. The driver keeps `date` and `numeric` as text, gives `bigint` as a safe integer and
 * `timestamptz` as a `Date`; the migrations are the truth, this is their mirror.
 */
export interface Database
  extends SharedTables, SignInTables, EmailTables, ExchangeRateTables, AuditTrailTables {}
