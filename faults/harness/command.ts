import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** What a command printed and how it ended. */
export interface Ran {
  readonly status: number | null
  readonly lines: string[]
  readonly errors: string
  readonly seconds: number
}

/** One of the program's commands (`audit-verify`), as npm would run it; `killAfterMs` ends it with SIGKILL. */
export async function runCommand(
  name: string,
  given: { args?: readonly string[]; env: Readonly<Record<string, string>>; killAfterMs?: number },
): Promise<Ran> {
  const file = join(import.meta.dirname, '..', '..', 'server', 'commands', `${name}.ts`)
  const begun = performance.now()
  const child = spawn(process.execPath, [file, ...(given.args ?? [])], {
    env: { NODE_ENV: 'production', RATE_FEED: 'off', ...given.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killer =
    given.killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), given.killAfterMs)
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearTimeout(killer)
  const lines = out.split('\n').filter((line) => line !== '')
  return { status: child.exitCode, lines, errors, seconds: (performance.now() - begun) / 1000 }
}
