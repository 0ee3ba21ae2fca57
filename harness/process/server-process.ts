import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startProgram, type Program } from './program.ts'

/** The real server as a process of its own for one test. */
export interface ServerProcess extends Program {
  /** The address out of the first of the three lines. */
  readonly url: string
}

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** Starts the server with these settings and no others, on a free port and without a feed unless they say otherwise. */
export function spawnServer(env: Record<string, string>): Program {
  const server = startProgram(main, { env: { PORT: '0', RATE_FEED: 'off', ...env } })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

/** Starts the server and returns once it has said that it is there; throws what it printed if it ends before. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const server = spawnServer(env)
  await server.hasPrinted('The data is in')
  return { ...server, url: /http:\S+/.exec(server.stdout())?.[0] ?? '' }
}
