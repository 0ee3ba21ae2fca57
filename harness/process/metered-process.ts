import type { ChildProcess } from 'node:child_process'
import { on } from 'node:events'
import { join } from 'node:path'
import type { Scope } from '../scope.ts'
import { startProgram, type ProgramOptions } from './program.ts'

/** What a process has used since its start. */
export interface Usage {
  /** Processor time of all threads, in µs. */
  readonly cpu: number
  /** Resident memory in bytes. */
  readonly rss: number
  /** Bytes of everything that the program holds, on the heap and beside it. */
  readonly kept: number
}

/** A program in a process of its own whose processor time and memory can be read while it runs. */
export interface MeteredProcess {
  readonly child: ChildProcess
  /** Origin that it answers at. */
  readonly url: string
  readonly port: number
  /** What it has used so far; `collect` clears garbage first, so that memory means what is kept. */
  usage(collect?: boolean): Promise<Usage>
  stop(): Promise<void>
}

const METER = join(import.meta.dirname, 'meter.mjs')

/**
 * Starts a program, for as long as the scope lives, and returns once it has printed `ready` and, before it, its address.
 * Throws what it printed if it ends before.
 */
export async function startMetered(
  scope: Scope,
  file: string,
  { ready, env, nodeArgs = [], ...options }: Omit<ProgramOptions, 'messages'> & { ready: string },
): Promise<MeteredProcess> {
  const program = startProgram(file, {
    ...options,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    nodeArgs: ['--expose-gc', '--import', METER, ...nodeArgs],
    messages: true,
  })
  const stop = async () => {
    await program.end('SIGTERM')
  }
  scope.defer(stop)
  await program.hasPrinted(ready)
  const { child } = program
  const url = /http:\/\/[^\s"]+/.exec(program.stdout() + program.stderr())?.[0] ?? ''
  return {
    child,
    url,
    port: Number(new URL(url).port),
    async usage(collect = false) {
      child.send(collect ? 'usage after collection' : 'usage')
      // A program may have words of its own for whoever started it: Directus says "ready".
      for await (const [said] of on(child, 'message') as AsyncIterable<[unknown]>) {
        if (isUsage(said)) return said
      }
      throw new Error(`${file} cannot say what it has used`)
    },
    stop,
  }
}

function isUsage(said: unknown): said is Usage {
  return typeof said === 'object' && said !== null && 'cpu' in said
}
