import { SYSTEM, type Act } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { formerUser } from '../audit-log/audit-sentence.ts'
import type { Transaction } from '../database/schema.ts'
import { lockUser } from '../identity/lock-user.ts'
import {
  announceName,
  deleteInvitation,
  deleteRowsOfUser,
  entriesNaming,
  eraseAuditPersonal,
  eraseFromReasons,
  replaceIdentity,
} from './erase-user-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'

/** The user, an administrator or the operator erases a user. */
interface Erasing extends Act {
  readonly userId: number
  /** Writes an entry that goes before that of the erasure. */
  readonly because?: () => Promise<unknown>
  /** Whether the address can still register where it was invited. */
  readonly keepsInvitation?: boolean
}

/**
 * Erases everything personal of a user: name, address, sessions, tokens, codes, devices, emails on their way, saved
 * answers, and the personal part of the audit entries about them. Their rates and entries stay, attributed to
 * `a former user (#12)`; the address can be registered again. Gives how many audit entries lost their personal part.
 * Throws 404 where there is no such user, or they are erased already.
 *
 * What it does not reach: entries that were written in the first format, backups, and copies outside the database.
 */
export async function eraseUser(
  trx: Transaction,
  { userId, actor, at, because, keepsInvitation = false }: Erasing,
): Promise<{ entries: number }> {
  // Before the end of the chain, as everyone takes the two.
  const user = await lockUser(trx, userId)
  await deleteRowsOfUser(trx, userId, user.email)
  if (!keepsInvitation) await deleteInvitation(trx, user.email)
  await replaceIdentity(trx, userId, { name: formerUser(userId), email: `erased:${userId}`, at })
  await announceName(trx, userId)
  await eraseFromReasons(trx, userId, [user.email, user.name])
  const entries = await entriesNaming(trx, userId, user.email)
  await because?.()
  // Whoever closes their own account leaves no address in the entry about it.
  const act = { actor: actor.userId === userId ? { ...SYSTEM, userId } : actor, at }
  const erasure = await recordAuditEntry(trx, act, 'erase user', auditText.accountErased(userId), {
    // What the chain then says may be missing (migration 008).
    metadata: { erased_user: userId, entries },
  })
  return { entries: await eraseAuditPersonal(trx, erasure) }
}
