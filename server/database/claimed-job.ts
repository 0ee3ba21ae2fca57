import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** One run of a job, which several servers may want to do and one shall. */
export interface JobSlot {
  readonly job: string
  /** Names the run; whoever finds it finished or held leaves it. */
  readonly slot: string
  readonly holder: string
  readonly now: Date
}

/** Finished runs are remembered for so long. */
const KEPT = '7 days'

/** Claims a run for `leaseMs`, or takes it over after a lease. False: it is another's, or done. */
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

/** Keeps a run that is held for another `leaseMs`; with 0, gives it back. */
export async function renewLease(db: Db, run: JobSlot, leaseMs: number): Promise<void> {
  const until = new Date(run.now.getTime() + leaseMs)
  await sql`UPDATE job_run SET lease_until = ${until} WHERE job = ${run.job} AND slot = ${run.slot}
    AND holder = ${run.holder} AND finished_at IS NULL`.execute(db)
}

/** Marks a run as done, and forgets the runs of this job that were done long ago. */
export async function finishJob(db: Db, { job, slot, holder, now }: JobSlot): Promise<void> {
  await sql`UPDATE job_run SET finished_at = ${now} WHERE job = ${job} AND slot = ${slot} AND holder
    = ${holder}`.execute(db)
  await sql`DELETE FROM job_run WHERE job = ${job} AND finished_at < ${now}::timestamptz -
    ${KEPT}::interval`.execute(db)
}
