import type { Checkpoint } from './checkpoint.ts'
import type { FoundCheckpoints } from './checkpoint-files.ts'

export type CheckpointFindings = ReturnType<typeof compareHashes>

/** Compares checkpoints with the hashes of entries; only those up to `end` can contradict. */
export function compareHashes(
  { good, foreign, forged, keys, keyProblem }: FoundCheckpoints,
  hashOf: (entry: number) => string | undefined,
  end: number,
) {
  const agrees = ({ entry, hash }: Checkpoint): boolean => hashOf(entry) === hash
  const contradicted = [...good, ...foreign]
    .filter((one) => one.entry <= end && !agrees(one))
    .map(({ entry }) => entry)
  return {
    /** How many rightly signed ones there are, and how many of them the trail agrees with. */
    signed: good.length,
    agreeing: good.filter(agrees).length,
    forged,
    /**
     * Those that keys have signed which do not count, and how many of them the trail agrees with.
     */
    foreign: foreign.length,
    foreignAgreeing: foreign.filter(agrees).length,
    keys,
    keyProblem,
    newest: good.at(-1) ?? null,
    /** The newest entry that any key has signed; 0 for none. */
    furthest: Math.max(good.at(-1)?.entry ?? 0, foreign.at(-1)?.entry ?? 0),
    /** The first entry that is another now than when it was signed. */
    contradictedAt:
      contradicted.length === 0 ? null : contradicted.reduce((a, b) => Math.min(a, b)),
  }
}
