import { readdirSync, readFileSync } from 'node:fs'

function figuresOf(pid: number) {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // proc(5): after the name in brackets, state is field 3, ppid 4, utime 14, stime 15, in hundredths.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return {
    pid,
    parent: fields[1]!,
    cpuSeconds: (fields[11]! + fields[12]!) / 100,
  }
}

export const cpuSecondsOf = (pid: number): number => figuresOf(pid)?.cpuSeconds ?? NaN

export function childrenOf(pid: number) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .flatMap((name) => figuresOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid)
}

/** In MB (VmRSS, proc(5)). */
export function memoryOf(pid: number): number {
  return kilobytesOf(pid, 'VmRSS') / 1024
}

export function peakMemoryOf(pid: number): number {
  return kilobytesOf(pid, 'VmHWM') / 1024
}

function kilobytesOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
}
