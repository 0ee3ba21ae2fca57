import type { Place } from '../pages.tsx'
import type { ResponseQuery } from '../queries.ts'
import { rateQuery } from '../rates/rates-queries.ts'
import { daysOf, isPlain } from './chart/chart-choice.ts'
import { layerQueries } from './chart/chart-layers.tsx'
import { bankQueries, currencyChoice, earlierQueries, historyQuery } from './history-queries.ts'

/** Longer histories would make the server's page heavy: the browser requests them. */
const MAX_DAYS_IN_PAGE = 366

/** The queries of a currency's page; the rate decides if there is such a page. */
export function currencyLoader(place: Place): readonly ResponseQuery<unknown>[] {
  const choice = currencyChoice(place)
  const { currency, date, side, publisher } = choice
  const rate = rateQuery({ base: currency, date, side, publisher })
  const earlier = [...Object.values(earlierQueries(choice)), ...bankQueries(choice)]
  if (import.meta.env.SSR && daysOf(choice) > MAX_DAYS_IN_PAGE) return [rate, ...earlier]
  return [rate, ...earlier, historyQuery(choice), ...(isPlain(choice) ? [] : layerQueries(place))]
}
