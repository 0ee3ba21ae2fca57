import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startProgram, type Program } from './program.ts'

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/**
 * Starts the real server for one test, with these settings and no others, on a free port and
 * without a feed unless they say otherwise.
 */
export function spawnServer(env: Record<string, string>): Program {
  const server = startProgram(main, { env: { PORT: '0', RATE_FEED: 'off', ...env } })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

/** The same, once it has said that it is there. Throws what it printed if it ends before. */
export const startServer = (env: Record<string, string>): Promise<Program> =>
  spawnServer(env).hasPrinted('The data is in')
