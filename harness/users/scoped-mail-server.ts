import { setTimeout as pause } from 'node:timers/promises'
import type { Scope } from '../scope.ts'
import { startMailServer, type MailServer, type MailServerOptions } from './mail-server.ts'

/** A mail server for as long as the scope lives. */
export async function openMailServer(scope: Scope, options?: MailServerOptions): Promise<MailServer> {
  const mail = await startMailServer(options)
  // It would wait for the connections that the server keeps.
  scope.defer(() => Promise.race([mail.close(), pause(50)]))
  return mail
}
