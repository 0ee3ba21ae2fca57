import type { QueryClient } from '@tanstack/react-query'
import type { PageHead } from '../../contract/page-data.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { formatDay } from '../../text/sentences.ts'
import { addressOf } from '../api.ts'
import { citationOf, citedQuery, currencyChoice } from '../currency/history-queries.ts'
import { conversionOf, conversionQuery } from '../converter/conversion-choice.ts'
import { conversionSentence } from '../converter/conversion-sentence.ts'
import { newestQuery } from '../home/home-queries.ts'
import type { ResponseQuery } from '../queries.ts'
import { rateSentence } from '../rates/rate-sentence.ts'
import { boardQuery } from '../rates/board-queries.ts'
import { rateQuery, ratesChoice } from '../rates/rates-queries.ts'
import { kindOf } from '../rates/side.ts'
import type { Place, Screen } from '../screen.ts'
import type { Board } from '../rates/board-rate.ts'

type SaidRate = Parameters<typeof rateSentence>[0]

/**
 * What the server says of a page in its head, with the figures of its responses; only the server
 * loads this.
 */
export function headOf(screen: Screen, place: Place, client: QueryClient): PageHead {
  const dataOf = <T>(query: ResponseQuery<{ readonly data: T }>): T | undefined =>
    client.getQueryData<{ readonly data: T }>(query.queryKey)?.data
  switch (screen.path) {
    case '/':
      return homeHead(place, dataOf)
    case '/rates': {
      const choice = ratesChoice(place)
      const rate = dataOf(rateQuery(choice))
      return {
        headline: rate && rateSentence(rate),
        figures: figuresOf(dataOf(boardQuery(choice.date))),
      }
    }
    case '/rates/:currency': {
      const { currency, date, side, publisher } = currencyChoice(place)
      const input = { params: { currency }, query: { kind: kindOf(side) } }
      const feed = addressOf('GET /feed/:currency.atom', input)
      return { ...rateHead(dataOf(rateQuery({ base: currency, date, side, publisher }))), feed }
    }
    case '/rates/:currency/:date': {
      const citation = citationOf(place)
      const cited = dataOf(citedQuery(citation))
      return rateHead(cited?.rate ? { ...cited, rate: cited.rate } : undefined)
    }
    default:
      return {}
  }
}

type DataOf = <T>(query: ResponseQuery<{ readonly data: T }>) => T | undefined

function homeHead(place: Place, dataOf: DataOf): PageHead {
  const conversion = conversionOf(place)
  const rate = dataOf(conversionQuery(conversion))
  const board = dataOf(newestQuery())
  const figures = figuresOf(board)
  if (!place.search.has('amount')) return { headline: rate && rateSentence(rate), figures }
  const title = conversionSentence(conversion, rate)
  return { title, headline: title, figures }
}

/**
 * A page of one rate is called by it, and says it to programs too
 * (https://schema.org/ExchangeRateSpecification).
 */
function rateHead(rate: SaidRate | undefined): PageHead {
  if (!rate) return {}
  const sentence = rateSentence(rate)
  return {
    title: sentence,
    headline: sentence,
    figures: sentence,
    structured: {
      '@context': 'https://schema.org',
      '@type': 'ExchangeRateSpecification',
      currency: rate.currency,
      currentExchangeRate: {
        '@type': 'UnitPriceSpecification',
        price: formatRate(fromWire(rate.rate)),
        priceCurrency: TARGET_CURRENCY,
        validFrom: rate.date,
      },
    },
  }
}

/** The rates that a board has. */
function knownRates(board: Board | undefined) {
  return (board?.rates ?? []).flatMap(({ currency, rate, date }) =>
    rate && date ? [{ currency, figure: formatRate(fromWire(rate)), date }] : [],
  )
}

/**
 * All rates of a board in one line, those of one day together: `USD 330.9054, AUD 232.2555 LKR, 29
 * Sep 2026`.
 */
function figuresOf(board: Board | undefined): string | undefined {
  const days = Map.groupBy(knownRates(board), ({ date }) => date)
  const lines = [...days].map(([date, rates]) => {
    const figures = rates.map(({ currency, figure }) => `${currency} ${figure}`)
    return `${figures.join(', ')} ${TARGET_CURRENCY}, ${formatDay(date)}`
  })
  return lines.length > 0 ? lines.join('; ') : undefined
}
