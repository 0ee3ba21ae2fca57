import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { DEFAULT_KIND, key } from '../../domain/series.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { kindOf } from '../rates/side.ts'
import { Waiting } from '../ui/waiting.tsx'
import { isPlain } from './chart/chart-choice.ts'
import { ChartLayers } from './chart/chart-layers.tsx'
import { RateChart } from './chart/rate-chart.tsx'
import styles from './history-chart.module.css'
import { useHistory, type CurrencyChoice } from './history-queries.ts'

/** The rates of the days that are chosen, as a response has them. */
export type ShownHistory = ResponseOf<'GET /api/exchange-rate/:currency/history'>['data']

interface HistoryChartProps {
  readonly choice: CurrencyChoice
  /** Undefined while it is on its way. */
  readonly history: ShownHistory | undefined
  readonly waiting: boolean
}

/** The rates of a period as a line. */
export function HistoryChart({ choice, history, waiting }: HistoryChartProps) {
  return (
    <div aria-busy={waiting}>
      {history && history.rates.length > 0 ? (
        <Line choice={choice} history={history} />
      ) : (
        <div className={styles['well']}>
          {history ? (
            <Nothing choice={choice} oldest={history.oldest_date} />
          ) : waiting ? (
            <Waiting />
          ) : (
            <p>{t.history.failed}</p>
          )}
        </div>
      )}
    </div>
  )
}

function Line({ choice, history }: { choice: CurrencyChoice; history: ShownHistory }) {
  const { series, rates } = useHistory(history, choice.currency)
  const plain = (
    <RateChart key={`${key(series)} ${history.from} ${history.to}`} series={series} rates={rates} />
  )
  return isPlain(choice) ? plain : <ChartLayers />
}

/** Says that there are no rates in a period and, where there are older ones, leads to them. */
function Nothing({ choice, oldest }: { choice: CurrencyChoice; oldest: CalendarDate | null }) {
  const { currency, period, from, to, side, publisher } = choice
  const rates = t.ratesNames[kindOf(side) ?? DEFAULT_KIND]
  return (
    <p>
      {period
        ? t.history.nothingSince({ rates, day: formatDay(from) })
        : t.history.nothingBetween({ rates, from: formatDay(from), to: formatDay(to) })}
      {oldest && (
        <>
          {` ${t.history.oldest({ day: formatDay(oldest) })} `}
          <Link href={withQuery(`/rates/${currency}`, { period: 'all', side, publisher })}>
            {t.history.showAll}
          </Link>
        </>
      )}
    </p>
  )
}
