import { useMemo } from 'react'
import { toDayNumber, type CalendarDate } from '../../../domain/calendar-date.ts'
import type { DayRate } from '../../../domain/rate-precedence.ts'
import { formatRate, fromWire, type Rate } from '../../../domain/money.ts'
import type { Series } from '../../../domain/series.ts'
import { formatSpread, spreadOf } from '../../../domain/rate-warnings.ts'
import { t } from '../../../text/sentences.ts'
import { MissingNotice } from '../../connection/connection-notice.tsx'
import { useResponse } from '../../queries.ts'
import { SIDES } from '../../rates/side.ts'
import { historyQuery, type CurrencyChoice } from '../history-queries.ts'
import { isClose, pathOf, runsOf, type ChartShape } from './chart-geometry.ts'
import { RateChart, type ChartLayer } from './rate-chart.tsx'
import styles from './rate-chart.module.css'

interface SidesChartProps {
  readonly choice: CurrencyChoice
  readonly series: Series
  /** Ascending, at least one. */
  readonly rates: readonly DayRate[]
}

/** A day on which a bank's both sides are known. */
interface BothSides {
  readonly date: CalendarDate
  readonly day: number
  readonly buying: Rate
  readonly selling: Rate
}

/** What a bank asks, and what it pays. */
export const sidesQueries = (choice: CurrencyChoice) =>
  SIDES.map((side) => historyQuery({ ...choice, side }))

/** The line of each day on the band between what a bank pays and what it asks. */
export function SidesChart({ choice, series, rates }: SidesChartProps) {
  const [sellingQuery, buyingQuery] = sidesQueries(choice) as [Query, Query]
  const [selling, buying] = [useResponse(sellingQuery), useResponse(buyingQuery)]
  const [sold, bought] = [selling.data?.data.rates, buying.data?.data.rates]
  const layer = useMemo(() => {
    if (!sold || !bought) return undefined
    const sellingOn = new Map(sold.map(({ date, rate }) => [date, fromWire(rate)]))
    const both = bought.flatMap(({ date, rate }) => {
      const selling = sellingOn.get(date)
      return selling ? { date, day: toDayNumber(date), buying: fromWire(rate), selling } : []
    })
    return layerOf(both)
  }, [sold, bought])
  return (
    <>
      <MissingNotice queries={[selling, buying]} />
      <RateChart series={series} rates={rates} layer={layer} />
    </>
  )
}

type Query = ReturnType<typeof sidesQueries>[number]

function layerOf(both: readonly BothSides[]): ChartLayer {
  const onDay = new Map(both.map((each) => [each.date, each]))
  return {
    rates: both.flatMap(({ buying, selling }) => [buying, selling]),
    draw: (shape) => <path className={styles['band']} d={bandOf(both, shape)} />,
    textOf: (date) => {
      const day = onDay.get(date)
      return day ? sidesText(day) : t.chartLayers.noSides
    },
    legend: (
      <p className={styles['band-legend']}>
        {both.length > 0 ? t.chartLayers.sides : t.chartLayers.noSidesAtAll}
      </p>
    ),
  }
}

function sidesText({ buying, selling }: BothSides): string {
  return [
    `${t.kindNames['tt-buying']} ${formatRate(buying)}`,
    `${t.kindNames['tt-selling']} ${formatRate(selling)}`,
    `${t.sides.spread} ${formatSpread(spreadOf(buying, selling))}`,
  ].join(' · ')
}

/**
 * The area between both sides over the days of the chart; it is broken like the line, but not by
 * weekends.
 */
function bandOf(both: readonly BothSides[], { dayScale, scale }: ChartShape): string {
  const within = both.filter(
    ({ day }) => day >= dayScale.first && day <= dayScale.first + dayScale.days,
  )
  const place = (day: number, rate: Rate) => ({
    x: dayScale.x(day - dayScale.first),
    y: scale.y(rate),
  })
  return runsOf(within, isClose)
    .map((run) => {
      const bought = run.map(({ day, buying }) => place(day, buying))
      const sold = run.map(({ day, selling }) => place(day, selling))
      return `${pathOf([...bought, ...sold.reverse()])}Z`
    })
    .join('')
}
