import { inspect } from 'node:util'
import { StartError } from '../start-error.ts'

/** How long everything together may take to stop. */
const timeoutMs = 5000

/**
 * A Ctrl-C arrives more than once: from the terminal, npm and the starting script. A user's second
 * comes later than this.
 */
const sameKeyPressMs = 500

/**
 * Stops what was started, last first, each step within its time: on a signal with status 0, on a
 * failure with 1. A second signal ends the program at once.
 */
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

  /**
   * Guards the start: a Ctrl-C waits for what has to be stopped; a failure is reported (a
   * StartError as its sentence) and ends with status 1.
   */
  async guard(starting: Promise<void>): Promise<void> {
    this.#starting = starting
    try {
      await starting
    } catch (error) {
      process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`)
      await this.end(1)
    }
  }

  /** Whether the end has begun; nothing more should be started. */
  get begun(): boolean {
    return this.#begunAt !== undefined
  }

  /** Notes how to stop what has just been started. */
  add(withinMs: number, stop: () => Promise<unknown>): void {
    this.#steps.unshift({ stop, withinMs })
  }

  /** Stops everything and ends the program. */
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

/** One thing that does not stop must not keep the others from it. */
const finished = (work: Promise<unknown>) => work.catch(() => undefined)
