import type { FastifyBaseLogger } from 'fastify'
import type { EmailPurpose } from '../../contract/admin.ts'
import type { Context } from '../context.ts'
import { coalesced } from '../database/background-work.ts'
import type { Email } from './compose.ts'
import {
  claimEmails,
  giveUp,
  markSent,
  nextDue,
  postpone,
  WITHDRAWN,
  type ClaimedEmail,
} from './outbox.ts'

export interface Transport {
  /** Rejects with `Refusal` if a retry is useless. Equal content has the same `reference`. */
  deliver(
    email: Email,
    attempt: { readonly reference: string; readonly number: number },
  ): Promise<void>
  close(): void
}

export class Refusal extends Error {}

export type EmailWriterDependencies = Pick<Context, 'db' | 'secretKey' | 'config' | 'clock'>

/** Returns null if the email became worthless. */
type EmailWriter<P extends EmailPurpose> = (
  deps: EmailWriterDependencies,
  claimed: ClaimedEmail<P>,
) => Promise<Email | null>

export type EmailWriters = { readonly [P in EmailPurpose]: EmailWriter<P> }

const MAX_CONCURRENCY = 6
/** Another process may have died with emails claimed. */
const LONGEST_WAIT_MS = 15_000
const SHORTEST_WAIT_MS = 100
const SHUTDOWN_GRACE_MS = 1500

interface EmailWorkerOptions {
  readonly deps: EmailWriterDependencies
  readonly writers: EmailWriters
  readonly transport: Transport
  readonly log: FastifyBaseLogger
}

export class EmailWorker {
  readonly #options: EmailWorkerOptions
  readonly #underWay = new Set<Promise<void>>()
  readonly #takeDueOnce: () => Promise<void>
  #closed = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: EmailWorkerOptions) {
    this.#options = options
    this.#takeDueOnce = coalesced(
      () => this.#takeDue(),
      (err) => {
        options.log.warn({ err }, 'Could not read the email outbox; retrying')
        this.#wakeIn(LONGEST_WAIT_MS)
      },
    )
  }

  wake(): void {
    if (!this.#closed) void this.#takeDueOnce()
  }

  async sendDue(): Promise<void> {
    do {
      await Promise.allSettled([...this.#underWay])
      await this.#takeDueOnce()
    } while (this.#underWay.size > 0)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const cut = setTimeout(() => this.#options.transport.close(), SHUTDOWN_GRACE_MS)
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay])
    clearTimeout(cut)
    this.#options.transport.close()
  }

  #wakeIn(ms: number): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), Math.min(ms, LONGEST_WAIT_MS)).unref()
  }

  async #takeDue(): Promise<void> {
    const { db, clock } = this.#options.deps
    while (!this.#closed && this.#underWay.size < MAX_CONCURRENCY) {
      const claimed = await claimEmails(db, clock(), MAX_CONCURRENCY - this.#underWay.size)
      if (claimed.length === 0) break
      for (const email of claimed) this.#start(email)
    }
    const due = await nextDue(db)
    const wait = due ? due.getTime() - clock().getTime() : LONGEST_WAIT_MS
    this.#wakeIn(Math.max(SHORTEST_WAIT_MS, wait))
  }

  #start(claimed: ClaimedEmail): void {
    const attempt = this.#attempt(claimed)
      .catch((err: unknown) =>
        this.#options.log.warn(
          { err, email: claimed.id },
          'Could not record the result of an email; retrying later',
        ),
      )
      .finally(() => {
        this.#underWay.delete(attempt)
        this.wake()
      })
    this.#underWay.add(attempt)
  }

  async #attempt(claimed: ClaimedEmail): Promise<void> {
    const { deps, transport, log } = this.#options
    const { db, clock } = deps
    const { id, attempts, expiresAt } = claimed
    if (expiresAt <= clock()) {
      log.warn({ email: id }, 'An email expired before a mail server accepted it')
      return giveUp(db, id, 'expired', clock())
    }
    try {
      const email = await this.#write(claimed)
      if (!email) {
        await giveUp(db, id, WITHDRAWN, clock())
        return
      }
      await transport.deliver(email, { reference: makeReference(claimed), number: attempts })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn(
        { email: id, attempt: attempts, why: reason },
        'The mail server did not accept an email',
      )
      if (error instanceof Refusal) return giveUp(db, id, reason, clock())
      return postpone(db, claimed, reason, clock())
    }
    await markSent(db, id, clock())
  }

  #write(claimed: ClaimedEmail): Promise<Email | null> {
    const { deps, writers } = this.#options
    return (writers[claimed.purpose] as EmailWriter<EmailPurpose>)(deps, claimed)
  }
}

/** Each attempt with a code is different, because mail servers drop duplicates. */
function makeReference({ id, purpose, createdAt, attempts }: ClaimedEmail): string {
  const email = `${id}.${createdAt.getTime().toString(36)}`
  return purpose === 'sign-in code' ? `${email}.${attempts}` : email
}
