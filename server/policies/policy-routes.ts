import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/policies.ts'
import { unitsFields } from '../../domain/currency.ts'
import { toWire } from '../../domain/money.ts'
import {
  DEFAULT_POLICIES,
  POLICY_NAMES,
  type PolicyName,
  type RatePolicy,
} from '../../domain/policy.ts'
import { policyWords } from '../../text/policy-words.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges, undoChanges } from '../audit-log/record-changes.ts'
import { isLoopbackUrl, type Config } from '../config.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { isAdmin, type Act, type SignedIn } from '../identity/actor.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { findPolicy, type Policies, readPolicies } from '../rates/read-other-facts.ts'
import { changeRates } from '../rates/write-rates.ts'
import { decide, decidedRate, citeRate, ruleWords } from './decision.ts'

export function policyRoutes(app: FastifyInstance, deps: RateContext): void {
  const { config, snapshot } = deps
  const { write } = changeRates(deps)

  serve(app, contract.listPolicies, ({ signedIn: { user, scope } }) => {
    const { book } = snapshot()
    return {
      data: POLICY_NAMES.map((name) => describePolicy(name, book.policies)),
      changed_by: whoMayChange(config),
      may_change: scope !== 'read' && refusedChange(config, user) === undefined,
    }
  })

  serve(
    app,
    contract.policyRate,
    async ({ params, query: { currency, date, known_at } }) => {
      const asked = { ...params, known_at }
      const basis = await decide(deps, { name: JSON.stringify(asked) }, snapshot(), asked, [
        currency,
      ])
      const { policy, knownAt, snapshotOf } = basis
      const found = decidedRate(basis, currency, date ?? basis.today)
      const { publicUrl } = config
      return {
        data: {
          rate: toWire(found.rate),
          ...unitsFields(currency),
          date: found.date,
          kind: policy.kind,
          ...(policy.publisher && { publisher: policy.publisher }),
          rule: ruleWords(policy, found),
          citation: citeRate(snapshotOf(currency), { policy, currency, found, knownAt, publicUrl }),
        },
      }
    },
    { queries: true },
  )

  serve(app, contract.changePolicy, async (call) => {
    const { version: seen, ...policy } = call.body
    assertMayChange(config, call.signedIn.user)
    const name = call.params.policy
    const id = await write(call, (trx, writer) => changePolicy(trx, name, policy, seen, writer))
    const data = { id, ...describePolicy(name, snapshot().book.policies) }
    return { message: t.policiesText.changed({ name: t.policies.names[name] }), data }
  })

  serve(app, contract.undoPolicyChange, async (call) => {
    assertMayChange(config, call.signedIn.user)
    const name = await write(call, (trx, writer) => undoPolicyChange(trx, call.params.id, writer))
    return { message: t.policiesText.undone({ name: t.policies.names[name] }) }
  })
}

type Changers = ResponseBody<typeof contract.listPolicies>['changed_by']

function whoMayChange({ admins, publicUrl, registration }: Config): Changers {
  if (admins.length > 0) return 'administrators'
  return isLoopbackUrl(publicUrl) || registration !== 'open' ? 'users' : 'nobody'
}

function refusedChange(config: Config, user: SignedIn['user']): string | undefined {
  const who = whoMayChange(config)
  if (who === 'nobody') return t.policiesText.needsAdmins
  return who === 'administrators' && !isAdmin(config, user)
    ? t.policiesText.forAdministrators
    : undefined
}

function assertMayChange(config: Config, user: SignedIn['user']): void {
  const refused = refusedChange(config, user)
  if (refused !== undefined) throw new ApiError('forbidden', refused)
}

function describePolicy(
  policy: PolicyName,
  policies: Policies,
): ResponseBody<typeof contract.listPolicies>['data'][number] {
  const known = findPolicy(policies, policy)
  const { version, changed_at, changed_by } = known
  return {
    policy,
    ...pickRule(known),
    version,
    changed_at: changed_at?.toISOString() ?? null,
    changed_by,
  }
}

const pickRule = ({ publisher, kind, rule }: RatePolicy): RatePolicy => ({
  ...(publisher && { publisher }),
  kind,
  rule,
})

/**
 * Changes a policy under the lock of the facts; returns the audit entry's number. Throws 409 if the
 * policy's version is not `seen`.
 */
async function changePolicy(
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
 * Undoes an entry's change and returns its policy. Throws 404 for an entry without one, 409 if it
 * was undone or changed again.
 */
async function undoPolicyChange(trx: Transaction, id: number, writer: Act): Promise<PolicyName> {
  const { rows } = await sql<{ name: PolicyName }>`
    SELECT c.part AS name
    FROM public.audit_entry e JOIN public.change c ON c.version = e.first_change
    WHERE e.id = ${id} AND c.subject = 'rate policy'`.execute(trx)
  if (!rows[0]) throw new ApiError('not_found', t.policiesText.noChange)
  const { name } = rows[0]
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
