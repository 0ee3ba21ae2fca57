import type { FastifyRequest } from 'fastify'
import { actorOf } from '../identity/actor.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { deviceName } from '../identity/device.ts'
import type { EndedSession } from '../identity/end-sessions.ts'
import type { RevokedAccessToken } from '../identity/revoke-access-tokens.ts'
import { auditText } from '../text/en/audit-entries.ts'

/** Audits that a signed-in user ended a session of their own. */
export async function recordEndedSession(
  trx: Transaction,
  request: FastifyRequest,
  { id, device, ip_address }: EndedSession,
  at: Date,
): Promise<void> {
  await recordAuditEntry(trx, {
    action: 'revoke session',
    description: auditText.sessionEnded,
    personal: { device: deviceName(device), ip: ip_address },
    actor: actorOf(request),
    at,
    metadata: { session: id },
  })
}

/** Audits that a signed-in user revoked an access token of their own. */
export async function recordRevokedToken(
  trx: Transaction,
  request: FastifyRequest,
  { id, name }: RevokedAccessToken,
  at: Date,
): Promise<void> {
  await recordAuditEntry(trx, {
    action: 'revoke access token',
    description: auditText.tokenRevoked,
    personal: { name },
    actor: actorOf(request),
    at,
    metadata: { access_token: id },
  })
}
