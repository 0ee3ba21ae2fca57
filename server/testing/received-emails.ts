import type { Email } from '../email/compose.ts'
import type { TestApp } from './test-app.ts'

/** Sends due emails without a mail server; returns all since the start, oldest first. */
export async function receivedEmails({ deps }: Pick<TestApp, 'deps'>, to?: string) {
  if (!deps.mailbox) throw new Error('Emails leave by a mail server')
  await deps.emailWorker.sendDue()
  const emails: readonly Email[] = deps.mailbox.emails.toReversed()
  return to === undefined ? emails : emails.filter((email) => email.to === to)
}

export function codeIn(email: Pick<Email, 'text'>): string {
  return /^(\d{6})$/m.exec(email.text)?.[1] ?? ''
}

export function linkTokenIn(email: Pick<Email, 'text'>): string {
  return /\/login#token=([\w-]+)$/m.exec(email.text)?.[1] ?? ''
}
