import type { AuditLogTables } from '../audit-log/audit-log-tables.ts'
import type { EmailTables } from '../email/email-tables.ts'
import type { RatesTables } from '../rates/rates-tables.ts'
import type { SignInTables } from '../sign-in/sign-in-tables.ts'
import type { SharedTables } from './shared-tables.ts'

/**
 * Every table as Kysely sees it. The driver keeps `date` and `numeric` as text, gives `bigint` as a safe integer and
 * `timestamptz` as a `Date`; the migrations are the truth, this is their mirror.
 */
export interface Database extends SharedTables, SignInTables, EmailTables, RatesTables, AuditLogTables {}
