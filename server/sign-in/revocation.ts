import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import { countListeners, type Listener } from '../database/listener.ts'
import type { Database } from '../database/schema.ts'

/** Something that signs people in is no more: everyone is to forget what they remember. The payload names the occasion. */
const REVOKED = 'sign_in_revoked'
/** Someone has forgotten; the payload is that of the notice. */
const FORGOTTEN = 'sign_in_forgotten'
/** A process that does not say within this that it has forgotten is not waited for: it is hardly answering calls either. */
const LONGEST_WAIT_MS = 250

/** One revocation, from before it is made until everyone has forgotten. */
interface Occasion {
  announced: boolean
  heard: number
  expected: number
  readonly all: PromiseWithResolvers<void>
}

/** Announces, at the commit of a transaction, that something was revoked in it. */
export type Announce = (trx: Transaction<Database>) => Promise<void>

/**
 * Makes all processes forget together. A notice alone would not do: it reaches each process a moment later, and in that moment
 * a call sent after the logout's answer would pass. So each says when it has forgotten, and the answer waits for all.
 */
export class Revocations {
  private readonly db: Kysely<Database>
  private readonly forget: () => void
  private readonly occasions = new Map<string, Occasion>()

  constructor(db: Kysely<Database>, listener: Listener, forget: () => void) {
    this.db = db
    this.forget = forget
    const onConnect = () => forget()
    listener.subscribe(REVOKED, { onNotice: (name) => this.forgetAndTell(name), onConnect })
    listener.subscribe(FORGOTTEN, { onNotice: (name) => this.count(name), onConnect })
  }

  /** Does what revokes something; if it announces that, this comes back when every process has forgotten. */
  async revoking<T>(revoke: (announce: Announce) => Promise<T>): Promise<T> {
    const name = randomUUID()
    const occasion: Occasion = {
      announced: false,
      heard: 0,
      expected: Infinity,
      all: Promise.withResolvers(),
    }
    this.occasions.set(name, occasion)
    try {
      const result = await revoke(async (trx) => {
        occasion.announced = true
        await sql`SELECT pg_notify(${REVOKED}, ${name})`.execute(trx)
      })
      if (occasion.announced) await this.untilAllForgot(occasion)
      return result
    } finally {
      this.occasions.delete(name)
    }
  }

  private async untilAllForgot(occasion: Occasion): Promise<void> {
    this.forget()
    const timer = setTimeout(() => occasion.all.resolve(), LONGEST_WAIT_MS)
    // What is revoked stays revoked, also where the database is gone the moment after.
    occasion.expected = await countListeners(this.db).catch(() => 0)
    if (occasion.heard >= occasion.expected) occasion.all.resolve()
    await occasion.all.promise
    clearTimeout(timer)
  }

  private forgetAndTell(name: string): void {
    this.forget()
    // A failure means that the database is away: whoever waits for this word stops waiting by itself.
    sql`SELECT pg_notify(${FORGOTTEN}, ${name})`.execute(this.db).catch(() => undefined)
  }

  private count(name: string): void {
    const occasion = this.occasions.get(name)
    if (!occasion) return
    occasion.heard++
    if (occasion.heard >= occasion.expected) occasion.all.resolve()
  }
}
