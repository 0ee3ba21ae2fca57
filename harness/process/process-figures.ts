import { readdirSync, readFileSync } from 'node:fs'

/** What the system says of a process; undefined where there is no such process, or no /proc. */
export function figuresOf(pid: number) {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // proc(5): after the name in brackets, state is field 3, ppid 4, utime 14, stime 15, cutime 16,
  // cstime 17, in hundredths.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const own = fields[11]! + fields[12]!
  const withEnded = own + fields[13]! + fields[14]!
  return {
    pid,
    parent: fields[1]!,
    /** Processor time used so far. */
    cpuSeconds: own / 100,
    /** The same with that of its children that have ended. */
    cpuSecondsWithEnded: withEnded / 100,
  }
}

export const cpuSecondsOf = (pid: number): number => figuresOf(pid)?.cpuSeconds ?? NaN

export function childrenOf(pid: number) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .flatMap((name) => figuresOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid)
}

/** Resident memory of a process in MB (proc(5)). Throws where the system does not tell. */
export function memoryOf(pid: number): number {
  return kilobytesOf(pid, 'VmRSS') / 1024
}

/** The most that it ever was. */
export function peakMemoryOf(pid: number): number {
  return kilobytesOf(pid, 'VmHWM') / 1024
}

function kilobytesOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
}
