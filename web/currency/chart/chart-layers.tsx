import { type Place, usePlace } from '../../pages.tsx'
import { useResponse } from '../../queries.ts'
import { currencyChoice, historyQuery, useHistory } from '../history-queries.ts'
import { comparedQueries, Comparison } from './comparison.tsx'
import { SidesChart, sidesQueries } from './sides-chart.tsx'

/**
 * The chart of an address that asks for more than a line: both sides, or a comparison.
 */
export function ChartLayers() {
  const choice = currencyChoice(usePlace())
  const { compared } = choice
  const { series, rates } = useHistory(
    useResponse(historyQuery(choice)).data?.data,
    choice.currency,
  )
  if (rates.length === 0) return null
  if (compared.length > 0) return <Comparison key={compared.join()} choice={choice} />
  return <SidesChart choice={choice} series={series} rates={rates} />
}

/** The queries of what is shown beside the history. */
export function layerQueries(place: Place) {
  const choice = currencyChoice(place)
  return choice.compared.length > 0 ? comparedQueries(choice) : sidesQueries(choice)
}
