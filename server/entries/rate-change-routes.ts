import type { FastifyInstance } from 'fastify'
import type { ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/rates/rate-changes.ts'
import {
  rateChangesFor,
  type RateChange,
  type RateChanges,
} from '../../contract/rates/rate-changes.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import { addDays, dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { inputError } from '../../domain/input-error.ts'
import { toWire } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, key, seriesOfKind } from '../../domain/series.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { invalid } from '../errors.ts'
import { serve } from '../http/serve.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { naming } from '../rates/public-responses.ts'
import { changeManualRates } from './change-manual-rates.ts'
import { checkManualRate } from './check-manual-rate.ts'
import { readEntriesOfDay } from './manual-rate-queries.ts'
import { changeRates } from './change-rates.ts'
import { t } from '../../text/sentences.ts'

/** A day's entries beside what is known of it, and several entries changed in one step. */
export function rateChangeRoutes(app: FastifyInstance, deps: RateDependencies): void {
  const { clock, liveRateBook: live } = deps
  const { writeOnce } = changeRates(deps)
  const today = () => dayInColombo(clock())

  serve(app, contract.entriesOfDay, async ({ query: { date = today(), ...of } }) => {
    if (date > today())
      throw invalid({ date: [inputErrorSentence(inputError('date after today', today()))] })
    return naming(of, { data: { date, rates: await ratesOfDay(deps, date, of) } })
  })

  serve(
    app,
    contract.changeManualRates,
    (call) =>
      writeOnce(call, async (trx, writer) => {
        const data = await changeManualRates(trx, call.body, writer, (entry) =>
          checkManualRate(live.book, entry, otherRates(call.body, entry)),
        )
        return { status: 200, body: { message: messageOf(call.body, data), data } }
      }),
    { body: rateChangesFor(today) },
  )
}

async function ratesOfDay(
  { readDb, liveRateBook: { book } }: RateDependencies,
  date: CalendarDate,
  of: KindAndPublisher,
): Promise<ResponseBody<typeof contract.entriesOfDay>['data']['rates']> {
  const entries = await readEntriesOfDay(readDb, date, of)
  return seriesOfKind(of.kind ?? DEFAULT_KIND, of.publisher).map((series) => ({
    currency: series.currency,
    entry: entries.find(({ base_currency }) => base_currency === series.currency) ?? null,
    published: wireOf(book.publishedOn(series, date)),
    previous: wireOf(book.newestUpTo(series, addDays(date, -1))),
  }))
}

const wireOf = (known: DayRate | undefined) =>
  known ? { ...known, rate: toWire(known.rate) } : null

/** The rates that one request enters beside one of them: the other side's, or another day's. */
function otherRates(changes: RateChanges, entry: NonNullable<RateChanges['enter']>[number]) {
  const others = (changes.enter ?? []).filter((each) => each !== entry)
  return new Map(others.map((each) => [key(each, each.date), each.rate]))
}

/** What a single change is responded to with elsewhere too; several are counted. */
function messageOf({ restore = [] }: RateChanges, made: readonly RateChange[]): string {
  const acts = made.map(({ before, after }) => {
    if (!after) return 'deleted'
    if (before) return 'updated'
    return restore.some(({ id }) => id === after.id) ? 'restored' : 'added'
  })
  const [act = 'saved', ...others] = acts
  if (made.length === 1 && act !== 'saved') return t.entriesText[act]
  return t.entriesText.changed({
    count: made.length,
    act: others.every((other) => other === act) ? act : 'saved',
  })
}
