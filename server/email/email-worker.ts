import type { FastifyBaseLogger } from 'fastify'
import { coalesced } from '../database/coalesced.ts'
import type { Db } from '../database/schema.ts'
import type { Clock } from '../base-dependencies.ts'
import type { Email } from './compose-email.ts'
import { claimEmails, giveUp, markSent, nextDue, postpone, type ClaimedEmail } from './outbox.ts'
import { decryptEmail } from './encrypted-email.ts'

/** Hands emails to a mail server. */
export interface Transport {
  /**
   * Resolves once someone else is responsible for the email; rejects with a `Refusal` where trying
   * again is no use. `reference` is the same at each attempt.
   */
  deliver(
    email: Email,
    attempt: { readonly reference: string; readonly number: number },
  ): Promise<void>
  /** Ends attempts under way. */
  close(): void
}

/** Nobody will ever take this email, such as for a mailbox that does not exist. */
export class Refusal extends Error {}

/** Emails on their way at once. */
const MAX_CONCURRENCY = 6
/**
 * The outbox is looked through so often also when nothing was announced: another process may have
 * died.
 */
const LONGEST_WAIT_MS = 15_000
const SHORTEST_WAIT_MS = 100
/** How long a stop waits for attempts under way before it cuts them off. */
const SHUTDOWN_GRACE_MS = 1500

export interface EmailWorkerOptions {
  readonly db: Db
  readonly secretKeys: readonly Buffer[]
  readonly clock: Clock
  readonly transport: Transport
  readonly log: FastifyBaseLogger
}

/**
 * Empties the outbox: at once when woken, else when an email is due again. Several processes share
 * the work.
 */
export class EmailWorker {
  private readonly options: EmailWorkerOptions
  private readonly underWay = new Set<Promise<void>>()
  private readonly look: () => Promise<void>
  private closed = false
  private timer: NodeJS.Timeout | undefined

  constructor(options: EmailWorkerOptions) {
    this.options = options
    this.look = coalesced(
      () => this.takeDue(),
      (err) => {
        options.log.warn({ err }, 'The outbox could not be read; it is tried again')
        this.wakeIn(LONGEST_WAIT_MS)
      },
    )
  }

  /** There is a new email. Returns at once. */
  wake(): void {
    if (!this.closed) void this.look()
  }

  /** Waits a moment for what is under way, cuts it off, and takes nothing more. */
  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    const cut = setTimeout(() => this.options.transport.close(), SHUTDOWN_GRACE_MS)
    while (this.underWay.size > 0) await Promise.allSettled([...this.underWay])
    clearTimeout(cut)
    this.options.transport.close()
  }

  private wakeIn(ms: number): void {
    if (this.closed) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.wake(), Math.min(ms, LONGEST_WAIT_MS)).unref()
  }

  private hasRoom(): boolean {
    return !this.closed && this.underWay.size < MAX_CONCURRENCY
  }

  private async takeDue(): Promise<void> {
    const { db, clock } = this.options
    while (this.hasRoom()) {
      const claimed = await claimEmails(db, clock(), MAX_CONCURRENCY - this.underWay.size)
      if (claimed.length === 0) break
      for (const email of claimed) this.start(email)
    }
    const due = await nextDue(db)
    this.wakeIn(
      due ? Math.max(SHORTEST_WAIT_MS, due.getTime() - clock().getTime()) : LONGEST_WAIT_MS,
    )
  }

  private start(claimed: ClaimedEmail): void {
    const { log } = this.options
    const attempt = this.attempt(claimed)
      .catch((error: unknown) =>
        log.warn({ err: error, email: claimed.id }, 'An email is tried again later'),
      )
      .finally(() => {
        this.underWay.delete(attempt)
        this.wake()
      })
    this.underWay.add(attempt)
  }

  private async attempt(claimed: ClaimedEmail): Promise<void> {
    const { db, secretKeys, clock, transport, log } = this.options
    const { id, attempts } = claimed
    if (claimed.expires_at <= clock()) {
      log.warn({ email: id }, 'An email expired before any mail server took it')
      await giveUp(db, id, 'expired', clock())
      return
    }
    try {
      const email = decryptEmail(secretKeys, claimed.encrypted)
      const reference = `${id}.${claimed.encrypted.subarray(0, 12).toString('hex')}`
      await transport.deliver(email, { reference, number: attempts })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log.warn({ email: id, attempt: attempts, why }, 'An email was not taken')
      if (error instanceof Refusal) await giveUp(db, id, why, clock())
      else await postpone(db, claimed, why, clock())
      return
    }
    await markSent(db, id, clock())
  }
}
