import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { open, readFile, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../../start-error.ts'
import type { PostgresBinaries, SystemUser } from './postgres-home.ts'

type PidFile = { pid: number; socketFolder: string; status: string }

const MAX_LOG_BYTES = 5_000_000
/** PostgreSQL needs one segment of its log to start. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, socketFolder: lines[4] ?? '', status: lines[7]?.trim() ?? '' } : undefined
}

/** A zombie answers signal 0, and another process may have the number of a dead PostgreSQL. */
export async function isClusterProcess(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return signal(pid, 0)
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const state = status.charAt(status.lastIndexOf(')') + 2)
  if (state === '' || state === 'Z' || state === 'X') return false
  const workingFolder = await stat(`/proc/${pid}/cwd`).catch(() => undefined)
  if (workingFolder) {
    const { dev, ino } = await stat(cluster)
    return workingFolder.dev === dev && workingFolder.ino === ino
  }
  // A process of another account hides its folder, but not its command line.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.split('\0').includes(cluster)
}

export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

export async function initCluster(
  home: string,
  { initdb }: PostgresBinaries,
  user: SystemUser | undefined,
  settings: Record<string, string>,
): Promise<void> {
  for (const name of await readdir(home)) await removeIfAbandoned(join(home, name))
  const cluster = join(home, 'cluster')
  const half = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const options = [
    ...['-D', half, '-U', 'postgres', '--auth=trust', '--data-checksums', '--no-instructions'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ]
  const run = { ...user, cwd: home, env: { LC_ALL: 'C' } }
  await promisify(execFile)(initdb, options, run).catch(async (cause: unknown) => {
    const output = (cause as { stderr?: string }).stderr?.trim() ?? ''
    const reason = (await fullDisk(home, output)) ?? (output || (cause as Error).message)
    throw new StartError(`The database could not be made in ${home}: ${reason}`, { cause })
  })
  try {
    await rename(half, cluster)
  } catch {
    await rm(half, { recursive: true }) // Another start was quicker; its cluster is as good.
  }
  const folder = await open(home)
  await folder.sync()
  await folder.close()
}

/** The maker is dead, or had this process's number, as in a new container. */
async function removeIfAbandoned(folder: string): Promise<void> {
  const maker = Number(/\/cluster\.new-(\d+)-\w+$/.exec(folder)?.[1])
  if (Number.isNaN(maker)) return
  const abandoned =
    maker === process.pid
      ? (await stat(folder)).ctimeMs < performance.timeOrigin
      : !signal(maker, 0)
  if (abandoned) await rm(folder, { recursive: true, force: true })
}

/**
 * Returns why PostgreSQL ended, or undefined once it accepts connections. PostgreSQL ignores a lock
 * file with its grandparent's number, here `stale` (miscinit.c, CreateLockFile).
 */
export async function startPostgres(
  home: string,
  { postgres }: PostgresBinaries,
  user: SystemUser | undefined,
  settings: Record<string, string>,
  stale: number | undefined,
): Promise<string | undefined> {
  const cluster = join(home, 'cluster')
  const logFile = join(home, 'postgres.log')
  let logSize = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (logSize > MAX_LOG_BYTES) {
    await rename(logFile, `${logFile}.old`)
    logSize = 0
  }
  const log = openSync(logFile, 'a', 0o600)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', cluster, ...options], {
    ...user,
    cwd: home,
    detached: true, // keeps Ctrl-C away
    stdio: ['ignore', log, log],
    env: { LC_ALL: 'C', PG_GRANDPARENT_PID: String(stale ?? process.ppid) },
  })
  closeSync(log)
  child.unref()
  let failure: Error | undefined
  child.on('error', (error) => (failure = error))
  for (;;) {
    if (failure) return failure.message
    if (child.exitCode !== null || child.signalCode !== null) {
      const output = (await readFile(logFile)).subarray(logSize).toString()
      return (await fullDisk(home, output)) ?? `${lastFatalLine(output)} (see ${logFile})`
    }
    const file = await readPidFile(cluster)
    if (file?.pid === child.pid && file?.status === 'ready') return undefined
    await pause(5)
  }
}

/** A failed initdb deletes its files, so that only its output tells of the full disk. */
async function fullDisk(folder: string, output: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= MIN_FREE_BYTES && !output.includes('No space left on device'))
    return undefined
  return `the disk of ${folder} is full; make room and start again`
}

function lastFatalLine(output: string): string {
  const fatal = output.split('\n').findLast((line) => line.includes('FATAL:'))
  return (
    fatal?.replace(/^.*FATAL:\s*/, '') ??
    (output.trim().split('\n').at(-1) || 'PostgreSQL gave no reason')
  )
}

/** Committed data survives a kill. */
export async function stopPostgres(cluster: string): Promise<void> {
  const ways = [
    ['SIGINT', 2500],
    ['SIGQUIT', 300],
    ['SIGKILL', 300],
  ] as const
  for (const [name, timeout] of ways) {
    const file = await readPidFile(cluster)
    if (!file || !(await isClusterProcess(cluster, file.pid))) return
    signal(file.pid, name)
    for (let waited = 0; waited < timeout; waited += 10) {
      await pause(10)
      if (!(await isClusterProcess(cluster, file.pid))) return
    }
  }
}
