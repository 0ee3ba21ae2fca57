import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Environment } from './environment.ts'

/** The kernel counts processor time in hundredths of a second. */
const TICK_US = 10_000

/**
 * Processor time in µs that PostgreSQL's processes of this stage have used so far, with those that have ended; undefined
 * where the system has no /proc.
 */
export async function postgresUsage({ owner }: Environment): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(owner)
  const backend = await stat(rows[0]!.pid)
  if (!backend) return undefined
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(stat))
  const postmaster = await stat(backend.parent)
  return all
    .filter((each) => each?.parent === backend.parent)
    .reduce((total, each) => total + each!.ticks * TICK_US, (postmaster?.withEnded ?? 0) * TICK_US)
}

interface Stat {
  readonly parent: number
  readonly ticks: number
  /** With those of its children that have ended. */
  readonly withEnded: number
}

async function stat(pid: number | string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // proc(5): after the name in brackets, state is field 3, ppid 4, utime 14, stime 15, cutime 16, cstime 17.
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (!fields) return undefined
  const ticks = fields[11]! + fields[12]!
  return { parent: fields[1]!, ticks, withEnded: ticks + fields[13]! + fields[14]! }
}
