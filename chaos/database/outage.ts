import { setTimeout as pause } from 'node:timers/promises'
import type { SuperuserAccess } from '../../harness/database/postgres.ts'
import { compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { availability } from '../../harness/load/probe-availability.ts'
import { Readers } from '../../harness/load/readers.ts'
import { Writers } from '../../harness/load/writers.ts'
import type { Server } from '../../harness/process/restartable-server.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import type { Outcome } from '../scenario.ts'

const RECOVERY_MS = 2000

/** What every outage of the database must show. */
export const OUTAGE_PASS = `public rates 100 %; writes served or 503 with Retry-After within 3 s; a write again ≤ ${RECOVERY_MS} ms after; nothing acknowledged lost`

export interface Outage {
  readonly server: Server
  readonly database: SuperuserAccess
  /** What is done before the first write. */
  prepare?(): Promise<void>
  /** Writes to be acknowledged before it begins. */
  readonly writesBefore: number
  /** How often the database goes away. */
  readonly times?: number
  /** Takes the database away; resolves once that is over, to what was found meanwhile. */
  run(writers: Writers): Promise<{ readonly found?: string; readonly ok?: boolean }>
}

/**
 * Lets users write and read while the database goes away, and compares what they were told with what it holds then. The
 * time until a write is served counts from the end of `run`.
 */
export async function underOutage({ server, database, ...outage }: Outage): Promise<Outcome> {
  const users = await signInUsers(server.http, 8)
  await outage.prepare?.()
  const writers = new Writers(server.http, users)
  await writers.untilAcknowledged(outage.writesBefore)
  const readers = new Readers(server.http)
  const begun = performance.now()
  const found: string[] = []
  let [slowest, ok] = [0, true]
  for (let time = 0; time < (outage.times ?? 1); time++) {
    const result = await outage.run(writers)
    const over = performance.now()
    await writers.untilAcknowledged(1)
    slowest = Math.max(slowest, performance.now() - over)
    ok &&= result.ok !== false
    if (result.found !== undefined) found.push(`${result.found}; `)
    await pause(500)
  }
  await writers.stop()
  await readers.stop()
  const refusals = availability(writers.tries.filter(({ sentAt }) => sentAt >= begun))
  const comparison = await compareWithDatabase(writers, database)
  return {
    figures: `${readers.words}; ${refusals.words}; ${found.join('')}a write again after at most ${Math.round(slowest)} ms; ${comparison.words}`,
    ok: ok && readers.ok && refusals.ok && slowest <= RECOVERY_MS && comparison.ok,
  }
}
