import type { AuditResult } from '../../../contract/audit-log.ts'
import type { Db } from '../../database/schema.ts'
import { ChainCheck, type ChainBreak, type ChainEnd, type ChainFindings } from './chain-check.ts'
import { ChangesCheck } from './changes-check.ts'
import { findWrongFacts, type WrongFact } from './wrong-facts.ts'
import type { FoundCheckpoints } from './checkpoint-files.ts'
import { compareHashes, type CheckpointFindings } from './checkpoint-findings.ts'
import { readErasures } from '../erasures.ts'
import { readChain, readHashes, readHead } from './read-chain.ts'

export interface ChangesFindings {
  readonly rows: number
  readonly broken: ChainBreak | null
  readonly wrongFacts: readonly WrongFact[]
}

export interface TrailReport {
  readonly verdict: AuditResult
  /**
   * The entry at which it breaks, or from which on nobody vouches for it; null where the verdict is
   * OK.
   */
  readonly at: number | null
  readonly chain: ChainFindings
  readonly changes: ChangesFindings
  readonly head: ChainEnd
  readonly checkpoints: CheckpointFindings
}

/** How old entries without a checkpoint may be; one is due every hour. */
const COVERED_WITHIN_MS = 86_400_000
const BATCH = 5000

/**
 * Checks the whole trail at one moment: rows, links, numbers, the end, and the checkpoints,
 * computing every hash itself. `found` must have been read before.
 */
export async function verifyAuditTrail(
  db: Db,
  found: FoundCheckpoints,
  now: Date,
): Promise<TrailReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => verifyWithin(snapshot, found, now))
}

/** The same within a transaction of the caller's. */
export async function verifyWithin(
  snapshot: Db,
  found: FoundCheckpoints,
  now: Date,
): Promise<TrailReport> {
  const covered = found.good.at(-1)?.entry ?? 0
  const check = new ChainCheck(undefined, await readErasures(snapshot))
  const changes = new ChangesCheck(snapshot)
  let uncoveredSince = Infinity
  for (let after = 0, more = true; more;) {
    const entries = await readChain(snapshot, after, BATCH)
    for (const entry of entries) {
      check.add(entry)
      await changes.add(entry)
      if (entry.id > covered)
        uncoveredSince = Math.min(uncoveredSince, Date.parse(entry.created_at))
    }
    more = entries.length === BATCH
    after = entries.at(-1)?.id ?? after
  }
  const [chain, head] = [check.findings(), await readHead(snapshot)]
  await changes.finish(chain.end.id)
  const wrongFacts = await findWrongFacts(snapshot)
  const changed = { rows: changes.rows, broken: changes.broken, wrongFacts }
  const checkpoints = await compareCheckpoints(snapshot, found, chain.end.id)
  const stale = now.getTime() - uncoveredSince > COVERED_WITHIN_MS
  const findings = { chain, changes: changed, head, checkpoints }
  return { ...judge(findings, stale), ...findings }
}

export async function compareCheckpoints(db: Db, found: FoundCheckpoints, end: number) {
  const entries = [...found.good, ...found.foreign].map(({ entry }) => entry)
  const hashes = await readHashes(db, [...new Set(entries)])
  return compareHashes(found, (entry) => hashes.get(entry)?.toString('hex'), end)
}

/** One verdict; what can be pointed at comes first. */
export function judge(
  {
    chain,
    changes,
    head,
    checkpoints,
  }: Pick<TrailReport, 'chain' | 'changes' | 'head' | 'checkpoints'>,
  stale: boolean,
): Pick<TrailReport, 'verdict' | 'at'> {
  const { end, broken } = chain
  const { newest, furthest, contradictedAt, keyProblem } = checkpoints
  if (broken) return { verdict: broken.kind, at: broken.at }
  if (changes.broken) return { verdict: changes.broken.kind, at: changes.broken.at }
  if (end.id > head.id) return { verdict: 'EDITED', at: head.id + 1 }
  if (end.id < head.id) return { verdict: 'TRUNCATED', at: end.id + 1 }
  if (!end.hash.equals(head.hash)) return { verdict: 'EDITED', at: Math.max(1, end.id) }
  const [wrong] = changes.wrongFacts
  if (wrong) return { verdict: 'EDITED', at: wrong.entry }
  if (contradictedAt !== null) return { verdict: 'REWRITTEN', at: contradictedAt }
  if (furthest > end.id) return { verdict: 'TRUNCATED', at: end.id + 1 }
  const covered = newest?.entry ?? 0
  const uncovered = end.id > covered && (newest === null || stale)
  if (uncovered || checkpoints.forged > 0 || keyProblem !== null)
    return { verdict: 'NOT COVERED', at: covered + 1 }
  return { verdict: 'OK', at: null }
}
