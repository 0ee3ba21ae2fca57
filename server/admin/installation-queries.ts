import { sql } from 'kysely'
import type { UnsentEmail } from '../../contract/schema/admin.schema.ts'
import type { Db } from '../database/schema.ts'
import type { EmailPurpose } from '../database/tables/email-tables.ts'

const MAX_INVITATIONS = 100
const MAX_EMAILS = 20

/** The invitations that were not used yet, the newest first, and how many users wait for approval. */
export async function readRegistrations(db: Db) {
  const invitations = await db
    .selectFrom('invitation')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('email')
    .limit(MAX_INVITATIONS)
    .execute()
  const { waiting } = await db
    .selectFrom('app_user')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('approved_at', 'is', null)
    .where('verified_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    waiting,
    invitations: invitations.map(({ email, created_at }) => ({
      email,
      created_at: created_at.toISOString(),
    })),
  }
}

interface UnsentRow {
  readonly id: number
  readonly purpose: EmailPurpose
  readonly user_id: number | null
  readonly failed: boolean
  readonly created_at: Date
  readonly attempts: number
  readonly next_attempt_at: Date
  readonly last_error: string | null
  readonly waiting_in_all: number
  readonly failed_in_all: number
}

/** The emails that wait, and those that no mail server took. What was withdrawn is neither. */
export async function readUnsentEmails(db: Db) {
  const { rows } = await sql<UnsentRow>`
    SELECT id, purpose, user_id, encrypted IS NULL AS failed, created_at, attempts, next_attempt_at, last_error,
      (count(*) FILTER (WHERE encrypted IS NOT NULL) OVER ())::int AS waiting_in_all,
      (count(*) FILTER (WHERE encrypted IS NULL) OVER ())::int AS failed_in_all
    FROM email_outbox
    WHERE encrypted IS NOT NULL OR (given_up_at IS NOT NULL AND last_error <> 'suspended')
    ORDER BY id DESC LIMIT ${MAX_EMAILS}`.execute(db)
  return {
    waiting: rows[0]?.waiting_in_all ?? 0,
    failed: rows[0]?.failed_in_all ?? 0,
    newest: rows.map(asUnsentEmail),
  }
}

function asUnsentEmail(row: UnsentRow): UnsentEmail {
  const { id, purpose, user_id, failed, created_at, attempts, next_attempt_at, last_error } = row
  return {
    id,
    purpose,
    user_id,
    failed,
    created_at: created_at.toISOString(),
    attempts,
    next_attempt_at: failed ? null : next_attempt_at.toISOString(),
    // Mail servers repeat the address that they refuse.
    error: last_error?.replace(/[^\s<>"',;:()]+/g, (word) => (word.includes('@') ? '…' : word)) ?? null,
  }
}
