import type { lastSevenDays } from '../../contract/rates.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { lastDayOf } from '../../domain/rate-precedence.ts'
import { seriesOf } from '../../domain/series.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { useLocation, useSearch } from '../router.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FeedLine } from './feed-line.tsx'
import { isOfSeries, useNewestChange } from './newest-change.ts'
import { boardRate, RateBoard } from './board.tsx'
import { RateHistory } from './seven-days.tsx'
import { RateSummary, type WeekAverage } from './rate-summary.tsx'
import { RatesForm } from './rates-form.tsx'
import { boardQuery, ratesAddress, ratesChoice, rateQuery, sampleDay, weekQuery } from './rates-queries.ts'
import { kindOf } from './side.ts'
import { missingSide, SideSwitch } from './side-switch.tsx'
import styles from './rates-page.module.css'

/** The rates of a day and of the week before it. Date and currency live in the address. */
export default function RatesPage() {
  const search = new URLSearchParams(useSearch())
  const today = useToday()
  const [, go] = useLocation()
  const chosen = ratesChoice(search, today)
  const current = useResponse(rateQuery(chosen))
  const sampleEnd = sampleDay(search, current.data?.data)
  const choice = { ...chosen, date: chosen.date ?? sampleEnd }
  const week = useResponse(weekQuery(choice))
  const { base, side } = choice
  const board = useResponse(boardQuery(choice.date, kindOf(side)))
  const buying = useResponse(boardQuery(choice.date, kindOf('export')))
  const selling = useResponse(boardQuery(choice.date, kindOf('import')))
  // The board has every currency's rate already: a change of currency shows it without waiting.
  const fromBoard = current.error?.mayPass === false ? undefined : boardRate(board.data?.data, base)
  const shownRate = current.data?.data ?? fromBoard?.rate
  const shownWeek = week.data?.data
  const newest = useNewestChange()
  const change = isOfSeries(newest, seriesOf(base, kindOf(side))) ? newest : undefined
  const waiting = current.isFetching || week.isFetching
  return (
    <>
      <PageTitle lead="What one unit of a currency is worth in Sri Lankan rupees (LKR).">
        Currency Exchange Rates
      </PageTitle>
      <FeedLine
        shown={[shownRate, ...(shownWeek?.rates ?? []), ...(board.data?.data.rates ?? [])]}
        opensOnSample={sampleEnd !== undefined}
      />
      {choice.notes.map((note) => (
        <div key={note} className={styles['notice']}>
          <Notice kind="warning">{note}</Notice>
        </div>
      ))}
      <RatesForm
        choice={choice}
        today={today}
        waiting={waiting}
        // Today has to stand in the address where it would open on the sample otherwise.
        onChoose={(chosen) =>
          go(ratesAddress({ ...chosen, date: chosen.date ?? (sampleEnd && today), side }))
        }
      />
      <SideSwitch side={side} addressOf={(other) => ratesAddress({ ...chosen, side: other })} />
      <div className={styles['notice']}>
        {missingSide(side, current.error) ?? (
          <ConnectionNotice queries={[current, week, board, buying, selling]} />
        )}
      </div>
      <div className={styles['parts']} aria-busy={waiting}>
        <RateSummary
          series={seriesOf(base, kindOf(side))}
          rate={shownRate}
          average={shownWeek ? averageOf(shownWeek) : fromBoard?.average}
          changed={change}
        />
        <RateBoard
          choice={choice}
          board={board.data?.data}
          buying={buying.data?.data}
          selling={selling.data?.data}
        />
        <RateHistory week={shownWeek} waiting={week.isFetching} changed={change} />
      </div>
      <p role="status" className="visually-hidden">
        {newest?.sentence}
      </p>
    </>
  )
}

function averageOf(week: ResponseBody<typeof lastSevenDays>['data']): WeekAverage {
  const { weekly_average: rate, days_counted: days, kind } = week
  return { rate, lastDay: lastDayOf(week), days, kind }
}
