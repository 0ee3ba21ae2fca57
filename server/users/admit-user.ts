import type { Act } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../database/schema.ts'
import { composeEmail, type Email } from '../email/compose-email.ts'
import { deleteWaiting, queueEmail } from '../email/outbox.ts'
import { ApiError } from '../errors.ts'
import { lockUser } from '../identity/lock-user.ts'
import type { UserChange } from './user-queries.ts'
import { t } from '../../text/sentences.ts'

const EMAIL_LIFE_MS = 7 * 86_400_000

/** What an invitation's email names. */
type EmailConfig = Pick<Config, 'providerName' | 'publicUrl'>

/** An invitation of an email, in the form in which emails are stored. */
export interface Invitation extends Act {
  readonly email: string
  readonly config: EmailConfig
  /** With which emails are encrypted. Undefined: no email is sent. */
  readonly secretKey: Buffer | undefined
}

/**
 * Lets an email register where REGISTRATION=invited, and queues an email that says so, again for
 * one invited before (`isNew` is false). Throws 409 for a registered one.
 */
export async function inviteUser(
  trx: Transaction,
  given: Invitation,
): Promise<{ readonly isNew: boolean }> {
  const { email, config, secretKey, at } = given
  const user = await trx
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (user) throw new ApiError('already_registered', t.adminText.registered({ email, id: user.id }))
  const invitation = await trx
    .insertInto('invitation')
    .values({ email, created_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst()
  if (secretKey) {
    const expiresAt = new Date(at.getTime() + EMAIL_LIFE_MS)
    const message = invitationEmail(email, config)
    await queueEmail(
      trx,
      secretKey,
      { userId: null, purpose: 'invitation', email: message, expiresAt },
      at,
    )
  }
  const description = invitation ? t.auditText.invited : t.auditText.invitedBefore
  await recordAuditEntry(trx, given, 'invite user', description, {
    metadata: { domain: domainOf(email), emailed: secretKey !== undefined },
  })
  return { isNew: invitation !== undefined }
}

/** Withdraws an unused invitation, with its waiting email. Throws 404 where there is none. */
export async function withdrawInvitation(
  trx: Transaction,
  secretKeys: readonly Buffer[],
  given: Act & Pick<Invitation, 'email'>,
): Promise<void> {
  const { email } = given
  const { numDeletedRows } = await trx
    .deleteFrom('invitation')
    .where('email', '=', email)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ApiError('not_found', t.adminText.noInvitation)
  await deleteWaiting(trx, secretKeys, 'invitation', email)
  await recordAuditEntry(trx, given, 'withdraw invitation', t.auditText.invitationWithdrawn, {
    metadata: { domain: domainOf(email) },
  })
}

/** What entries say instead of an address: it may be erased later, and the trail may not. */
function domainOf(email: string): string {
  return email.split('@')[1] ?? ''
}

function invitationEmail(to: string, { providerName: name, publicUrl }: EmailConfig): Email {
  return composeEmail(to, 'en', t.invitation.subject({ product: name }), [
    t.greeting.unnamed,
    t.invitation.lead({ product: name }),
    { words: t.invitation.register, link: `${publicUrl}/register` },
    t.invitation.unexpected,
  ])
}

/** Approves a waiting user. False where that was so before. Throws 404 for an unknown user. */
export async function approveUser(trx: Transaction, change: UserChange): Promise<boolean> {
  const { userId, at } = change
  const { approved_at } = await lockUser(trx, userId)
  if (approved_at !== null) return false
  await trx.updateTable('app_user').set({ approved_at: at }).where('id', '=', userId).execute()
  await recordAuditEntry(trx, change, 'approve user', t.auditText.approved({ id: userId }), {
    metadata: { user_id: userId },
  })
  return true
}
