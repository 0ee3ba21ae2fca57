import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { actorOf } from '../identity/actor.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import type { Database } from '../database/schema.ts'
import { deviceName } from '../identity/device.ts'
import type { EndedSession } from '../identity/end-sessions.ts'
import type { RevokedAccessToken } from '../identity/revoke-access-tokens.ts'

/** Audits that a signed-in user ended a session of their own. */
export async function recordEndedSession(
  trx: Transaction<Database>,
  request: FastifyRequest,
  { id, device, ip_address }: EndedSession,
  at: Date,
): Promise<void> {
  await recordAuditEntry(trx, {
    action: 'revoke session',
    description: '{user} ended a session: {device}, {ip}',
    personal: { device: deviceName(device), ip: ip_address },
    actor: actorOf(request),
    at,
    metadata: { session: id },
  })
}

/** Audits that a signed-in user revoked an access token of their own. */
export async function recordRevokedToken(
  trx: Transaction<Database>,
  request: FastifyRequest,
  { id, name }: RevokedAccessToken,
  at: Date,
): Promise<void> {
  await recordAuditEntry(trx, {
    action: 'revoke access token',
    description: '{user} revoked the access token "{name}"',
    personal: { name },
    actor: actorOf(request),
    at,
    metadata: { access_token: id },
  })
}
