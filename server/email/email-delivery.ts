import type { BaseDependencies } from '../base-dependencies.ts'
import { keysForReading } from '../identity/secret-key.ts'
import { Mailbox } from './development-mailbox.ts'
import { EmailWorker } from './email-worker.ts'
import { smtpTransport } from './smtp-transport.ts'

/** What empties the outbox, and the development mailbox, which exists only without `SMTP_URL`. */
export function createEmailDelivery(deps: BaseDependencies): {
  worker: EmailWorker
  mailbox: Mailbox | null
} {
  const { config, db, clock, log } = deps
  const { smtpUrl } = config
  const transport =
    smtpUrl === undefined ? new Mailbox(log, clock) : smtpTransport({ ...config, smtpUrl, clock })
  return {
    worker: new EmailWorker({ db, secretKeys: keysForReading(deps), clock, transport, log }),
    mailbox: transport instanceof Mailbox ? transport : null,
  }
}
