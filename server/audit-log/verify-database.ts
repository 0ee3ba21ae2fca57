import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { compareGuards, type Guards } from '../database/guards.ts'
import type { Db } from '../database/schema.ts'
import { TrailCheck, type Result } from './checks.ts'
import { describeWrongFact, FactReader, type WrongFact } from './fact-state.ts'
import { hasUncoveredChanges, readHead, TrailReader } from './read-trail.ts'
import type { TrailLine } from './trail-format.ts'
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
  readonly lists?: string
  readonly size?: number
}

/** Rows of a page: about 0.1 s for PostgreSQL and as much for Node. */
const PAGE = 5000
/** Lines checked at a time, about 1 ms: a server's requests wait meanwhile. */
const LINES = 100

/**
 * Verifies a database page by page, with its own SQL, as any role, also within a transaction. After
 * a failure, only the step that failed is done again.
 */
export class DatabaseCheck {
  private readonly db: Db
  private readonly given: Checkpoints
  private readonly options: VerifyOptions
  private readonly check: TrailCheck
  private readonly trail: TrailReader
  private readonly facts: FactReader
  private guards: Guards | null = null
  private head: Awaited<ReturnType<typeof readHead>> | null = null

  constructor(db: Db, given: Checkpoints, options: VerifyOptions) {
    this.db = db
    this.given = given
    this.options = options
    const size = options.size ?? PAGE
    this.check = new TrailCheck({ checkpoints: given.checkpoints.good })
    this.trail = new TrailReader(db, { size })
    this.facts = new FactReader(db, size)
  }

  /** Returns null until the last step. */
  async step(): Promise<DatabaseReport | null> {
    const { db, check } = this
    this.guards ??= await compareGuards(db, this.options)
    if (!this.head) {
      const lines = await this.trail.next()
      if (lines) await addAll(check, lines)
      // Before the facts: entries that are appended later belong to the next verification.
      else this.head = await this.readEnd()
      return null
    }
    if (await this.facts.next()) return null
    check.finish()
    const { guards, head, given, facts } = this
    const judged = { ...given, check, head, now: this.options.now }
    const found = { check, guards, wrongFacts: facts.wrong }
    const result =
      (await findUnrecordedErasure(db, check)) ?? (await judgeDatabase(db, judge(judged), found))
    return { ...judged, ...found, result }
  }

  /** Returns null if entries were appended since the last page. */
  private async readEnd() {
    const head = await readHead(this.db)
    const lines = head.id > this.check.end.id ? await this.trail.next() : null
    if (!lines) return head
    await addAll(this.check, lines)
    return null
  }
}

export async function verifyDatabase(
  db: Db,
  given: Checkpoints,
  options: VerifyOptions,
): Promise<DatabaseReport> {
  const whole = new DatabaseCheck(db, given, options)
  for (;;) {
    const report = await whole.step()
    if (report) return report
  }
}

/** Checks what follows the check's end. Returns the head. */
export async function followTrail(db: Db, check: TrailCheck) {
  const trail = new TrailReader(db, { after: check.end.id, size: PAGE })
  for (let lines = await trail.next(); lines; lines = await trail.next()) await addAll(check, lines)
  return readHead(db)
}

async function addAll(check: TrailCheck, lines: readonly TrailLine[]): Promise<void> {
  for (const [index, line] of lines.entries()) {
    if (index % LINES === LINES - 1) await breathe()
    check.add(line)
  }
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
