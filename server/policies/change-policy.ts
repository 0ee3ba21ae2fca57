import { DEFAULT_POLICIES, type PolicyName, type RatePolicy } from '../../domain/policy.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges, undoChanges } from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { Act } from '../identity/actor.ts'
import { findPolicy, readPolicies } from '../rates/other-facts.ts'
import { policyWords } from '../../text/policy-words.ts'
import { t } from '../../text/sentences.ts'

/**
 * Changes a policy under the lock of the facts; gives the audit entry's number. Throws 409 where
 * its version is not `seen`.
 */
export async function changePolicy(
  trx: Transaction,
  name: PolicyName,
  policy: RatePolicy,
  seen: number,
  writer: Act,
): Promise<number> {
  const before = findPolicy(await readPolicies(trx), name)
  if (before.version !== seen)
    throw new ApiError(
      'conflict',
      t.policiesText.changedMeanwhile({
        name: t.policies.names[name],
        user: before.changed_by,
        words: policyWords(before),
      }),
    )
  await recordChanges(trx, [{ subject: 'rate policy', part: name, fact: policy }])
  const sentence = t.auditText.policyChanged({
    name,
    from: policyWords(before),
    to: policyWords(policy),
  })
  return recordAuditEntry(trx, writer, 'change rate policy', sentence)
}

/**
 * Undoes an entry's change, and gives its policy. Throws 404 for an entry without one, 409 where it
 * was undone or changed again.
 */
export async function undoPolicyChange(
  trx: Transaction,
  id: number,
  writer: Act,
): Promise<PolicyName> {
  const changed = await trx
    .selectFrom('audit_entry as e')
    .innerJoin('change as c', 'c.version', 'e.first_change')
    .select('c.part')
    .where('e.id', '=', id)
    .where('c.subject', '=', 'rate policy')
    .executeTakeFirst()
  if (!changed) throw new ApiError('not_found', t.policiesText.noChange)
  const name = changed.part as PolicyName
  const { first, last } = await undoChanges(trx, [id])
  if (last < first)
    throw new ApiError('conflict', t.policiesText.changedSince({ name: t.policies.names[name] }))
  const now = (await readPolicies(trx)).get(name) ?? DEFAULT_POLICIES[name]
  const sentence = t.auditText.policyUndone({ id, name, to: policyWords(now) })
  await recordAuditEntry(trx, writer, 'change rate policy', sentence, {
    metadata: { undone: true },
  })
  return name
}
