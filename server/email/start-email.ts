import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'
import { hasMailbox } from '../config.ts'
import { keysForReading } from '../identity/secret-key.ts'
import { EmailWorker } from './email-worker.ts'
import { Mailbox, mailboxRoutes } from './development-mailbox.ts'
import { smtpTransport } from './smtp-transport.ts'

/**
 * Starts what empties the outbox and gives the call that wakes it; ended by `app.close()`. Without `SMTP_URL` emails go to
 * the development mailbox, which exists only then, and only where nobody but this machine can reach the server.
 */
export function startEmail(app: FastifyInstance, deps: AppDependencies): () => void {
  const { config, db, clock } = deps
  const { smtpUrl } = config
  const transport =
    smtpUrl === undefined ? new Mailbox(app.log, clock) : smtpTransport({ ...config, smtpUrl, clock })
  if (transport instanceof Mailbox && hasMailbox(config)) mailboxRoutes(app, transport, deps.mailboxKey)
  if (!deps.background) return () => undefined
  const emailWorker = new EmailWorker({
    db,
    secretKeys: keysForReading(deps),
    clock,
    transport,
    log: app.log,
  })
  app.addHook('onReady', (done) => {
    emailWorker.wake()
    done()
  })
  app.addHook('onClose', () => emailWorker.close())
  return () => emailWorker.wake()
}
