import type { AuditResult } from '../../../contract/audit-log.ts'
import type { Db } from '../../database/schema.ts'
import { readErasures } from '../erasures.ts'
import { ChainCheck, type ChainEnd } from './chain-check.ts'
import { ChangesCheck, readCovered } from './changes-check.ts'
import { readChain } from './read-chain.ts'

export interface Break {
  readonly verdict: AuditResult
  readonly at: number
  readonly figures?: string
}

/** Entries, and changes, that are read at once: others wait some ms meanwhile. */
const BATCH = 500

/**
 * Follows the chain with its changes up to an entry, or until `until` (of `performance.now`). Gives
 * the last place at which it was whole.
 */
export async function followChain(
  db: Db,
  start: ChainEnd,
  upTo: number,
  until = Infinity,
): Promise<{ end: ChainEnd; broken: Break | null }> {
  let end = start
  const changes = new ChangesCheck(db, await readCovered(db, start.id), BATCH)
  while (end.id < upTo) {
    const entries = await readChain(db, end.id, BATCH, upTo)
    // Read afterwards: what was erased between the two is recorded by now.
    const check = new ChainCheck(end, await readErasures(db))
    for (const entry of entries) check.add(entry)
    const found = check.findings()
    if (found.broken) return { end, broken: { verdict: found.broken.kind, at: found.broken.at } }
    let { end: last } = found
    for (const entry of entries) {
      await changes.add(entry)
      last = { id: entry.id, hash: entry.hash }
      // An import may have changed more than all others of the batch.
      if (performance.now() > until) break
    }
    await changes.finishTexts()
    if (changes.broken)
      return { end, broken: { verdict: changes.broken.kind, at: changes.broken.at } }
    if (found.rows === 0) return { end, broken: { verdict: 'TRUNCATED', at: end.id + 1 } }
    end = last
    if (performance.now() > until) break
  }
  return { end, broken: null }
}
