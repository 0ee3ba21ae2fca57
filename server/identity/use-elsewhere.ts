import type { FastifyRequest } from 'fastify'
import { actorOf, deviceOf } from './actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { sessionElsewhereEmail } from '../email/security-emails.ts'
import { addressBucket, clientAddress } from './client-address.ts'
import { deviceName } from './device.ts'
import { sendSecurityEmail } from '../account/send-security-email.ts'
import type { SignedIn, ClientInfo } from '../sign-in/session.ts'

/** A session's owner is told at most so often. */
const QUIET_SECONDS = 3600

/** Whether a session is used from another device and another network than before, and its owner has not just been told. */
export function isElsewhere(
  before: ClientInfo & { readonly toldAt: Date | null },
  from: ClientInfo,
  now: Date,
): boolean {
  if (before.toldAt !== null && before.toldAt > quietSince(now)) return false
  return (
    deviceName(before.device) !== deviceName(from.device) &&
    addressBucket(before.ip) !== addressBucket(from.ip)
  )
}

/** Records it and tells the owner by email, once an hour for each session however many requests come at once. */
export async function reportUseElsewhere(
  deps: BaseDependencies,
  request: FastifyRequest,
  { user, sessionId }: SignedIn,
  before: ClientInfo,
  now: Date,
): Promise<void> {
  const from = { device: deviceName(before.device), ip: before.ip }
  await deps.db.transaction().execute(async (trx) => {
    const told = await trx
      .updateTable('app_session')
      .set({ device: deviceOf(request), ip_address: clientAddress(request.ip), used_elsewhere_at: now })
      .where('id', '=', sessionId)
      .where((of) =>
        of.or([of('used_elsewhere_at', 'is', null), of('used_elsewhere_at', '<=', quietSince(now))]),
      )
      .returning('id')
      .executeTakeFirst()
    if (!told) return
    await sendSecurityEmail(trx, { deps, request, now }, user, 'session used elsewhere', (context, link) =>
      sessionElsewhereEmail(user, context, from, link),
    )
    await recordAuditEntry(trx, {
      action: 'session used elsewhere',
      description: 'A session of {user} was used with {now}; before with {before}',
      personal: {
        now: `${deviceName(deviceOf(request))}, ${clientAddress(request.ip)}`,
        before: `${from.device}, ${from.ip}`,
      },
      actor: actorOf(request, user),
      at: now,
      metadata: { session: sessionId },
    })
  })
}

function quietSince(now: Date): Date {
  return new Date(now.getTime() - QUIET_SECONDS * 1000)
}
