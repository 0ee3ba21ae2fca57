import { sql } from 'kysely'
import { DEFAULT_POLICIES, type PolicyName, type RatePolicy } from '../../domain/policy.ts'
import { entryOf, factsAsOf, liveFacts } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'

/** A policy as it counts, with who made it so. */
export interface KnownPolicy extends RatePolicy {
  /** The change that made it so; 0 for what holds by default. */
  readonly version: number
  readonly changed_at: Date | null
  readonly changed_by: string | null
}

/** The policies that somebody has changed. */
export type Policies = ReadonlyMap<PolicyName, KnownPolicy>

/** The policies as they are in the database now, or were once `asOf` was the newest version. */
export async function readPolicies(db: Db, asOf?: number): Promise<Policies> {
  const facts = asOf === undefined ? liveFacts('rate policy') : factsAsOf('rate policy', asOf)
  const { rows } = await sql<
    Omit<KnownPolicy, keyof RatePolicy> & { part: PolicyName; fact: RatePolicy }
  >`
    SELECT c.version, c.part, c.fact, e.created_at AS changed_at, u.name AS changed_by
    FROM ${facts} CROSS JOIN LATERAL ${entryOf('c.version')} e
      LEFT JOIN app_user u ON u.id = e.user_id`.execute(db)
  return new Map(rows.map(({ part, fact, ...rest }) => [part, { ...rest, ...fact }]))
}

/** A policy by its name, as it was changed last or as it holds by default. */
export function policyOf(policies: Policies, name: PolicyName): KnownPolicy {
  const unchanged = { version: 0, changed_at: null, changed_by: null }
  return policies.get(name) ?? { ...DEFAULT_POLICIES[name], ...unchanged }
}
