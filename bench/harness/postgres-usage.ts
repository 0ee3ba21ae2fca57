import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Stage } from './stage.ts'

/** The kernel counts processor time in hundredths of a second. */
const TICK_US = 10_000

/**
 * Processor time in µs that PostgreSQL's processes of this stage have used so far, those that are still there; undefined
 * where the system has no /proc.
 */
export async function postgresUsage({ owner }: Stage): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(owner)
  const own = await stat(rows[0]!.pid)
  if (!own) return undefined
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(stat))
  return all
    .filter((each) => each?.parent === own.parent)
    .reduce((total, each) => total + each!.ticks * TICK_US, 0)
}

async function stat(pid: number | string): Promise<{ parent: number; ticks: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // proc(5): after the name in brackets, state is field 3, ppid 4, utime 14, stime 15.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
}
