import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A program of Node's in a process of its own, with what it has printed so far. */
export interface Program {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves to the exit status once everything printed has been read; null after a signal. */
  readonly exit: Promise<number | null>
  readonly running: () => boolean
  /** Waits until it has printed a text. Throws what it printed if it ends before. */
  hasPrinted(text: string): Promise<void>
  /** Sends a signal and waits for the end; null where it did not run. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  /** The whole environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly args?: readonly string[]
  readonly nodeArgs?: readonly string[]
  /** Another Node than this one. */
  readonly node?: string
  readonly cwd?: string
  /** The process has a channel for messages. */
  readonly messages?: boolean
}

/** Starts a file with Node; whoever starts it has to end it. */
export function startProgram(file: string, options: ProgramOptions = {}): Program {
  const { env, cwd, args = [], nodeArgs = [], node = process.execPath, messages = false } = options
  const child = spawn(node, [...nodeArgs, file, ...args], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', ...(messages ? ['ipc' as const] : [])],
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (printed[name] += text))
  const exit = once(child, 'close').then(([status]) => status as number | null)
  const running = () => child.exitCode === null && child.signalCode === null
  return {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    exit,
    running,
    hasPrinted: (text) =>
      new Promise((resolve, reject) => {
        const all = () => printed.stdout + printed.stderr
        const look = () => {
          if (all().includes(text)) resolve()
        }
        child.stdout?.on('data', look)
        child.stderr?.on('data', look)
        void exit.then(() => reject(new Error(`${file} ended:\n${all()}`)))
        look()
      }),
    async end(signal) {
      if (!running()) return null
      const ended = once(child, 'exit')
      child.kill(signal)
      const [status] = (await ended) as [number | null]
      return status
    },
  }
}
