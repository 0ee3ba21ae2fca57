import type { FastifyInstance } from 'fastify'
import { rateNewsAtom, rateNewsJson } from '../../contract/integrations.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { seriesOf } from '../../domain/series.ts'
import { serve, type ServedRequest } from '../http/serve.ts'
import { readDayChanges, type DayChange } from '../rates/day-changes.ts'
import type { RateSnapshot } from '../rates/public-responses.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { atomFeed, jsonFeed, type NewsContext } from './rate-news.ts'

/** Rates of the last days are told of one by one; of older ones only corrections. */
const NEWS_DAYS = 90

type Served = Pick<ServedRequest<typeof rateNewsAtom>, 'params' | 'querystring' | 'reply'>

/** `GET /feed/USD.atom` and `.json`: new rates and corrections, for programs that look by themselves. Kept like every public read. */
export function rateNewsRoutes(
  app: FastifyInstance,
  { config, readDb, publicRates }: RateDependencies,
): void {
  const respond = (
    { params, querystring, reply }: Served,
    type: string,
    make: (changes: readonly DayChange[], context: NewsContext) => string | object,
  ) => {
    const series = seriesOf(params.currency, querystring.kind)
    const { providerName: product, publicUrl } = config
    const build = async ({ book, today }: RateSnapshot) => {
      const choice = { feed: book.feed, after: 0, allSince: addDays(today, -NEWS_DAYS) }
      const changes = await readDayChanges(readDb, series, choice)
      return make(changes, { series, product, publicUrl, address: reply.request.url, today })
    }
    return publicRates.reply(reply, build, type)
  }
  serve(app, rateNewsAtom, (served) => respond(served, 'application/atom+xml; charset=utf-8', atomFeed), {
    queries: true,
  })
  serve(app, rateNewsJson, (served) => respond(served, 'application/feed+json; charset=utf-8', jsonFeed), {
    queries: true,
  })
}
