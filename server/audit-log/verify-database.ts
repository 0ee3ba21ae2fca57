import { sql } from 'kysely'
import { compareGuards, type Guards } from '../database/guards.ts'
import type { Db } from '../database/schema.ts'
import { describeWrongFact, findWrongFacts, type WrongFact } from './live-facts.ts'
import { hasUncoveredChanges, readHead, readTrail } from './read-trail.ts'
import { TrailCheck, type Result } from './checks.ts'
import {
  exitStatus,
  judge,
  meaningOfResult,
  reportLines,
  resultText,
  type Judged,
} from './verdict.ts'

export type Checkpoints = Pick<Judged, 'checkpoints' | 'keys' | 'isPinned'>

/** After a restore, when nothing outside the database vouches for the trail. */
export const NO_CHECKPOINTS: Checkpoints = {
  checkpoints: { good: [], others: 0 },
  keys: [],
  isPinned: false,
}

export interface DatabaseReport extends Judged {
  readonly result: Result
  readonly wrongFacts: readonly WrongFact[]
  readonly guards: Guards
}

interface VerifyOptions {
  readonly now: Date
  /** The server's role, by default the current one. */
  readonly appRole?: string | undefined
  /** Folder of the lists of the schema. */
  readonly lists?: string
  readonly size?: number
}

/**
 * Uses its own SQL, as any role, also within a transaction. A server reads fewer rows at a time
 * (`size`), because its requests wait meanwhile.
 */
export async function verifyDatabase(
  db: Db,
  given: Checkpoints,
  { now, appRole, lists, size = 5000 }: VerifyOptions,
): Promise<DatabaseReport> {
  const guards = await compareGuards(db, { appRole, lists })
  const check = new TrailCheck({ checkpoints: given.checkpoints.good })
  let head = await followTrail(db, check, size)
  // Entries may be appended meanwhile.
  for (let before = -1; head.id > check.end.id && check.end.id > before;) {
    before = check.end.id
    head = await followTrail(db, check, size)
  }
  check.finish()
  const wrongFacts = await findWrongFacts(db)
  const judged = { ...given, check, head, now }
  const result =
    (await findUnrecordedErasure(db, check)) ??
    (await judgeDatabase(db, judge(judged), { check, wrongFacts, guards }))
  return { ...judged, result, wrongFacts, guards }
}

export async function followTrail(db: Db, check: TrailCheck, size: number) {
  for await (const line of readTrail(db, { after: check.end.id, size })) check.add(line)
  return readHead(db)
}

async function judgeDatabase(
  db: Db,
  result: Result,
  found: Pick<DatabaseReport, 'check' | 'wrongFacts' | 'guards'>,
): Promise<Result> {
  if (exitStatus(result) === 1) return result
  if (await hasUncoveredChanges(db)) return { verdict: 'GAP', at: found.check.end.id + 1 }
  const [wrong] = found.wrongFacts
  if (wrong) return { verdict: 'EDITED', at: wrong.entry }
  if (found.guards.changed.length > 0) return { verdict: 'GUARDS CHANGED', at: null }
  const isUncovered = result.verdict === 'OK' && found.guards.uncovered.length > 0
  return isUncovered ? { verdict: 'NOT COVERED', at: null } : result
}

/** An entry `erase user` about an account that is not erased would hide the actor. */
async function findUnrecordedErasure(db: Db, { broken, erasures }: TrailCheck) {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ONLY public.app_user
    WHERE id = ANY (${[...erasures.keys()]}::bigint[]) AND erased_at IS NOT NULL`.execute(db)
  const erased = new Set(rows.map(({ id }) => id))
  const forged = [...erasures].filter(([user]) => !erased.has(user)).map(([, entry]) => entry)
  const at = forged.reduce((least, each) => Math.min(least, each), Infinity)
  return at < (broken?.at ?? Infinity) ? ({ verdict: 'EDITED', at } as const) : null
}

export function databaseReportLines(report: DatabaseReport, renamed: readonly string[]): string[] {
  const { result, wrongFacts, guards } = report
  return [
    ...reportLines(report),
    ...renamed.map((file) => `Not read:    ${file}, from before a restore`),
    ...wrongFacts.map((fact) => `Wrong:       ${describeWrongFact(fact)}`),
    ...guards.changed.map((difference) => `Guard:       ${difference}`),
    ...guards.uncovered.map((name) => `Uncovered:   ${name}`),
    ...guards.warnings.map((name) => `Warning:     ${name} was added`),
    `${resultText(result)}: ${meaningOfResult(result)}.`,
  ]
}
