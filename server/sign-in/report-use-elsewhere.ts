import { actorOf, clientInfoOf, type RequestContext } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { deviceName } from '../identity/device.ts'
import { sendSecurityEmail } from '../email/security-emails.ts'
import type { SignedIn, ClientInfo } from '../identity/session.ts'
import { quietSince } from '../identity/use-elsewhere.ts'
import { t } from '../../text/sentences.ts'

/**
 * Records it and tells the owner by email, once an hour for each session however many requests come
 * at once.
 */
export async function reportUseElsewhere(
  context: RequestContext,
  { user, sessionId }: SignedIn,
  before: ClientInfo,
): Promise<void> {
  const { deps, request, now } = context
  const from = { device: deviceName(before.device), ip: before.ip }
  const { device, ip } = clientInfoOf(request)
  await deps.db.transaction().execute(async (trx) => {
    // Before the session, as whoever closes the account takes the two.
    await trx.selectFrom('app_user').select('id').where('id', '=', user.id).forKeyShare().execute()
    const reported = await trx
      .updateTable('app_session')
      .set({ device, ip_address: ip, used_elsewhere_at: now })
      .where('id', '=', sessionId)
      .where((of) =>
        of.or([
          of('used_elsewhere_at', 'is', null),
          of('used_elsewhere_at', '<=', quietSince(now)),
        ]),
      )
      .returning('id')
      .executeTakeFirst()
    if (!reported) return
    const event = { purpose: 'session used elsewhere', before: from } as const
    await sendSecurityEmail(trx, context, user, event)
    const act = { actor: actorOf(request, user), at: now }
    await recordAuditEntry(trx, act, 'session used elsewhere', t.auditText.sessionElsewhere, {
      personal: {
        now: `${deviceName(device)}, ${ip}`,
        before: `${from.device}, ${from.ip}`,
      },
      metadata: { session: sessionId },
    })
  })
}
