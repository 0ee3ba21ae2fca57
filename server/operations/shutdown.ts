import { inspect } from 'node:util'
import { StartError } from '../start-error.ts'

const timeoutMs = 5000

/** One Ctrl-C arrives several times: from the terminal, npm and the starting script. */
const sameKeyPressMs = 500

/** Stops what was started, last first: on a signal with status 0, after a failure with 1. */
export class Shutdown {
  readonly #steps: { stop: () => Promise<unknown>; withinMs: number }[] = []
  #begunAt: number | undefined
  #starting: Promise<void> = Promise.resolve()

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (this.#begunAt !== undefined && performance.now() - this.#begunAt > sameKeyPressMs)
          process.exit(1)
        void this.end(0)
      })
  }

  async guard(starting: Promise<void>): Promise<void> {
    this.#starting = starting
    try {
      await starting
    } catch (error) {
      process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`)
      await this.end(1)
    }
  }

  get begun(): boolean {
    return this.#begunAt !== undefined
  }

  add(withinMs: number, stop: () => Promise<unknown>): void {
    this.#steps.unshift({ stop, withinMs })
  }

  async end(status: number): Promise<void> {
    if (this.begun) return
    this.#begunAt = performance.now()
    setTimeout(() => process.exit(1), timeoutMs)
    await Promise.race([finished(this.#starting), delay(2000)])
    for (const { stop, withinMs } of this.#steps)
      await Promise.race([finished(stop()), delay(withinMs)])
    process.exit(status)
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const finished = (work: Promise<unknown>) => work.catch(() => undefined)
