import { useMemo } from 'react'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { rateHistoryCsv, rateHistoryXlsx, type rateHistory } from '../../contract/rate-history.ts'
import { formatDay, type CalendarDate } from '../../domain/calendar-date.ts'
import { fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND, key, seriesOf } from '../../domain/series.ts'
import { RATE_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { addressOf, BASE } from '../api.ts'
import type { NewestChange } from '../rates/newest-change.ts'
import { kindOf, withQuery } from '../rates/side.ts'
import { Link } from '../link.tsx'
import { useSearch } from '../router.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Waiting } from '../ui/waiting.tsx'
import styles from './history-card.module.css'
import { currencyAddress, historyInput, type CurrencyChoice } from './history-queries.ts'
import { HistoryTable } from './history-table.tsx'
import { DEFAULT_PERIOD, PERIODS } from './chart-period.ts'
import { RateChart } from './rate-chart.tsx'

interface HistoryCardProps {
  readonly choice: CurrencyChoice
  readonly today: CalendarDate
  /** Undefined while it is on its way. */
  readonly history: ResponseBody<typeof rateHistory>['data'] | undefined
  readonly waiting: boolean
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
}

/** The rates of a period, as a line and as the same figures in a table, and as files. */
export function HistoryCard({ choice, today, history, waiting, changed }: HistoryCardProps) {
  const { currency } = choice
  const shown = seriesOf(history?.currency ?? currency, history?.kind)
  const search = useSearch()
  const rates = useMemo(
    () => history?.rates.map((each) => ({ ...each, rate: fromWire(each.rate) })) ?? [],
    [history],
  )
  const input = historyInput(choice, today)
  const usual = rates[0]?.source
  return (
    <Card
      title="History"
      aside={
        <nav aria-label="Period" className={styles['periods']}>
          {PERIODS.map((period) => (
            <Link
              key={period.name}
              href={currencyAddress(
                currency,
                search,
                'period',
                period === DEFAULT_PERIOD ? undefined : period.name,
              )}
              className={styles['period']}
              aria-current={period === choice.period ? 'true' : undefined}
            >
              {period.text}
            </Link>
          ))}
        </nav>
      }
    >
      <div aria-busy={waiting} className={styles['history']}>
        {rates.length > 0 ? (
          <>
            <RateChart key={`${key(shown)} ${choice.period.name}`} series={shown} rates={rates} />
            <p className={styles['files']}>
              {rates.length === 1 ? '1 day' : `${rates.length} days`} with a {RATE_NAMES[shown.kind]}.{' '}
              {usual && `Source: ${SOURCE_NAMES[usual]}, where no other is named. `}
              <Files input={input} />
            </p>
            <p className={styles['files']}>
              <Link href={`/periods/${shown.currency}${history?.kind ? `?kind=${history.kind}` : ''}`}>
                Closing and average rates of months and years
              </Link>
            </p>
            <HistoryTable currency={shown.currency} kind={history?.kind} rates={rates} changed={changed} />
          </>
        ) : !history ? (
          <>
            {waiting ? <Waiting /> : <p>This history could not be loaded.</p>}
            <noscript>
              <p className={styles['files']}>
                <Files input={input} />
              </p>
            </noscript>
          </>
        ) : (
          <Nothing choice={choice} since={history.from} oldest={history.oldest_date} />
        )}
      </div>
    </Card>
  )
}

function Files({ input }: { input: ReturnType<typeof historyInput> }) {
  return (
    <>
      Download as{' '}
      <a href={BASE + addressOf(rateHistoryCsv, input)} download>
        CSV
      </a>{' '}
      or{' '}
      <a href={BASE + addressOf(rateHistoryXlsx, input)} download>
        XLSX
      </a>
    </>
  )
}

/** Says that a period has no rates and, where there are older ones, leads to them. */
function Nothing(props: { choice: CurrencyChoice; since: CalendarDate; oldest: CalendarDate | null }) {
  const { choice, since, oldest } = props
  return (
    <>
      <p>
        No {RATE_NAMES[kindOf(choice.side) ?? DEFAULT_KIND]}s since {formatDay(since)}.
        {oldest && ` The first that is known is of ${formatDay(oldest)}.`}
      </p>
      {oldest && (
        <Link
          href={withQuery(`/rates/${choice.currency}?period=all`, 'side', choice.side)}
          className={buttonClass('quiet')}
        >
          Show all that are known
        </Link>
      )}
    </>
  )
}
