/**
 * Callers during a run share one later run, so that each gets what was committed before its call.
 * Never rejects: `failed` gets the error.
 */
export function coalesced(
  read: () => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let working: Promise<void> | null = null
  let stale = false
  const work = async () => {
    while (stale) {
      stale = false
      await read().catch(failed)
    }
    working = null
  }
  return () => {
    stale = true
    working ??= work()
    return working
  }
}
