import type { Checkpoint } from './checkpoint.ts'
import type { FoundCheckpoints } from './checkpoint-book.ts'

/** What checkpoints say of a trail, or of a file of it. */
export interface CheckpointFindings {
  /** How many rightly signed ones there are, and how many of them the trail agrees with. */
  readonly signed: number
  readonly agreeing: number
  readonly forged: number
  /** Those that keys have signed which do not count, and how many of them the trail agrees with. */
  readonly foreign: number
  readonly foreignAgreeing: number
  readonly keys: readonly string[]
  readonly keyProblem: string | null
  readonly newest: Checkpoint | null
  /** The newest entry that any key has signed; 0 for none. */
  readonly furthest: number
  /** The first entry that is another now than when it was signed. */
  readonly contradictedAt: number | null
}

/** Holds checkpoints against the hashes that entries have, in hex; only those of entries up to `end` can contradict. */
export function compareHashes(
  { good, foreign, forged, keys, keyProblem }: FoundCheckpoints,
  hashOf: (entry: number) => string | undefined,
  end: number,
): CheckpointFindings {
  const agrees = ({ entry, hash }: Checkpoint): boolean => hashOf(entry) === hash
  const contradicted = [...good, ...foreign]
    .filter((one) => one.entry <= end && !agrees(one))
    .map(({ entry }) => entry)
  return {
    signed: good.length,
    agreeing: good.filter(agrees).length,
    forged,
    foreign: foreign.length,
    foreignAgreeing: foreign.filter(agrees).length,
    keys,
    keyProblem,
    newest: good.at(-1) ?? null,
    furthest: Math.max(good.at(-1)?.entry ?? 0, foreign.at(-1)?.entry ?? 0),
    contradictedAt: contradicted.length === 0 ? null : contradicted.reduce((a, b) => Math.min(a, b)),
  }
}
