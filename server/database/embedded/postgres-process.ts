import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../../start-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import type { SystemUser } from './postgres-user.ts'

export type PidFile = { pid: number; socketFolder: string; status: string }

/**
 * What PostgreSQL says of itself in the cluster's postmaster.pid (pidfile.h), or undefined without
 * one.
 */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  )
  const pid = Number(lines[0])
  return pid > 0 ? { pid, socketFolder: lines[4] ?? '', status: lines[7]?.trim() ?? '' } : undefined
}

/**
 * Whether process `pid` is this cluster's PostgreSQL. A zombie is not, though it answers signal 0
 * until its exit status is read; nor is a stranger with a reused number.
 */
export async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return signal(pid, 0)
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const state = status.charAt(status.lastIndexOf(')') + 2)
  if (state === '' || state === 'Z' || state === 'X') return false
  const at = await stat(`/proc/${pid}/cwd`).catch(() => undefined)
  if (at) {
    const own = await stat(cluster)
    return at.dev === own.dev && at.ino === own.ino
  }
  // Without the right to look into a process of another account, its command line tells.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.split('\0').includes(cluster)
}

/** Sends a signal; false when there is no such process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/**
 * Makes a cluster in a temporary folder and renames it, so that a broken-off start leaves no half
 * of one.
 */
export async function initCluster(
  home: string,
  { initdb }: PostgresBinaries,
  user: SystemUser | undefined,
  settings: Record<string, string>,
): Promise<void> {
  const cluster = join(home, 'cluster')
  for (const name of await readdir(home)) await removeIfAbandoned(join(home, name))
  const half = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const options = [
    '-D',
    half,
    '-U',
    'postgres',
    '--auth=trust',
    '--data-checksums',
    '--no-instructions',
    ...locale,
  ]
  if (settings['fsync'] === 'off') options.push('--no-sync')
  await promisify(execFile)(initdb, options, {
    ...user,
    cwd: home,
    env: { LC_ALL: 'C' },
  }).catch((cause: unknown) => {
    const said = (cause as { stderr?: string }).stderr?.trim() ?? ''
    throw new StartError(
      `The database could not be made in ${home}: ${said || (cause as Error).message}`,
      {
        cause,
      },
    )
  })
  try {
    await rename(half, cluster)
  } catch {
    await rm(half, { recursive: true }) // another start was quicker; its cluster is as good
  }
  const folder = await open(home)
  await folder.sync()
  await folder.close()
}

/**
 * Removes a half-made cluster whose maker is dead, or had this process's number (as in every new
 * container).
 */
async function removeIfAbandoned(folder: string): Promise<void> {
  const maker = Number(/\/cluster\.new-(\d+)-\w+$/.exec(folder)?.[1])
  if (Number.isNaN(maker)) return
  const started = performance.timeOrigin
  const abandoned =
    maker === process.pid ? (await stat(folder)).ctimeMs < started : !signal(maker, 0)
  if (abandoned) await rm(folder, { recursive: true, force: true })
}

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C is ours to pass on, and returns when it
 * takes connections or has ended, then with the reason. `stale` is a process that postmaster.pid
 * names and that is not this PostgreSQL: a grandparent's lock file counts as its own old one
 * (miscinit.c, CreateLockFile), so it is given that number.
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
  const logged = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (logged > 5_000_000) await rename(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(
    postgres,
    [
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...user,
      cwd: home,
      detached: true,
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C', PG_GRANDPARENT_PID: String(stale ?? process.ppid) },
    },
  )
  closeSync(log)
  child.unref()
  let failure: Error | undefined
  child.on('error', (error) => (failure = error))
  for (;;) {
    if (failure) return failure.message
    if (child.exitCode !== null || child.signalCode !== null)
      return lastFatalLine(logFile, logged > 5_000_000 ? 0 : logged)
    const file = await readPidFile(cluster)
    if (file?.pid === child.pid && file?.status === 'ready') return undefined
    await pause(5)
  }
}

async function lastFatalLine(logFile: string, from: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(from).toString()
  const fatal = text.split('\n').findLast((line) => line.includes('FATAL:'))
  return fatal?.replace(/^.*FATAL:\s*/, '') ?? (text.trim().split('\n').at(-1) || 'no reason given')
}

/**
 * Ends PostgreSQL and waits: first a fast shutdown, then, where it hangs, a kill; what was
 * committed is in its log.
 */
export async function stopPostgres(cluster: string): Promise<void> {
  const ways = [
    ['SIGINT', 2500],
    ['SIGQUIT', 300],
    ['SIGKILL', 300],
  ] as const
  for (const [name, timeout] of ways) {
    const file = await readPidFile(cluster)
    if (!file || !(await isPostgresOf(cluster, file.pid))) return
    signal(file.pid, name)
    for (let waited = 0; waited < timeout; waited += 10) {
      await pause(10)
      if (!(await isPostgresOf(cluster, file.pid))) return
    }
  }
}
