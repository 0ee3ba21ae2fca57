import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Scope } from '../scope.ts'
import { startProgram } from './program.ts'

/** What a command printed and how it ended; `status` is null where a signal ended it. */
export interface Ran {
  readonly status: number | null
  /** What it said on standard output, then on standard error. */
  readonly printed: string
  readonly ms: number
}

/** One of the program's commands (`audit-verify`, as in server/commands), as npm would run it, with these settings alone. */
export async function runCommand(
  scope: Scope,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  return startCommand(scope, name, args, env).done
}

/** The same, but to be ended from outside in the middle of it. */
export function startCommand(
  scope: Scope,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { child: ChildProcess; done: Promise<Ran> } {
  const file = join(import.meta.dirname, '..', '..', 'server', 'commands', `${name}.ts`)
  const begun = performance.now()
  const program = startProgram(file, { args, env: { RATE_FEED: 'off', NODE_ENV: 'production', ...env } })
  scope.defer(() => program.child.kill('SIGKILL'))
  const done = program.exit.then((status) => ({
    status,
    printed: program.stdout() + program.stderr(),
    ms: performance.now() - begun,
  }))
  return { child: program.child, done }
}
