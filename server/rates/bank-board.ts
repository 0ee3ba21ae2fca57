import type { FastifyInstance } from 'fastify'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/rates/bank-board.ts'
import { businessDaysAfter } from '../../domain/bank-holiday.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, unitsFields, unitsOf, type Currency } from '../../domain/currency.ts'
import { formatPerUnit, fromWire, toWire } from '../../domain/money.ts'
import { publisherName, publishers, seriesOf, type Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { serve } from '../http/serve.ts'
import type { Spreadsheet } from '../text/spreadsheet.ts'
import { serveTable } from './downloads.ts'
import { MAIN } from './rate-book.ts'
import type { RateContext } from './rate-context.ts'
import { customsResponse, refuseFuture, USUAL_DAYS, type RateSnapshot } from './responses.ts'

type Query = CheckedInput<typeof contract.bankBoard>['query']
type Board = ResponseBody<typeof contract.bankBoard>['data']

export function bankBoardRoutes(app: FastifyInstance, { snapshot }: RateContext): void {
  serve(app, contract.bankBoard, ({ query }) => ({ data: bankBoard(snapshot(), query) }))
  serveTable(app, [contract.bankBoardCsv, contract.bankBoardXlsx], ({ query }) => {
    const board = bankBoard(snapshot(), query)
    const named = ['banks', query.currency, query.publisher, board.requested_date]
    return { name: named.filter(Boolean).join('-'), sheet: boardSheet(board) }
  })
}

/** Rates that are not loaded yet count. */
export const hasBankRates = (book: RateSnapshot['book']): boolean =>
  book.missing !== 'everything' &&
  (book.pieces().size > 0 || [...book.missing].some((piece) => piece !== MAIN))

function bankBoard(snapshot: RateSnapshot, query: Query): Board {
  const { date = snapshot.today, currency, publisher, side } = query
  refuseFuture('date', date, snapshot.today)
  const banks = publishers().filter(({ id }) => publisher === undefined || id === publisher)
  const kind = side === 'receive' ? 'tt-buying' : 'tt-selling'
  const quote = (series: Series) => quoteOf(snapshot, series, date)
  const points = (series: Series) => (side ? pointsOf(snapshot, series, date) : undefined)
  const withPoints = (series: Series, name: 'points' | 'indicative_points') => {
    const found = points(series)
    return found ? { [name]: found } : {}
  }
  const chosen = currency ? [currency] : currencies()
  return {
    requested_date: date,
    currencies: chosen.map((each) => ({
      currency: each,
      ...unitsFields(each),
      indicative: quote(seriesOf(each)),
      ...withPoints(seriesOf(each), 'indicative_points'),
      customs: customsOf(snapshot, each, date),
      banks: banks.map(({ id }) => ({
        publisher: id,
        buying: quote(seriesOf(each, 'tt-buying', id)),
        selling: quote(seriesOf(each, 'tt-selling', id)),
        ...withPoints(seriesOf(each, kind, id), 'points'),
      })),
    })),
  }
}

function quoteOf(
  { book, calendar }: RateSnapshot,
  series: Series,
  date: CalendarDate,
): contract.BankQuote {
  const newest = book.newestUpTo(series, date)
  if (!newest) return null
  return {
    rate: toWire(newest.rate),
    date: newest.date,
    source: newest.source,
    age_business_days: businessDaysAfter(newest.date, date, calendar),
  }
}

const pointsOf = ({ book }: RateSnapshot, series: Series, date: CalendarDate) =>
  book
    .ratesFromTo(series, addDays(date, 1 - USUAL_DAYS), date)
    .map((point) => ({ date: point.date, rate: toWire(point.rate) }))

function customsOf({ book }: RateSnapshot, currency: Currency, date: CalendarDate) {
  const series = seriesOf(currency, 'customs')
  const newest = book.newestUpTo(series, date)
  if (!newest) return null
  const { effective_to, in_effect } = customsResponse(book, series, newest.date, date)
  return { rate: toWire(newest.rate), date: newest.date, effective_to, in_effect }
}

/** Rates for one unit, as in other files. */
function boardSheet({ requested_date, currencies: rows }: Board): Spreadsheet {
  const rate = (heading: string) => ({ heading, width: 18, type: 'rate' }) as const
  const day = (heading: string) => ({ heading, width: 12, type: 'day' }) as const
  const text = (heading: string) => ({ heading, width: 24, type: 'text' }) as const
  const { columns } = t.bankBoard
  return {
    name: t.screens.banks,
    columns: [
      ...[day(columns.asked), text(t.rateSummary.currency), text(columns.bank)],
      ...[rate(t.kindNames['tt-buying']), day(columns.buyingOf)],
      ...[rate(t.kindNames['tt-selling']), day(columns.sellingOf)],
      ...[rate(t.kindNames.indicative), day(columns.indicativeOf)],
      ...[rate(t.kindNames.customs), day(columns.customsOf)],
    ],
    rows: rows.flatMap(({ currency, banks, indicative, customs }) => {
      const perUnit = (quote: { readonly rate: number; readonly date: string } | null) => [
        quote && Number(formatPerUnit(fromWire(quote.rate), unitsOf(currency))),
        quote && quote.date,
      ]
      return banks.map(({ publisher, buying, selling }) => [
        ...[requested_date, currency, publisherName(publisher)],
        ...[buying, selling, indicative, customs].flatMap(perUnit),
      ])
    }),
  }
}
