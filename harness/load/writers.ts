import { setTimeout as pause } from 'node:timers/promises'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import { asSuperuser, type SuperuserAccess } from '../database/postgres.ts'
import { check, none, type Figure } from '../figure.ts'
import { until } from '../until.ts'
import type { HttpClient, ResponseBody } from './http-client.ts'
import { repeat } from './repeat.ts'
import { Counter } from './counter.ts'
import type { User } from '../users/sign-in-users.ts'

export const isServed = ({ status }: { readonly status: number }): boolean =>
  status === 200 || status === 201

const PAUSE_AFTER_FAILURE_MS = 50
const REFUSED_WITHIN_MS = 3000

export type Writers = ReturnType<typeof startWriters>

/** Each write carries an Idempotency-Key and is repeated until it is acknowledged. */
export function startWriters(clients: readonly HttpClient[], users: readonly User[], pauseMs = 0) {
  const today = dayInColombo(new Date())
  const acknowledged: string[] = []
  const tries: ResponseBody[] = []
  let begun = 0
  const nextWrite = (user: User, base_currency: Currency) => {
    const number = ++begun
    const body = {
      date: addDays(today, -(number % 90)),
      base_currency,
      rate: Number((300 + number / 10_000).toFixed(4)),
    }
    // Each from its own network, whose limit is 600 changes a minute.
    const network = { 'x-forwarded-for': `10.9.${(number >> 8) & 255}.${number & 255}` }
    const headers = { ...user.headers, ...network, 'idempotency-key': `write-${number}` }
    return { method: 'POST', path: '/api/exchange-rate/manual', headers, body }
  }
  const writing = repeat(users.length, async (writer) => {
    const call = nextWrite(users[writer]!, currencies()[writer % currencies().length]!)
    const isTaken = async () => {
      const response = await clients[writer % clients.length]!.attempt(call)
      tries.push(response)
      return isServed(response)
    }
    while (!(await isTaken())) await pause(PAUSE_AFTER_FAILURE_MS)
    acknowledged.push(call.body.rate.toFixed(4))
    if (pauseMs > 0) await pause(pauseMs)
  })
  return {
    /** Each rate is unique, so that it can be found in the database. */
    acknowledged: acknowledged as readonly string[],
    tries: tries as readonly ResponseBody[],
    notServed: () => tries.filter((each) => !isServed(each)),
    stop: (timeoutMs?: number) => writing.stop(timeoutMs),
    async untilAcknowledged(count: number): Promise<void> {
      const goal = acknowledged.length + count
      const isReached = () => acknowledged.length >= goal
      await until(`${count} more writes are acknowledged`, isReached, { everyMs: 5 })
    },
  }
}

export function refusals({ tries, notServed }: Writers): Figure[] {
  const refused = notServed()
  const others = new Counter<string>()
  for (const { status, headers, failure } of refused)
    if (status !== 503 || headers['retry-after'] === undefined)
      others.note(failure ?? String(status))
  const slowest = Math.max(0, ...tries.map(({ ms }) => ms))
  return [
    none(
      `of ${refused.length} writes refused otherwise than by 503 and Retry-After`,
      others.total,
      others.words,
    ),
    check('the slowest answer to a write', slowest, 'ms', { atMost: REFUSED_WITHIN_MS }),
  ]
}

interface Count extends Record<string, unknown> {
  rate: string
  count: number
}

/** Each acknowledged rate must be exactly once in the history and once in the audit trail. */
export async function compareWithDatabase(
  acknowledged: readonly string[],
  database: SuperuserAccess,
): Promise<Figure[]> {
  const entered = await counts(
    database,
    `SELECT rate::text, count(*)::int FROM public.change WHERE source = 'manual' AND rate IS NOT NULL GROUP BY rate`,
  )
  const audited = await counts(
    database,
    `SELECT c.rate::text, count(*)::int FROM public.audit_entry e JOIN public.change c ON c.version = e.first_change
     WHERE e.action IN ('create exchange rate', 'update exchange rate') GROUP BY 1`,
  )
  const lost = acknowledged.filter((rate) => !entered.has(rate)).length
  const doubled = [...entered.values()].filter((count) => count > 1).length
  const rates = new Set([...entered.keys(), ...audited.keys()])
  const unaudited = [...rates].filter((rate) => entered.get(rate) !== audited.get(rate)).length
  return [
    check('writes acknowledged', acknowledged.length, '', { atLeast: 1 }),
    none('of them lost', lost),
    none('of them doubled', doubled),
    none('without their audit entry', unaudited),
  ]
}

async function counts(database: SuperuserAccess, statement: string): Promise<Map<string, number>> {
  const rows = await asSuperuser<Count>(database, statement)
  return new Map(rows.map(({ rate, count }) => [rate, count]))
}
