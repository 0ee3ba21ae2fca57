import { decryptEmail } from '../email/encrypted-email.ts'
import type { Email } from '../email/compose-email.ts'
import { keysForReading } from '../identity/secret-key.ts'
import type { TestApp } from './test-app.ts'

/**
 * Emails that wait in the outbox of an application without background, opened with its key; the
 * oldest first.
 */
export async function waitingEmails({ db, deps }: TestApp, to?: string): Promise<Email[]> {
  const rows = await db
    .selectFrom('email_outbox')
    .select('encrypted')
    .where('encrypted', 'is not', null)
    .orderBy('id')
    .execute()
  const emails = rows.map(({ encrypted }) =>
    decryptEmail(keysForReading(deps), encrypted as Buffer),
  )
  return to === undefined ? emails : emails.filter((email) => email.to === to)
}

/** The code that stands alone on a line of an email. */
export function codeIn(email: Email): string {
  return /^(\d{6})$/m.exec(email.text)?.[1] ?? ''
}

/** The token of an email's link. */
export function linkTokenIn(email: Email): string {
  return /\/login#token=([\w-]+)$/m.exec(email.text)?.[1] ?? ''
}
