import { lazyPage } from '../start/lazy-page.tsx'
import type { ResponseQuery } from '../queries.ts'
import { rateQuery } from '../rates/rates-queries.ts'
import type { Place } from '../screen.ts'
import { daysOf, isPlain } from './chart/chart-choice.ts'
import { bankQueries, currencyChoice, earlierQueries, historyQuery } from './history-queries.ts'

/**
 * Longer histories are fetched by the browser: their responses would make the page itself heavy.
 */
const MAX_DAYS_IN_PAGE = 366

/**
 * The chart in any other form than a line of each day. Its code comes with the addresses that show
 * it.
 */
export const CHART_LAYERS = lazyPage(() => import('./chart/chart-layers.tsx'))

/** What a currency's screen shows; the rate decides whether there is anything to show. */
export async function currencyLoader(place: Place): Promise<readonly ResponseQuery<unknown>[]> {
  const choice = currencyChoice(place)
  const { currency, date, side, publisher } = choice
  const layers = isPlain(choice) ? undefined : await CHART_LAYERS.load()
  const rate = rateQuery({ base: currency, date, side, publisher })
  const earlier = [...Object.values(earlierQueries(choice)), ...bankQueries(choice)]
  if (daysOf(choice) > MAX_DAYS_IN_PAGE) return [rate, ...earlier]
  return [rate, ...earlier, historyQuery(choice), ...((await layers?.loader?.(place)) ?? [])]
}
