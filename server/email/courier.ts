import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Clock } from '../dependencies.ts'
import type { Letter } from './letter.ts'
import { claimLetters, giveUp, markSent, nextDue, postpone, type ClaimedLetter } from './outbox.ts'
import { openLetter } from './sealed-letter.ts'

/** Takes letters out of the house. */
export interface Carrier {
  /**
   * Resolves once someone else is responsible for the letter. Rejects with a `Refusal` where trying again is no use.
   * `reference` is the same at each attempt for one letter.
   */
  deliver(letter: Letter, attempt: { readonly reference: string; readonly number: number }): Promise<void>
  /** Ends attempts under way. */
  close(): void
}

/** Nobody will ever take this letter, such as for a mailbox that does not exist. */
export class Refusal extends Error {}

/** Letters on their way at once. */
const MOST_AT_ONCE = 6
/** The outbox is looked through so often also when nothing was announced: another process may have died. */
const LONGEST_WAIT_MS = 15_000
const SHORTEST_WAIT_MS = 100
/** How long a stop waits for attempts under way before it cuts them off. */
const FAREWELL_MS = 1500

export interface CourierParts {
  readonly db: Kysely<Database>
  readonly secretKeys: readonly Buffer[]
  readonly clock: Clock
  readonly carrier: Carrier
  readonly log: FastifyBaseLogger
}

/** Empties the outbox: at once when woken, else when a letter is due again. Several processes share the work. */
export class Courier {
  private readonly parts: CourierParts
  private readonly underWay = new Set<Promise<void>>()
  private looking = false
  /** Goes up with each call of `wake`, so that one that comes during a look is not lost. */
  private wakes = 0
  private closed = false
  private timer: NodeJS.Timeout | undefined

  constructor(parts: CourierParts) {
    this.parts = parts
  }

  /** There is a new letter. Returns at once. */
  wake(): void {
    this.wakes++
    if (!this.looking && !this.closed) void this.look()
  }

  /** Waits a moment for what is under way, cuts it off, and takes nothing more. */
  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    const cut = setTimeout(() => this.parts.carrier.close(), FAREWELL_MS)
    while (this.underWay.size > 0) await Promise.allSettled([...this.underWay])
    clearTimeout(cut)
    this.parts.carrier.close()
  }

  private async look(): Promise<void> {
    const { db, clock, log } = this.parts
    this.looking = true
    let wait = LONGEST_WAIT_MS
    try {
      let seen
      do {
        seen = this.wakes
        await this.takeDue()
      } while (seen !== this.wakes && this.hasRoom())
      const due = await nextDue(db)
      if (due) wait = Math.max(SHORTEST_WAIT_MS, due.getTime() - clock().getTime())
    } catch (error) {
      log.warn({ err: error }, 'The outbox could not be read; it is tried again')
    }
    this.looking = false
    if (this.closed) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.wake(), Math.min(wait, LONGEST_WAIT_MS))
    this.timer.unref()
  }

  private hasRoom(): boolean {
    return !this.closed && this.underWay.size < MOST_AT_ONCE
  }

  private async takeDue(): Promise<void> {
    const { db, clock } = this.parts
    while (this.hasRoom()) {
      const claimed = await claimLetters(db, clock(), MOST_AT_ONCE - this.underWay.size)
      if (claimed.length === 0) return
      for (const letter of claimed) this.start(letter)
    }
  }

  private start(claimed: ClaimedLetter): void {
    const { log } = this.parts
    const attempt = this.attempt(claimed)
      .catch((error: unknown) =>
        log.warn({ err: error, letter: claimed.id }, 'A letter is tried again later'),
      )
      .finally(() => {
        this.underWay.delete(attempt)
        this.wake()
      })
    this.underWay.add(attempt)
  }

  private async attempt(claimed: ClaimedLetter): Promise<void> {
    const { db, secretKeys, clock, carrier, log } = this.parts
    const { id, attempts } = claimed
    if (claimed.expires_at <= clock()) {
      log.warn({ letter: id }, 'A letter expired before any mail server took it')
      await giveUp(db, id, 'expired', clock())
      return
    }
    try {
      const letter = openLetter(secretKeys, claimed.sealed)
      const reference = `${id}.${claimed.sealed.subarray(0, 12).toString('hex')}`
      await carrier.deliver(letter, { reference, number: attempts })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log.warn({ letter: id, attempt: attempts, why }, 'A letter was not taken')
      if (error instanceof Refusal) await giveUp(db, id, why, clock())
      else await postpone(db, claimed, why, clock())
      return
    }
    await markSent(db, id, clock())
  }
}
