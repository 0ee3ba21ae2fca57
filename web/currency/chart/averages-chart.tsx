import { useMemo } from 'react'
import { periodRates } from '../../../contract/periods.ts'
import { calendarDateOf, toDayNumber, type CalendarDate } from '../../../domain/calendar-date.ts'
import { addMonths, MAX_PERIOD_MONTHS, monthOf, monthsFromTo } from '../../../domain/period.ts'
import type { DayRate } from '../../../domain/rate-precedence.ts'
import { formatRate, fromWire, type Rate } from '../../../domain/rate-text.ts'
import type { Series } from '../../../domain/series.ts'
import { queryOf, useResponse } from '../../queries.ts'
import { kindOf } from '../../rates/side.ts'
import { chartLayersText as TEXT } from '../../text/en/chart-layers.ts'
import type { CurrencyChoice } from '../history-queries.ts'
import { pathOf, type ChartShape } from './chart-geometry.ts'
import { RateChart, type ChartLayer } from './rate-chart.tsx'
import styles from './rate-chart.module.css'

export interface LayeredChartProps {
  readonly choice: CurrencyChoice
  readonly series: Series
  /** Ascending, at least one. */
  readonly rates: readonly DayRate[]
}

interface MonthAverage {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly average: Rate
}

/** The averages of the months that the days of a history, at least one, lie in: of whole months, not of the days that are shown. */
export function averagesQuery(
  { currency, side }: CurrencyChoice,
  rates: readonly { readonly date: CalendarDate }[],
) {
  const monthAt = (at: number) => monthOf(calendarDateOf(rates.at(at)?.date ?? ''))
  const [first, last] = [monthAt(0), monthAt(-1)]
  const from = monthsFromTo(first, last) > MAX_PERIOD_MONTHS ? addMonths(last, 1 - MAX_PERIOD_MONTHS) : first
  const querystring = { unit: 'month', from, to: last, kind: kindOf(side) } as const
  return queryOf('rates', periodRates, { params: { currency }, querystring })
}

/** The line of each day on the averages of its months. */
export function AveragesChart({ choice, series, rates }: LayeredChartProps) {
  const periods = useResponse(averagesQuery(choice, rates)).data?.data.periods
  const layer = useMemo(() => {
    const months = periods?.flatMap(({ from, to, average_published: average }) =>
      average ? { from, to, average: fromWire(average.rate) } : [],
    )
    return months && layerOf(months)
  }, [periods])
  return <RateChart series={series} rates={rates} layer={layer} />
}

function layerOf(months: readonly MonthAverage[]): ChartLayer {
  return {
    rates: months.map(({ average }) => average),
    draw: (shape) => <path className={styles['average']} d={stepsOf(months, shape)} />,
    textOf: (date) => {
      const month = months.find(({ from, to }) => from <= date && date <= to)
      return month ? TEXT.average(month.from, formatRate(month.average)) : ''
    },
    legend: <p className={styles['average-legend']}>{TEXT.averages}</p>,
  }
}

/** A step for each month, from its first day to the next one's, within the days of the chart. */
function stepsOf(months: readonly MonthAverage[], { dayScale, scale }: ChartShape): string {
  const xOf = (day: number) => dayScale.x(Math.min(Math.max(day - dayScale.first, 0), dayScale.days))
  return pathOf(
    months.flatMap(({ from, to, average }, at) => {
      const y = scale.y(average)
      const [start, end] = [toDayNumber(from), toDayNumber(to) + 1]
      const before = months[at - 1]
      const follows = before && toDayNumber(before.to) + 1 === start
      return [...(follows ? [] : [null]), { x: xOf(start), y }, { x: xOf(end), y }]
    }),
  )
}
