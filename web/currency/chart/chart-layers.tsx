import type { ResponseBody } from '../../../contract/endpoint.ts'
import type { rateHistory } from '../../../contract/rates/rate-history.ts'
import { useResponse } from '../../queries.ts'
import { usePlace } from '../../router.tsx'
import type { Loader } from '../../screen.ts'
import { currencyChoice, historyQuery, useHistory } from '../history-queries.ts'
import { AveragesChart, averagesQuery } from './averages-chart.tsx'
import { comparedQueries, Comparison } from './comparison.tsx'
import { SidesChart, sidesQueries } from './sides-chart.tsx'

/** The chart of an address that asks for more than a line: averages, both sides, or a comparison. */
export default function ChartLayers() {
  const choice = currencyChoice(usePlace())
  const { compared } = choice
  const { series, rates } = useHistory(useResponse(historyQuery(choice)).data?.data, choice.currency)
  if (rates.length === 0) return null
  if (compared.length > 0) return <Comparison key={compared.join()} choice={choice} />
  const Chart = choice.view === 'averages' ? AveragesChart : SidesChart
  return <Chart choice={choice} series={series} rates={rates} />
}

/** What is shown beside the history; the averages follow the days of a history that is known. */
export const loader: Loader = (place) => {
  const choice = currencyChoice(place)
  if (choice.compared.length > 0) return comparedQueries(choice)
  if (choice.view === 'sides') return sidesQueries(choice)
  const known = place.known?.getQueryData<ResponseBody<typeof rateHistory>>(historyQuery(choice).queryKey)
  return known?.data.rates.length ? [averagesQuery(choice, known.data.rates)] : []
}
