import type { Try } from './writers.ts'

/** A user is told at the latest after this that something does not work now. */
const TOLD_WITHIN_MS = 3000

/** How writes were refused while the database was away: all with 503, a Retry-After, and in time. */
export function availability(tries: readonly Try[]): { words: string; ok: boolean } {
  const refused = tries.filter(({ status }) => status !== 200 && status !== 201)
  const right = refused.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined)
  const others = new Map<string, number>()
  for (const { status, failure } of refused.filter((each) => !right.includes(each))) {
    const what = failure ?? String(status)
    others.set(what, (others.get(what) ?? 0) + 1)
  }
  const slowest = Math.max(0, ...tries.map(({ sentAt, endedAt }) => endedAt - sentAt))
  const wrong = [...others].map(([what, count]) => `, ${count} × ${what}`).join('')
  return {
    words: `${right.length} writes refused with 503 and Retry-After${wrong}, the slowest answer after ${Math.round(slowest)} ms`,
    ok: others.size === 0 && slowest <= TOLD_WITHIN_MS,
  }
}
