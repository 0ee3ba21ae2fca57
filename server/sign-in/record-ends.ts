import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { User } from '../../contract/sign-in.ts'
import { actorOf } from '../actor.ts'
import { recordAuditEntry } from '../audit-trail/record-audit-entry.ts'
import type { Database } from '../database/schema.ts'
import { deviceName } from './device.ts'
import type { EndedSession } from './end-sessions.ts'
import type { RevokedAccessToken } from './revoke-access-tokens.ts'

/** Audits that a signed-in user ended a session of their own. */
export async function recordEndedSession(
  trx: Transaction<Database>,
  request: FastifyRequest,
  { id, user, device, ip_address }: EndedSession,
  at: Date,
): Promise<void> {
  await recordAuditEntry(trx, {
    action: 'revoke session',
    description: `${user.email} ended a session: ${deviceName(device)}, ${ip_address}`,
    actor: actorOf(request),
    at,
    metadata: { session: id },
  })
}

/** Audits that a signed-in user revoked an access token of their own. */
export async function recordRevokedToken(
  trx: Transaction<Database>,
  request: FastifyRequest,
  user: User,
  { id, name }: RevokedAccessToken,
  at: Date,
): Promise<void> {
  await recordAuditEntry(trx, {
    action: 'revoke access token',
    description: `${user.email} revoked the access token "${name}"`,
    actor: actorOf(request),
    at,
    metadata: { access_token: id },
  })
}
