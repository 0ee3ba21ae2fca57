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
 * How each table with credentials is taken back after a restore: they may have been revoked, used
 * or answered since. The other tables are facts; a test names them. Links about alerts stay: they
 * sign nobody in, and a restored alert must end by any email that its owner has.
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

/** Removes a restored backup's credentials; `keepTokens` leaves personal access tokens. */
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
