import { sql } from 'kysely'
import type { Transaction } from '../database/schema.ts'

/** How many of each were in a backup and do not come back with it. */
export interface Forgotten {
  readonly sessions: number
  readonly codes: number
  readonly emails: number
  readonly tokens: number
}

/**
 * Every table that holds something which was good for signing in, for being trusted, or for being
 * answered without doing anything, and how it is taken back after a restore: it may have been
 * revoked, used or answered since the backup was made. The other tables are facts, which a restore
 * is for; a test names them. The links of emails about alerts are among them: they sign nobody in,
 * and an alert that a restore has brought back must end by the link of any email that its owner
 * has.
 */
export const STATEMENTS = {
  app_session: 'DELETE FROM app_session',
  access_token: 'DELETE FROM access_token',
  sign_in_code:
    'UPDATE sign_in_code SET code_hash = NULL, link_hash = NULL WHERE code_hash IS NOT NULL OR ' +
    'link_hash IS NOT NULL',
  email_outbox:
    "UPDATE email_outbox SET encrypted = NULL, given_up_at = now(), last_error = 'the database " +
    "was restored' WHERE encrypted IS NOT NULL",
  known_device: 'DELETE FROM known_device',
  secure_account_link: 'DELETE FROM secure_account_link',
  idempotency_key: 'DELETE FROM idempotency_key',
  recent_calls: 'DELETE FROM recent_calls',
  email_budget: 'DELETE FROM email_budget',
  job_run: 'DELETE FROM job_run',
  server_key: 'DELETE FROM server_key',
}

/**
 * Takes back what a restored backup holds of credentials. `keepTokens` leaves personal access
 * tokens as they were.
 */
export async function forgetCredentials(
  trx: Transaction,
  { keepTokens }: { keepTokens: boolean },
): Promise<Forgotten> {
  const forget = async (statement: string): Promise<number> =>
    Number((await sql.raw(statement).execute(trx)).numAffectedRows ?? 0)
  const {
    app_session: sessions,
    sign_in_code: codes,
    email_outbox: emails,
    access_token,
    ...others
  } = STATEMENTS
  const forgotten = {
    sessions: await forget(sessions),
    codes: await forget(codes),
    emails: await forget(emails),
    tokens: keepTokens ? 0 : await forget(access_token),
  }
  for (const statement of Object.values(others)) await forget(statement)
  return forgotten
}
