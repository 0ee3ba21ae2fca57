import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Database } from '../database/schema.ts'
import { composeEmail, type Email } from '../email/compose-email.ts'
import { queueEmail } from '../email/outbox.ts'
import { StartError } from '../start-error.ts'
import { lockUser, normalEmail } from './user-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'
import { greetingText, invitationText } from '../text/en/emails.ts'

const EMAIL_LIFE_MS = 7 * 86_400_000

/** What an invitation's email names. */
export interface Product {
  readonly name: string
  /** Begins every link; from the configuration. */
  readonly publicUrl: string
}

/**
 * Lets an email register where REGISTRATION=invited, and puts the email that says so into the outbox where `secretKey`,
 * with which emails are encrypted, is given. An address that was invited before gets the email again, and `isNew` is false. Throws
 * StartError for what is no email, and for one that is registered.
 */
export async function inviteUser(
  trx: Transaction<Database>,
  given: string,
  { product, secretKey, at }: { product: Product; secretKey: Buffer | undefined; at: Date },
): Promise<{ readonly isNew: boolean }> {
  const email = normalEmail(given)
  if (!z.email().safeParse(email).success || email.length > 254)
    throw new StartError(`${given} is not an email address.`)
  const user = await trx.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
  if (user) throw new StartError(`${email} is registered already, as user ${user.id}.`)
  const invitation = await trx
    .insertInto('invitation')
    .values({ email, created_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst()
  if (secretKey) {
    const expiresAt = new Date(at.getTime() + EMAIL_LIFE_MS)
    const message = invitationEmail(email, product)
    await queueEmail(trx, secretKey, { userId: null, purpose: 'invitation', email: message, expiresAt }, at)
  }
  // Without the address: it may be erased later, and the trail may not.
  await recordAuditEntry(trx, {
    action: 'invite user',
    description: invitation ? auditText.invited : auditText.invitedBefore,
    actor: OPERATOR,
    at,
    metadata: { domain: email.split('@')[1] ?? '', emailed: secretKey !== undefined },
  })
  return { isNew: invitation !== undefined }
}

function invitationEmail(to: string, { name, publicUrl }: Product): Email {
  return composeEmail(to, invitationText.subject(name), [
    greetingText.unnamed,
    invitationText.lead(name),
    { words: invitationText.register, link: `${publicUrl}/register` },
    invitationText.unexpected,
  ])
}

/** Lets a user who waits for approval enter rates. False where that was so before. Throws StartError for an unknown email. */
export async function approveUser(trx: Transaction<Database>, email: string, at: Date): Promise<boolean> {
  const { id, approved_at } = await lockUser(trx, email)
  if (approved_at !== null) return false
  await trx.updateTable('app_user').set({ approved_at: at }).where('id', '=', id).execute()
  await recordAuditEntry(trx, {
    action: 'approve user',
    description: auditText.approved(id),
    actor: OPERATOR,
    at,
    metadata: { user_id: id },
  })
  return true
}
