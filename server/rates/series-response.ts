import type { ResponseBody } from '../../contract/endpoint.ts'
import type { rateSeries } from '../../contract/rates/rates.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { publishers, RATE_KINDS, seriesOfKind } from '../../domain/series.ts'
import { rightsTo } from '../../domain/source-rights.ts'
import type { RateBook } from './rate-book.ts'
import type { RateSnapshot } from './responses.ts'

export function rateSeriesResponse({ book, today }: RateSnapshot): ResponseBody<typeof rateSeries> {
  const all = [undefined, ...publishers().map(({ id }) => id)].flatMap((publisher) =>
    RATE_KINDS.map((kind) => ({ kind, ...(publisher && { publisher }) })),
  )
  return {
    data: {
      series: all.filter(({ kind, publisher }) =>
        seriesOfKind(kind, publisher).some((series) => book.hasRateUpTo(series, today)),
      ),
      sources: publishedSources(book).flatMap((source) => {
        const rights = rightsTo(source)
        return rights ? [{ source, ...rights }] : []
      }),
    },
  }
}

/** Sources of published rates in the book. */
export const publishedSources = ({ feed, hasSample }: RateBook): RateSource[] => [
  ...(feed ? [feed] : []),
  ...(hasSample ? (['sample'] as const) : []),
]
