import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

interface JobSlot {
  readonly job: string
  readonly slot: string
  readonly holder: string
  readonly now: Date
}

const KEPT = '7 days'

/** Returns false if another server runs or has finished it. */
export async function claimJob(
  db: Db,
  { job, slot, holder, now }: JobSlot,
  leaseMs: number,
): Promise<boolean> {
  const until = new Date(now.getTime() + leaseMs)
  const { rows } = await sql`
    INSERT INTO public.job_run AS held (job, slot, holder, lease_until)
    VALUES (${job}, ${slot}, ${holder}, ${until})
    ON CONFLICT (job, slot) DO UPDATE
      SET holder = excluded.holder, lease_until = excluded.lease_until
      WHERE held.finished_at IS NULL
        AND (held.lease_until <= ${now} OR held.holder = excluded.holder)
    RETURNING 1`.execute(db)
  return rows.length > 0
}

/** A lease of 0 ms gives the run back. */
export async function renewLease(
  db: Db,
  { job, slot, holder, now }: JobSlot,
  leaseMs: number,
): Promise<void> {
  const until = new Date(now.getTime() + leaseMs)
  await sql`
    UPDATE public.job_run SET lease_until = ${until}
    WHERE job = ${job} AND slot = ${slot} AND holder = ${holder} AND finished_at IS NULL`.execute(
    db,
  )
}

export async function finishJob(db: Db, { job, slot, holder, now }: JobSlot): Promise<void> {
  await sql`
    UPDATE public.job_run SET finished_at = ${now}
    WHERE job = ${job} AND slot = ${slot} AND holder = ${holder}`.execute(db)
  await sql`
    DELETE FROM public.job_run
    WHERE job = ${job} AND finished_at < ${now}::timestamptz - ${KEPT}::interval`.execute(db)
}

const PAUSE_AFTER_FAILURE_MS = 1000

/**
 * Callers during a run share one later run, so that each gets what was committed before its call.
 * Each run is one attempt. Never rejects: `failed` gets the error.
 */
export function coalesced(
  read: () => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let pause = Promise.resolve()
  const run = (): Promise<void> => {
    next = undefined
    running = attempt().finally(() => (running = undefined))
    return running
  }
  const attempt = async () => {
    try {
      await read()
    } catch (error) {
      pause = setTimeout(PAUSE_AFTER_FAILURE_MS, undefined, { ref: false })
      failed(error)
    }
  }
  return () => next ?? (running ? (next = running.then(() => pause).then(run)) : run())
}
