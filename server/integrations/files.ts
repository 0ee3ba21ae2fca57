import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { dayValue, monthValue, rateExport } from '../../contract/integrations.ts'
import { addDays, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { CSV_COLUMNS, DECIDED_COLUMNS } from '../../domain/imports/own-files.ts'
import { readExportName, type AccountingFormat } from '../../domain/integrations.ts'
import { formatPerUnit, fromWire } from '../../domain/money.ts'
import { monthOf, periodResult, periodsFromTo, type DatedRate } from '../../domain/period.ts'
import { MONTH_RULES } from '../../domain/policy.ts'
import { DEFAULT_KIND, seriesOf, type Series } from '../../domain/series.ts'
import { rightsTo } from '../../domain/source-rights.ts'
import { t } from '../../text/sentences.ts'
import { ApiError } from '../errors.ts'
import { withPauses } from '../event-loop.ts'
import { PlaceLimiter } from '../http/limits.ts'
import { matchesEtag, PUBLIC_CACHE } from '../http/response-cache.ts'
import { attach, serve } from '../http/serve.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { decide, decidedRate, findDecided, nameBasis, type Basis } from '../policies/decision.ts'
import {
  currentRateResponse,
  fullRateName,
  noRateOn,
  readPeriod,
  type RatePeriod,
} from '../rates/responses.ts'
import { csvLine } from '../text/spreadsheet.ts'

/** A year and the month before it. */
const USUAL_DAYS = 400
/** 30 years of all rates are 3.5 MB until the slowest client has them. */
const LIMITS = { inAll: 40, toOne: 4 }

export function exportRoute(app: FastifyInstance, deps: RateContext): void {
  const places = new PlaceLimiter(LIMITS)
  serve(app, rateExport, async ({ params, query, request, reply }) => {
    // Later changes must not reach a file that is being sent.
    const snapshot = deps.snapshot()
    const { book } = snapshot
    const { kind = DEFAULT_KIND, publisher, to = snapshot.today, policy, known_at } = query
    const { from = addDays(to, 1 - USUAL_DAYS) } = query
    const { currency, format } = readExportName(params.file)
    const of = currency === undefined ? currencies() : [currency]
    const decision = policy && (await decide(deps, request, snapshot, { policy, known_at }, of))
    const periods = of.map((each) =>
      readPeriod(
        { ...snapshot, ...(decision && { today: decision.today }) },
        seriesOf(each, kind, publisher),
        { from, to },
      ),
    )
    // `USD-LKR-indicative-2025-04-01-to-2026-03-31.beancount`
    const chosen = decision
      ? [policy, ...(known_at ? [`as-of-${known_at.replaceAll(/[^\dTZ-]/g, '')}`] : [])]
      : [...(publisher ? [publisher] : []), kind]
    const days = `${from}-to-${to}`
    const fileName = `${currency ?? 'all'}-LKR-${chosen.join('-')}-${days}.${format}`
    const etag = `"${hash('sha256', `${fileName} ${book.feed} ${book.version}`, 'base64url').slice(0, 22)}"`
    attach(reply, fileName).headers({ ...PUBLIC_CACHE, etag })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const free = places.take(request)
    if (!free)
      throw new ApiError('unavailable', t.integrationsText.tooManyExports, { retryAfter: 2 })
    reply.type(FORMATS[format].type)
    if (decision) nameBasis(reply, decision)
    const rows = decision ? decidedRows(decision, of, { from, to }) : rateRows(periods)
    const form = decision && format === 'csv' ? decidedTable(decision) : FORMATS[format]
    const head = describe(format, book, decision, { kind, publisher })
    return Readable.from(withPauses(fileText(head + form.heading, form.line, rows))).once(
      'close',
      free,
    )
  })
}

export function valueRoutes(app: FastifyInstance, deps: RateContext): void {
  serve(app, dayValue, async ({ params, query, request, reply }) => {
    const snapshot = deps.snapshot()
    const { currency } = params
    const { policy, known_at } = query
    if (policy) {
      const decision = await decide(deps, request, snapshot, { policy, known_at }, [currency])
      const day = params.date === 'latest' ? decision.today : params.date
      const { rate, date } = decidedRate(decision, currency, day)
      nameBasis(reply, decision)
      return writeValue(reply, { currency, rate, date })
    }
    const series = seriesOf(currency, query.kind, query.publisher)
    const day = params.date === 'latest' ? snapshot.today : params.date
    const { rate, date } = currentRateResponse(snapshot, series, day).data
    if (query.strict === '1' && date !== day) {
      throw noRateOn(series, day, snapshot)
    }
    return writeValue(reply, { currency, rate: fromWire(rate), date })
  })

  serve(app, monthValue, ({ params: { currency, month, figure }, query, reply }) => {
    const snapshot = deps.snapshot()
    const series = seriesOf(currency, query.kind, query.publisher)
    const [period] = periodsFromTo('month', month, month)
    const figures = period && periodResult(period, snapshot.book.ratesOf(series), snapshot).figures
    if (!figures)
      throw new ApiError(
        'not_found',
        t.ratesText.noneInMonth({ name: fullRateName(series), month }),
      )
    const { closing, averagePublished } = figures
    const value: Pick<DatedRate, 'rate'> = figure === 'closing' ? closing : averagePublished
    return writeValue(reply, { currency, rate: value.rate, date: closing.date })
  })
}

function writeValue(
  reply: FastifyReply,
  { currency, rate, date }: DatedRate & Pick<Series, 'currency'>,
): string {
  reply.type('text/plain; charset=utf-8').header('rate-date', date)
  return `${formatPerUnit(rate, unitsOf(currency))}\n`
}

interface Row extends Series {
  readonly date: CalendarDate
  /** Rupees for one unit, with 4 decimals or more. */
  readonly rate: string
  readonly isFirst: boolean
  /** The rate's own day in a file by policy. */
  readonly rateDate?: CalendarDate
}

interface FileFormat {
  readonly type: string
  readonly heading: string
  readonly line: (row: Row) => string
}

const TEXT = { type: 'text/plain; charset=utf-8', heading: '' }
const table = (heading: readonly string[], cells: (row: Row) => (string | null)[]): FileFormat => ({
  type: 'text/csv; charset=utf-8',
  heading: csvLine(heading),
  line: (row) => csvLine(cells(row)),
})

const FORMATS: Readonly<Record<AccountingFormat, FileFormat>> = {
  beancount: {
    ...TEXT,
    line: ({ date, currency, rate }) => `${date} price ${currency} ${rate} ${TARGET_CURRENCY}\n`,
  },
  ledger: {
    ...TEXT,
    line: ({ date, currency, rate }) => `P ${date} ${currency} ${rate} ${TARGET_CURRENCY}\n`,
  },
  csv: table(CSV_COLUMNS, ({ date, currency, rate, kind, publisher }) => [
    ...[date, currency, rate, kind],
    ...[publisher ?? null, '1'],
  ]),
  // A row without an id belongs to the record above it.
  'odoo.csv': table(
    ['id', 'rate_ids/name', 'rate_ids/inverse_company_rate'],
    ({ date, currency, rate, isFirst }) => [isFirst ? `base.${currency}` : null, date, rate],
  ),
}

/** Some 7 KB. */
const LINES_AT_ONCE = 200

function* fileText(head: string, line: FileFormat['line'], rows: Iterable<Row>): Generator<string> {
  let [text, lines] = [head, 0]
  for (const row of rows) {
    text += line(row)
    if (++lines % LINES_AT_ONCE > 0) continue
    yield text
    text = ''
  }
  yield text
}

/** Odoo's file has no place for a remark. */
const COMMENTS: Readonly<Partial<Record<AccountingFormat, string>>> = {
  beancount: ';',
  ledger: ';',
  csv: '#',
}

/** A CSV of rates begins with its headings, so that it can be read back. */
function describe(
  format: AccountingFormat,
  book: RateBook,
  decision: Basis | undefined,
  series: Pick<Partial<Series>, 'kind' | 'publisher'>,
): string {
  const mark = COMMENTS[format]
  const { kind, publisher } = decision?.policy ?? series
  const isJournal = format === 'beancount' || format === 'ledger'
  const isPublished = isJournal && !publisher && kind !== 'customs'
  const sources = (isPublished ? book.publishedSources : []).flatMap((source) => {
    const rights = rightsTo(source)
    return rights ? [t.integrationsText.rights({ source, ...rights })] : []
  })
  const months = decision && isByMonth(decision) && mark ? [t.integrationsText.finishedMonths] : []
  return [...sources, ...months].map((remark) => `${mark} ${remark}\n`).join('')
}

const isByMonth = ({ policy }: Basis) => MONTH_RULES.includes(policy.rule)

/** Has other columns than an importable file, because its days are not those of the rates. */
const decidedTable = ({ named }: Basis): FileFormat =>
  table(DECIDED_COLUMNS, ({ date, currency, rate, rateDate = null }) => [
    ...[date, currency, rate, named?.name ?? null],
    ...[String(named?.version ?? 0), rateDate],
  ])

/** A row for each day or finished month, with the day of the rate that the policy takes. */
function* decidedRows(
  decision: Basis,
  of: readonly Currency[],
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Generator<Row> {
  const days = isByMonth(decision)
    ? periodsFromTo('month', monthOf(from), monthOf(to))
        .map((month) => month.to)
        .filter((day) => day >= from && day <= to && day < decision.today)
    : daysFromTo(from, to)
  for (const currency of of) {
    let isFirst = true
    for (const date of days) {
      const found = findDecided(decision, currency, date)
      if (!found) continue
      const rate = formatPerUnit(found.rate, unitsOf(currency))
      yield { currency, kind: decision.policy.kind, date, rate, isFirst, rateDate: found.date }
      isFirst = false
    }
  }
}

function* rateRows(periods: readonly RatePeriod[]): Generator<Row> {
  for (const { series, rates } of periods)
    for (const [at, { date, rate }] of rates.entries()) {
      const perUnit = formatPerUnit(rate, unitsOf(series.currency))
      yield { ...series, date, rate: perUnit, isFirst: at === 0 }
    }
}
