import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The real program as a process of its own, with what it has printed so far. */
export type ServerProcess = {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  /** The address out of the first of the three lines. */
  url: string
  /** Resolves to the exit status; null after a signal. */
  exit: Promise<number | null>
}

const main = join(import.meta.dirname, '..', 'main.ts')

/** Starts the program with these settings and no others, on a free port and without a feed unless they say otherwise. */
export function spawnServer(env: Record<string, string>): Omit<ServerProcess, 'url'> {
  const settings = { PORT: '0', RATE_FEED: 'off', ...env }
  const child = spawn(process.execPath, [main], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (printed.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (printed.stderr += data.toString()))
  const exit = once(child, 'close').then(([status]) => status as number | null)
  return { child, stdout: () => printed.stdout, stderr: () => printed.stderr, exit }
}

/** Starts the program and returns once it has said that it is there; throws what it printed if it ends before. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const server = spawnServer(env)
  while (!server.stdout().includes('The data is in')) {
    const ended = await Promise.race([
      server.exit.then(() => true),
      once(server.child.stdout!, 'data').then(() => false),
    ])
    if (ended) throw new Error(`The server ended:\n${server.stdout()}${server.stderr()}`)
  }
  return { ...server, url: /http:\S+/.exec(server.stdout())?.[0] ?? '' }
}
