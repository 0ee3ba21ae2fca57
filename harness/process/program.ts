import { spawn, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import type { Scope } from '../scope.ts'

export interface Ran {
  readonly status: number | null
  readonly printed: string
  readonly ms: number
}

export interface Usage {
  /** Processor time of all threads, in µs. */
  readonly cpu: number
  /** In bytes. */
  readonly rss: number
  /** Heap and external memory, in bytes. */
  readonly kept: number
}

export interface ProgramOptions {
  readonly scope?: Scope
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly args?: readonly string[]
  readonly nodeArgs?: readonly string[]
  readonly node?: string
  readonly cwd?: string
  readonly messages?: boolean
}

export class Program {
  readonly child: ChildProcess
  /** Resolves after all output was read; null after a signal. */
  readonly exit: Promise<number | null>
  readonly done: Promise<Ran>
  private readonly output = { stdout: '', stderr: '' }

  constructor(
    command: string,
    args: readonly string[],
    { scope, env, cwd, messages }: ProgramOptions = {},
  ) {
    const begun = performance.now()
    this.child = spawn(command, args, {
      env,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe', ...(messages ? ['ipc' as const] : [])],
    })
    for (const name of ['stdout', 'stderr'] as const)
      this.child[name]
        ?.setEncoding('utf8')
        .on('data', (text: string) => (this.output[name] += text))
    this.exit = once(this.child, 'close').then(([status]) => status as number | null)
    this.done = this.exit.then((status) => ({
      status,
      printed: this.printed(),
      ms: performance.now() - begun,
    }))
    scope?.defer(() => this.end('SIGTERM'))
  }

  readonly stdout = (): string => this.output.stdout
  readonly stderr = (): string => this.output.stderr
  readonly printed = (): string => this.output.stdout + this.output.stderr

  get pid(): number {
    return this.child.pid ?? 0
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  get url(): string {
    return /http:\/\/[^\s"]+/.exec(this.printed())?.[0] ?? ''
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  async hasPrinted(text: string): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      const check = () => this.printed().includes(text) && resolve()
      this.child.stdout?.on('data', check)
      this.child.stderr?.on('data', check)
      void this.done.then(({ printed }) =>
        reject(new Error(`${this.child.spawnargs.join(' ')} ended:\n${printed}`)),
      )
      check()
    })
    return this
  }

  async end(signal: NodeJS.Signals, pidOf?: () => number): Promise<number | null> {
    if (!this.running) return null
    const ended = once(this.child, 'exit')
    if (pidOf) process.kill(pidOf(), signal)
    else this.child.kill(signal)
    return ((await ended) as [number | null])[0]
  }

  async usage(collect = false): Promise<Usage> {
    this.child.send(collect ? 'usage after collection' : 'usage')
    for await (const [said] of on(this.child, 'message') as AsyncIterable<[unknown]>)
      if (typeof said === 'object' && said !== null && 'cpu' in said) return said as Usage
    throw new Error('The program cannot say what it has used')
  }
}

const COMPILED = join(import.meta.dirname, '..', '..', '.cache', 'compiled')

export function startProgram(file: string, options: ProgramOptions = {}): Program {
  const { args = [], nodeArgs = [], node = process.execPath } = options
  const env = {
    NODE_COMPILE_CACHE: COMPILED,
    MALLOC_ARENA_MAX: '2',
    ...(options.env ?? process.env),
  }
  return new Program(node, [...nodeArgs, file, ...args], { ...options, env })
}

const METER = join(import.meta.dirname, 'meter.mjs')

export function startMetered(
  scope: Scope,
  file: string,
  { ready, env, ...options }: Omit<ProgramOptions, 'messages' | 'nodeArgs'> & { ready: string },
): Promise<Program> {
  return startProgram(file, {
    ...options,
    scope,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    nodeArgs: ['--expose-gc', '--import', METER],
    messages: true,
  }).hasPrinted(ready)
}

const COMMANDS = join(import.meta.dirname, '..', '..', 'server', 'commands')

export function startCommand(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  scope?: Scope,
): Program {
  const options = { args, env: { RATE_FEED: 'off', NODE_ENV: 'production', ...env } }
  return startProgram(join(COMMANDS, `${name}.ts`), scope ? { ...options, scope } : options)
}
