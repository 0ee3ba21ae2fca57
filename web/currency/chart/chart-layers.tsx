import { useResponse } from '../../queries.ts'
import { usePlace } from '../../router.tsx'
import type { Loader } from '../../screen.ts'
import { currencyChoice, historyQuery, useHistory } from '../history-queries.ts'
import { comparedQueries, Comparison } from './comparison.tsx'
import { SidesChart, sidesQueries } from './sides-chart.tsx'

/**
 * The chart of an address that asks for more than a line: both sides, or a comparison.
 */
export default function ChartLayers() {
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

/** What is shown beside the history. */
export const loader: Loader = (place) => {
  const choice = currencyChoice(place)
  return choice.compared.length > 0 ? comparedQueries(choice) : sidesQueries(choice)
}
