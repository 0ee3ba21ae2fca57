import type { PageHead } from '../../contract/page-data.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { formatDay } from '../../text/sentences.ts'
import type { Board } from './board-rate.ts'
import { rateSentence } from './rate-sentence.ts'

type SaidRate = Parameters<typeof rateSentence>[0]

/**
 * Describes a page of one rate, to programs too (https://schema.org/ExchangeRateSpecification).
 */
export function rateHead(rate: SaidRate | null | undefined): PageHead {
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

function knownRates(board: Board | undefined) {
  return (board?.rates ?? []).flatMap(({ currency, rate, date }) =>
    rate && date ? [{ currency, figure: formatRate(fromWire(rate)), date }] : [],
  )
}

/** Returns a board in one line, by day: `USD 330.9054, AUD 232.2555 LKR, 29 Sep 2026`. */
export function boardFigures(board: Board | undefined): string | undefined {
  const days = Map.groupBy(knownRates(board), ({ date }) => date)
  const lines = [...days].map(([date, rates]) => {
    const figures = rates.map(({ currency, figure }) => `${currency} ${figure}`)
    return `${figures.join(', ')} ${TARGET_CURRENCY}, ${formatDay(date)}`
  })
  return lines.length > 0 ? lines.join('; ') : undefined
}
