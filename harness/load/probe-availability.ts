import { Tally } from './tally.ts'
import { isServed, type Try } from './writers.ts'

/** A user is told at the latest after this that something does not work now. */
const TOLD_WITHIN_MS = 3000

/** How writes were refused while the database was away: all with 503, a Retry-After, and in time. */
export function availability(tries: readonly Try[]): { words: string; ok: boolean } {
  const others = new Tally<string>()
  let right = 0
  for (const { status, retryAfter, failure } of tries.filter((each) => !isServed(each)))
    if (status === 503 && retryAfter !== undefined) right++
    else others.note(failure ?? String(status))
  const slowest = Math.max(0, ...tries.map(({ sentAt, endedAt }) => endedAt - sentAt))
  const wrong = others.size > 0 ? `, ${others.words}` : ''
  return {
    words: `${right} writes refused with 503 and Retry-After${wrong}, the slowest answer after ${Math.round(slowest)} ms`,
    ok: others.size === 0 && slowest <= TOLD_WITHIN_MS,
  }
}
