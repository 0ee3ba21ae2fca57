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
export async function claimJob(db: Db, run: JobSlot, leaseMs: number): Promise<boolean> {
  const until = new Date(run.now.getTime() + leaseMs)
  const { rows } = await sql`
    INSERT INTO job_run AS held (job, slot, holder, lease_until) VALUES (${run.job}, ${run.slot},
    ${run.holder}, ${until})
    ON CONFLICT (job, slot) DO UPDATE SET holder = excluded.holder, lease_until =
    excluded.lease_until
      WHERE held.finished_at IS NULL AND held.lease_until <= ${run.now}
    RETURNING 1`.execute(db)
  return rows.length > 0
}

/** A lease of 0 ms gives the run back. */
export async function renewLease(db: Db, run: JobSlot, leaseMs: number): Promise<void> {
  const until = new Date(run.now.getTime() + leaseMs)
  await sql`UPDATE job_run SET lease_until = ${until} WHERE job = ${run.job} AND slot = ${run.slot}
    AND holder = ${run.holder} AND finished_at IS NULL`.execute(db)
}

export async function finishJob(db: Db, { job, slot, holder, now }: JobSlot): Promise<void> {
  await sql`UPDATE job_run SET finished_at = ${now} WHERE job = ${job} AND slot = ${slot} AND holder
    = ${holder}`.execute(db)
  await sql`DELETE FROM job_run WHERE job = ${job} AND finished_at < ${now}::timestamptz -
    ${KEPT}::interval`.execute(db)
}
