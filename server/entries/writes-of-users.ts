import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../base-dependencies.ts'
import type { Transaction } from '../database/schema.ts'
import { once, repeatable } from '../http/idempotency.ts'
import { actorOf } from '../identity/actor.ts'
import type { SignedIn } from '../identity/session.ts'
import { lockRates } from '../rates/write-rates.ts'
import type { Writer } from './record-manual-rate.ts'

/** What a handler of a signed-in user's call gets. */
interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signedIn: SignedIn
}

/**
 * How signed-in users change rates or the calendar: as themselves, at the clock's time, and in one transaction of `transact`, after which
 * whoever asks this process reads what was written.
 */
export function writesOfUsers(
  clock: Clock,
  transact: <T>(act: (trx: Transaction) => Promise<T>) => Promise<T>,
) {
  const writerOf = ({ request, signedIn }: Call): Writer => ({
    actor: actorOf(request),
    signedIn,
    at: clock(),
  })
  return {
    /** Makes a change; gives what `act` gives. */
    write: <T>(call: Call, act: (trx: Transaction, writer: Writer) => Promise<T>): Promise<T> => {
      const writer = writerOf(call)
      return transact((trx) => act(trx, writer))
    },
    /** Makes a change once for the request's `Idempotency-Key`, and answers a repeat as the first. */
    writeOnce: async <Body>(
      call: Call,
      act: (trx: Transaction, writer: Writer) => Promise<{ status: 200 | 201; body: Body }>,
    ): Promise<Body> => {
      const writer = writerOf(call)
      const repeat = repeatable(call.request, call.signedIn.user.id, writer.at)
      const done = await transact(async (trx) => {
        // Before the key, whose row holds the user's: whoever ends their access would wait for all that this waits for, or both for ever.
        await lockRates(trx, writer)
        return once(trx, repeat, () => act(trx, writer))
      })
      call.reply.code(done.status)
      return done.body as Body
    },
  }
}
