import type { FastifyInstance } from 'fastify'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/entries.ts'
import {
  changeManualRates,
  type RateChange,
  type RateChanges,
} from '../../contract/entry-changes.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import {
  addDays,
  dayInColombo,
  toDayNumber,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { CUSTOMS_DAYS_AHEAD, type CustomsWeek } from '../../domain/customs-week.ts'
import { toWire } from '../../domain/money.ts'
import type { DayRate, RateSource } from '../../domain/rate-precedence.ts'
import { entryDateError } from '../../domain/rate-warnings.ts'
import {
  DEFAULT_KIND,
  expectedKinds,
  key,
  seriesOf,
  seriesOfKind,
  type Series,
} from '../../domain/series.ts'
import { USUAL_MOVE_DAYS, usualMoveOf } from '../../domain/usual-move.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { t } from '../../text/sentences.ts'
import { invalid } from '../errors.ts'
import { pageFields, serve } from '../http/serve.ts'
import { readRefusals, refuseDoubtful } from '../rates/doubtful-rates.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { RateContext } from '../rates/rate-context.ts'
import {
  missingIn,
  naming,
  readPeriod,
  type RatePeriod,
  type RateSnapshot,
} from '../rates/responses.ts'
import { changeRates } from '../rates/write-rates.ts'
import { changeEntries, readDeleted, type EnteredRate } from './change-entries.ts'
import { readEntriesOfDay, readRecentRates } from './read-entries.ts'
import { entryWarnings } from './warnings.ts'

const PER_PAGE = 20

export function entryRoutes(app: FastifyInstance, deps: RateContext): void {
  readingRoutes(app, deps)
  writingRoutes(app, deps)
}

function warningsAmong({ clock, liveRateBook: live }: RateContext) {
  return (entered: readonly EnteredRate[]) => (entry: EnteredRate) => {
    const otherEntries = entered.filter((each) => each !== entry)
    const rates = new Map(otherEntries.map((each) => [key(each, each.date), each.rate]))
    return entryWarnings(live.book, entry, dayInColombo(clock()), rates)
  }
}

function readingRoutes(app: FastifyInstance, deps: RateContext): void {
  const { readDb, clock, liveRateBook: live } = deps
  const today = () => dayInColombo(clock())
  const warningsFor = warningsAmong(deps)

  serve(app, contract.recentRates, async ({ query }) => {
    const { limit = PER_PAGE, page = 1, ...choice } = query
    // Takes the connection first: queries built while waiting for one made garbage collection
    // slower.
    const { entries, total } = await readDb
      .connection()
      .execute((connection) => readRecentRates(connection, live, { page, limit }, choice))
    return { data: entries, ...pageFields(page, limit, total) }
  })

  serve(app, contract.entriesOfDay, async ({ query: { date = today(), ...of } }) => {
    const isCustoms = of.kind === 'customs'
    if (!isCustoms || date > addDays(today(), CUSTOMS_DAYS_AHEAD))
      refuseLater('date', date, today())
    const rates = await ratesOfDay(deps, date, of)
    const week = isCustoms ? live.book.customsWeeks.get(date) : undefined
    return naming(of, { data: { date, rates, ...(week && { schedule: scheduleOf(week) }) } })
  })

  serve(app, contract.refusedRates, async () => ({
    data: (await readRefusals(readDb, clock())).filter(
      ({ currency, kind, publisher, date }) =>
        live.book.rateOn(seriesOf(currency, kind, publisher), date) === undefined,
    ),
  }))

  serve(app, contract.daysWithRates, ({ query }) => daysResponse(deps.snapshot(), query))

  serve(app, contract.checkManualRate, ({ body: entry }) => {
    refuseLater('date', entry.date, today())
    const replaced = live.book.rateFrom(entry, entry.date, 'manual')
    return {
      data: {
        warnings: warningsFor([entry])(entry),
        replaces: replaced === undefined ? null : toWire(replaced),
      },
    }
  })
}

function writingRoutes(app: FastifyInstance, deps: RateContext): void {
  const { writeOnce } = changeRates(deps)
  const today = () => dayInColombo(deps.clock())
  const warningsFor = warningsAmong(deps)

  serve(app, contract.recordManualRate, (call) =>
    writeOnce(call, async (trx, writer) => {
      const { reason, ...entry } = call.body
      refuseLater('date', entry.date, today())
      const findWarnings = warningsFor([entry])
      refuseDoubtful(call.signedIn, [{ ...entry, warnings: findWarnings(entry) }])
      const [{ before, after, warnings }] = await changeEntries(
        trx,
        { enter: [entry], reason },
        writer,
        findWarnings,
      )
      const message = before ? t.entriesText.updated : t.entriesText.added
      const body = { message, data: after, ...(warnings && { warnings }) }
      return { status: before ? 200 : 201, body }
    }),
  )

  serve(app, contract.deleteManualRate, (call) =>
    writeOnce(call, async (trx, writer) => {
      await changeEntries(trx, { delete: [call.params], ...call.body }, writer)
      return { status: 200, body: { message: t.entriesText.deleted } }
    }),
  )

  serve(app, contract.restoreManualRate, (call) =>
    writeOnce(call, async (trx, writer) => {
      const restore = [{ ...call.params, ...call.body }] as const
      const deleted = await readDeleted(trx, restore)
      refuseDoubtful(
        call.signedIn,
        deleted.map((entry) => ({ ...entry, warnings: warningsFor(deleted)(entry) })),
      )
      const [{ after }] = await changeEntries(trx, { restore }, writer)
      return { status: 200, body: { message: t.entriesText.restored, data: after } }
    }),
  )

  serve(app, changeManualRates, (call) =>
    writeOnce(call, async (trx, writer) => {
      const { enter = [], restore = [] } = call.body
      enter.forEach(({ date }, at) => refuseLater(`enter.${at}.date`, date, today()))
      const entered = [...enter, ...(await readDeleted(trx, restore))]
      const findWarnings = warningsFor(entered)
      refuseDoubtful(
        call.signedIn,
        entered.map((entry, at) => ({ ...entry, line: at + 1, warnings: findWarnings(entry) })),
      )
      const data = await changeEntries(trx, call.body, writer, findWarnings)
      return { status: 200, body: { message: changedMessage(call.body, data), data } }
    }),
  )
}

/** The schema does not know today's date. */
function refuseLater(field: string, date: CalendarDate, today: CalendarDate): void {
  const error = entryDateError(date, today)
  if (error !== undefined) throw invalid({ [field]: [inputErrorSentence(error)] })
}

async function ratesOfDay(
  { readDb, liveRateBook: { book } }: RateContext,
  date: CalendarDate,
  of: KindAndPublisher,
): Promise<ResponseBody<typeof contract.entriesOfDay>['data']['rates']> {
  const entries = await readEntriesOfDay(readDb, date, of)
  return seriesOfKind(of.kind ?? DEFAULT_KIND, of.publisher).map((series) => ({
    currency: series.currency,
    entry: entries.find(({ base_currency }) => base_currency === series.currency) ?? null,
    published: rateOrNull(book.publishedOn(series, date)),
    previous: rateOrNull(book.newestUpTo(series, addDays(date, -1))),
    usual_move: usualMove(book, series, date),
  }))
}

const scheduleOf = ({ firstDay, lastDay, gazette, document }: CustomsWeek) => ({
  first_day: firstDay,
  last_day: lastDay,
  gazette,
  document,
})

function usualMove(book: RateBook, series: Series, date: CalendarDate) {
  const rates = book.ratesOf(series)
  const first = toDayNumber(date) - USUAL_MOVE_DAYS
  const band = usualMoveOf(
    Array.from({ length: USUAL_MOVE_DAYS }, (_, at) => rates.on(first + at)).filter(
      (rate) => rate !== undefined,
    ),
  )
  return band ? { low: toWire(band.low), high: toWire(band.high) } : null
}

type DaysQuery = CheckedInput<typeof contract.daysWithRates>['query']

function daysResponse(
  snapshot: RateSnapshot,
  { publisher, ...days }: DaysQuery,
): ResponseBody<typeof contract.daysWithRates> {
  const series = expectedKinds(publisher).flatMap((kind) => seriesOfKind(kind, publisher))
  const periods = series.map((each) => readPeriod(snapshot, each, days))
  const [{ from, to }] = periods as [RatePeriod]
  const missing = periods.flatMap((period) => missingIn(snapshot, period))
  const rates = new Map<CalendarDate, RateSource>()
  for (const { date, source } of periods.flatMap((period) => period.rates))
    if (source === 'manual' || !rates.has(date)) rates.set(date, source)
  const byDay = new Map(missing.map((each) => [each.date, each]))
  return naming(
    { publisher },
    {
      data: {
        from,
        to,
        rates: [...rates].map(([date, source]) => ({ date, source })).sort(byDate),
        missing: [...byDay.values()].sort(byDate),
      },
    },
  )
}

const byDate = (one: Dated, other: Dated) => (one.date < other.date ? -1 : 1)
interface Dated {
  readonly date: CalendarDate
}

const rateOrNull = (known: DayRate | undefined) =>
  known ? { ...known, rate: toWire(known.rate) } : null

function changedMessage({ restore = [] }: RateChanges, made: readonly RateChange[]): string {
  const acts = made.map(({ before, after }) => {
    if (!after) return 'deleted'
    if (before) return 'updated'
    return restore.some(({ id }) => id === after.id) ? 'restored' : 'added'
  })
  const [act = 'saved', ...otherActs] = acts
  if (made.length === 1 && act !== 'saved') return t.entriesText[act]
  return t.entriesText.changed({
    count: made.length,
    act: otherActs.every((other) => other === act) ? act : 'saved',
  })
}
