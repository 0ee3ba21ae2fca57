/** How long everything together may take to stop. */
const patienceMs = 5000

/**
 * A Ctrl-C reaches a program more than once: from the terminal, from npm, from the script that started it. Only one that
 * comes this much later is a person's second.
 */
const sameKeyPressMs = 500

/**
 * Stops what was started, last first, each step within its time: on SIGINT or SIGTERM with status 0, on a failure with 1.
 * A second signal ends the program at once.
 */
export class Shutdown {
  readonly #steps: { stop: () => Promise<unknown>; withinMs: number }[] = []
  #begunAt: number | undefined

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (this.#begunAt !== undefined && performance.now() - this.#begunAt > sameKeyPressMs) process.exit(1)
        void this.end(0)
      })
  }

  /** Whether the end has begun; what is started from now on has to be stopped by whoever starts it. */
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
    setTimeout(() => process.exit(1), patienceMs)
    for (const { stop, withinMs } of this.#steps) await Promise.race([settled(stop()), delay(withinMs)])
    process.exit(status)
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** One thing that does not stop must not keep the others from it. */
const settled = (work: Promise<unknown>) => work.catch(() => undefined)
