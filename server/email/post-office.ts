import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'
import { hasMailbox } from '../config.ts'
import { keysForReading } from '../secret-key.ts'
import { Courier } from './courier.ts'
import { Mailbox, mailboxRoutes } from './mailbox.ts'
import { smtpCarrier } from './smtp-carrier.ts'

/**
 * Starts what empties the outbox and gives the call that wakes it; ended by `app.close()`. Without `SMTP_URL` letters go to
 * the development mailbox, which exists only then, and only where nobody but this machine can reach the server.
 */
export function openPostOffice(app: FastifyInstance, deps: AppDependencies): () => void {
  const { config, db, clock } = deps
  const { smtpUrl } = config
  const carrier =
    smtpUrl === undefined ? new Mailbox(app.log, clock) : smtpCarrier({ ...config, smtpUrl, clock })
  if (carrier instanceof Mailbox && hasMailbox(config)) mailboxRoutes(app, carrier, deps.mailboxKey)
  if (!deps.background) return () => undefined
  const courier = new Courier({ db, secretKeys: keysForReading(deps), clock, carrier, log: app.log })
  app.addHook('onReady', (done) => {
    courier.wake()
    done()
  })
  app.addHook('onClose', () => courier.close())
  return () => courier.wake()
}
