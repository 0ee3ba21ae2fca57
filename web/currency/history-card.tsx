import { Suspense } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { DEFAULT_KIND, key } from '../../domain/series.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { addressOf, BASE, withQuery } from '../api.ts'
import { useRetry } from '../connection/retry.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { usualSource } from '../rates/day-rates-table.tsx'
import type { NewestChange } from '../rates/newest-change.ts'
import { kindOf } from '../rates/side.ts'
import { Link } from '../link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { isPlain } from './chart/chart-choice.ts'
import { PeriodLinks, RangeForm, ViewLinks } from './chart/chart-controls.tsx'
import { RateChart } from './chart/rate-chart.tsx'
import { CHART_LAYERS } from './currency-loader.ts'
import styles from './history-card.module.css'
import { historyInput, useHistory, type CurrencyChoice } from './history-queries.ts'
import { HistoryTable } from './history-table.tsx'

interface HistoryCardProps {
  readonly choice: CurrencyChoice
  /** Undefined while it is on its way. */
  readonly history: ResponseOf<'GET /api/exchange-rate/:currency/history'>['data'] | undefined
  readonly waiting: boolean
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
}

/** The rates of a period, as a line and as the same figures in a table, and as files. */
export function HistoryCard({ choice, history, waiting, changed }: HistoryCardProps) {
  return (
    <Card title={t.history.title} aside={<PeriodLinks choice={choice} />}>
      <RangeForm choice={choice} first={history?.rates[0]?.date} />
      <div aria-busy={waiting} className={styles['history']}>
        {history && history.rates.length > 0 ? (
          <Rates choice={choice} history={history} changed={changed} />
        ) : history ? (
          <Nothing choice={choice} oldest={history.oldest_date} />
        ) : (
          <>
            {waiting ? <Waiting /> : <p>{t.history.failed}</p>}
            <noscript>
              <p className={styles['files']}>
                <Files choice={choice} />
              </p>
            </noscript>
          </>
        )}
      </div>
    </Card>
  )
}

type RatesProps = Pick<HistoryCardProps, 'choice' | 'changed'> & {
  readonly history: NonNullable<HistoryCardProps['history']>
}

function Rates({ choice, history, changed }: RatesProps) {
  const { series, rates } = useHistory(history, choice.currency)
  const usual = usualSource(rates)
  const plain = (
    <RateChart key={`${key(series)} ${history.from} ${history.to}`} series={series} rates={rates} />
  )
  return (
    <>
      <ViewLinks choice={choice} />
      {isPlain(choice) ? (
        plain
      ) : (
        <ErrorBoundary
          fallback={(_, reset) => (
            <>
              <LayersNotLoaded onLoaded={reset} />
              {plain}
            </>
          )}
        >
          <Suspense fallback={plain}>
            <CHART_LAYERS.View />
          </Suspense>
        </ErrorBoundary>
      )}
      <p className={styles['files']}>
        {t.history.days({ count: rates.length, rate: t.rateNames[series.kind] })}{' '}
        {usual && `${t.history.source({ name: t.sourceNames[usual] })} `}
        <Files choice={choice} />
      </p>
      <p className={styles['periods']} data-screen-only>
        <Link href={withQuery(`/periods/${series.currency}`, { kind: history.kind })}>
          {t.history.periods}
        </Link>
      </p>
      <HistoryTable
        currency={series.currency}
        kind={history.kind}
        rates={rates}
        usual={usual}
        changed={changed}
      />
    </>
  )
}

/** Beside the line alone: what belongs on it could not be loaded, and is tried again. */
function LayersNotLoaded({ onLoaded }: { onLoaded: () => void }) {
  useRetry(() => CHART_LAYERS.retry().then(onLoaded))
  return <Notice kind="warning">{t.chart.notLoaded}</Notice>
}

function Files({ choice }: { choice: CurrencyChoice }) {
  const input = historyInput(choice)
  return (
    <span data-screen-only>
      {t.history.download}{' '}
      <a href={BASE + addressOf('GET /api/exchange-rate/:currency/history.csv', input)} download>
        CSV
      </a>{' '}
      {t.history.or}{' '}
      <a href={BASE + addressOf('GET /api/exchange-rate/:currency/history.xlsx', input)} download>
        XLSX
      </a>
    </span>
  )
}

/** Says that there are no rates in a period and, where there are older ones, leads to them. */
function Nothing({ choice, oldest }: { choice: CurrencyChoice; oldest: CalendarDate | null }) {
  const { currency, period, from, to, side } = choice
  const rates = t.ratesNames[kindOf(side) ?? DEFAULT_KIND]
  return (
    <>
      <p>
        {period
          ? t.history.nothingSince({ rates, day: formatDay(from) })
          : t.history.nothingBetween({ rates, from: formatDay(from), to: formatDay(to) })}
        {oldest && ` ${t.history.oldest({ day: formatDay(oldest) })}`}
      </p>
      {oldest && (
        <Link
          href={withQuery(`/rates/${currency}`, { period: 'all', side })}
          className={buttonClass('quiet')}
        >
          {t.history.showAll}
        </Link>
      )}
    </>
  )
}
