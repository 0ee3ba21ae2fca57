import { sql } from 'kysely'
import { DEFAULT_POLICIES, type PolicyName, type RatePolicy } from '../../domain/policy.ts'
import { liveFacts, selectFactsAt } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'

interface KnownPolicy extends RatePolicy {
  /** 0 for an unchanged default. */
  readonly version: number
  readonly changed_at: Date | null
  readonly changed_by: string | null
}

export type Policies = ReadonlyMap<PolicyName, KnownPolicy>

export async function readPolicies(db: Db, asOf?: number): Promise<Policies> {
  const facts = asOf === undefined ? liveFacts('rate policy') : selectFactsAt('rate policy', asOf)
  const { rows } = await sql<
    Omit<KnownPolicy, keyof RatePolicy> & { part: PolicyName; fact: RatePolicy }
  >`
    SELECT c.version, c.part, c.fact, c.created_at AS changed_at, u.name AS changed_by
    FROM ${facts} LEFT JOIN public.app_user u ON u.id = c.user_id`.execute(db)
  return new Map(rows.map(({ part, fact, ...rest }) => [part, { ...rest, ...fact }]))
}

export function findPolicy(policies: Policies, name: PolicyName): KnownPolicy {
  const unchanged = { version: 0, changed_at: null, changed_by: null }
  return policies.get(name) ?? { ...DEFAULT_POLICIES[name], ...unchanged }
}
