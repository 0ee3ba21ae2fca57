import type { Email } from '../email/compose.ts'
import type { TestApp } from './test-app.ts'

/**
 * Sends the due emails of an application without a mail server, and returns every email since its
 * start, the oldest first.
 */
export async function receivedEmails({ deps }: Pick<TestApp, 'deps'>, to?: string) {
  if (!deps.mailbox) throw new Error('Emails leave by a mail server')
  await deps.emailWorker.sendDue()
  const emails: readonly Email[] = deps.mailbox.emails.toReversed()
  return to === undefined ? emails : emails.filter((email) => email.to === to)
}

/** Returns the code that stands alone on a line of an email. */
export function codeIn(email: Pick<Email, 'text'>): string {
  return /^(\d{6})$/m.exec(email.text)?.[1] ?? ''
}

/** Returns the token of an email's link. */
export function linkTokenIn(email: Pick<Email, 'text'>): string {
  return /\/login#token=([\w-]+)$/m.exec(email.text)?.[1] ?? ''
}
