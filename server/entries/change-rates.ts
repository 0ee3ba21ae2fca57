import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { Transaction } from '../database/schema.ts'
import { once, repeatable } from '../http/idempotency.ts'
import { actorOf, type Act } from '../identity/actor.ts'
import { lockAccess } from '../identity/lock-access.ts'
import type { SignedIn } from '../identity/session.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { lockFacts, RatesLocked, writeRates } from '../rates/write-rates.ts'

/**
 * For how long a change tries to get the lock of the rates, each time in a new transaction: 7 s
 * with the last try, and a screen waits for 10.
 */
const TRIES_FOR_MS = 5400

/** One change at a time tries again: more would keep connections that others need. */
const turns = pLimit(1)

/** What a handler of a signed-in user's call gets. */
interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signedIn: SignedIn
}

/**
 * Runs changes of rates or the calendar for signed-in users, each in a transaction, after which
 * this process reads them. `act` runs under the lock of the rates, and only if the user
 * is still signed in: else 401.
 */
export function changeRates({
  db,
  clock,
  liveRateBook: live,
}: Pick<RateDependencies, 'db' | 'clock' | 'liveRateBook'>) {
  // The instant of the entry, which is recorded last: waiting changes nothing of what was known
  // before.
  const writerOf = ({ request }: Call): Act => ({
    actor: actorOf(request),
    get at() {
      return clock()
    },
  })
  const locked = <T>({ signedIn }: Call, act: (trx: Transaction) => Promise<T>): Promise<T> =>
    tryAgain(() =>
      writeRates(db, live, async (trx) => {
        await lockFacts(trx)
        await lockAccess(trx, signedIn)
        return act(trx)
      }),
    )
  return {
    write: <T>(call: Call, act: (trx: Transaction, writer: Act) => Promise<T>): Promise<T> => {
      const writer = writerOf(call)
      return locked(call, (trx) => act(trx, writer))
    },
    /**
     * Makes a change once for the request's `Idempotency-Key`, and answers a repeat as the first.
     */
    writeOnce: async <Body>(
      call: Call,
      act: (trx: Transaction, writer: Act) => Promise<{ status: 200 | 201; body: Body }>,
    ): Promise<Body> => {
      const writer = writerOf(call)
      const repeat = repeatable(call.request, call.signedIn.user.id, writer.at)
      // The key's row holds the user's. Taken before the locks, whoever ends their access would
      // wait for them too.
      const done = await locked(call, (trx) => once(trx, repeat, () => act(trx, writer)))
      call.reply.code(done.status)
      return done.body as Body
    },
  }
}

/** Makes a change again for as long as the rates are locked. */
function tryAgain<T>(change: () => Promise<T>): Promise<T> {
  const end = performance.now() + TRIES_FOR_MS
  const endsWith = (error: unknown) => !(error instanceof RatesLocked) || performance.now() > end
  const again = async (error: unknown): Promise<T> => {
    if (endsWith(error)) throw error
    return turns(() => (endsWith(error) ? Promise.reject(error as Error) : change())).catch(again)
  }
  return change().catch(again)
}
