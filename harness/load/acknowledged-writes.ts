import { asSuperuser, type SuperuserAccess } from '../database/postgres.ts'
import { check, none, type Figure } from '../figure.ts'

interface Count extends Record<string, unknown> {
  rate: string
  count: number
}

/**
 * Compares what writers were told with what the database holds: each write's rate has to stand exactly once in the
 * history of rates, which no update overwrites, and once in the audit trail.
 */
export async function compareWithDatabase(
  acknowledged: readonly string[],
  database: SuperuserAccess,
): Promise<Figure[]> {
  const entered = await counts(
    database,
    `SELECT rate::text, count(*)::int FROM rate_revision WHERE source = 'manual' AND rate IS NOT NULL GROUP BY rate`,
  )
  const audited = await counts(
    database,
    `SELECT (metadata::json ->> 'to')::numeric(12, 4)::text AS rate, count(*)::int FROM audit_entry
     WHERE action IN ('create exchange rate', 'update exchange rate') GROUP BY 1`,
  )
  const lost = acknowledged.filter((rate) => !entered.has(rate)).length
  const doubled = [...entered.values()].filter((count) => count > 1).length
  const rates = new Set([...entered.keys(), ...audited.keys()])
  const unaudited = [...rates].filter((rate) => entered.get(rate) !== audited.get(rate)).length
  return [
    check('writes acknowledged', acknowledged.length, '', { atLeast: 1 }),
    none('of them lost', lost),
    none('of them doubled', doubled),
    none('without their audit entry', unaudited),
  ]
}

async function counts(database: SuperuserAccess, statement: string): Promise<Map<string, number>> {
  const rows = await asSuperuser<Count>(database, statement)
  return new Map(rows.map(({ rate, count }) => [rate, count]))
}
