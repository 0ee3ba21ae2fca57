import { sql } from 'kysely'
import { childrenOf, figuresOf } from '../process/process-figures.ts'
import type { Environment } from './environment.ts'

/**
 * Processor time in µs that PostgreSQL's processes of this stage have used so far, with those that have ended; undefined
 * where the system has no /proc.
 */
export async function postgresUsage({ owner }: Environment): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(owner)
  const postmaster = figuresOf(figuresOf(rows[0]!.pid)?.parent ?? 0)
  if (!postmaster) return undefined
  const running = childrenOf(postmaster.pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  return (running + postmaster.cpuSecondsWithEnded) * 1e6
}
