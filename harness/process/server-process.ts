import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startProgram, type Program } from './program.ts'

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** The machine that runs tests may be busy: the server refuses nothing because of that. */
const defaults = { PORT: '0', RATE_FEED: 'off', MAX_EVENT_LOOP_DELAY: '0' }

export function spawnServer(env: Record<string, string>): Program {
  const server = startProgram(main, { env: { ...defaults, ...env } })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

export const startServer = (env: Record<string, string>): Promise<Program> =>
  spawnServer(env).hasPrinted('The data is in')
