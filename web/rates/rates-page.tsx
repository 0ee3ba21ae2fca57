import type { lastSevenDays } from '../../contract/rates/rates.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { lastDayOf } from '../../domain/rate-precedence.ts'
import { seriesOf } from '../../domain/series.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { useResponse } from '../queries.ts'
import { useLocation, usePlace } from '../router.tsx'
import { ratesText } from '../text/en/rates.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FeedLine } from './feed-line.tsx'
import { ofSeries, useNewestChange } from './newest-change.ts'
import { boardRate } from './board-rate.ts'
import { RateBoard } from './board.tsx'
import { customsRow } from './customs-rate.tsx'
import { RateHistory } from './seven-days.tsx'
import { RateSummary, type WeekAverage } from './rate-summary.tsx'
import { RatesForm } from './rates-form.tsx'
import {
  boardQuery,
  ratesAddress,
  ratesChoice,
  rateQuery,
  sampleDay,
  weekQuery,
  type RatesChoice,
} from './rates-queries.ts'
import { kindOf } from './side.ts'
import { missingSide, SideSwitch } from './side-switch.tsx'
import styles from './rates-page.module.css'

/** The rates of a day and of the week before it. Date and currency live in the address. */
export default function RatesPage() {
  const place = usePlace()
  const { today } = place
  const [, go] = useLocation()
  const chosen = ratesChoice(place)
  const shown = useRates(chosen, place.search)
  const { choice, sampleEnd, current, week, board, buying, selling, fromBoard } = shown
  const { base, side } = choice
  const series = seriesOf(base, kindOf(side))
  const shownRate = current.data?.data ?? fromBoard?.rate
  const shownWeek = week.data?.data
  const newest = useNewestChange()
  const change = ofSeries(newest, series)
  const waiting = current.isFetching || week.isFetching
  return (
    <>
      <PageTitle lead={ratesText.lead}>{ratesText.title}</PageTitle>
      <FeedLine
        shown={[shownRate, ...(shownWeek?.rates ?? []), ...(board?.rates ?? [])]}
        opensOnSample={sampleEnd !== undefined}
      />
      <Notes notes={chosen.notes} />
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
        {missingSide(side, current.error) ?? <ConnectionNotice queries={shown.queries} />}
      </div>
      <div className={styles['parts']} aria-busy={waiting}>
        <RateSummary
          series={series}
          rate={shownRate}
          average={shownWeek ? averageOf(shownWeek) : fromBoard?.average}
          customs={shown.customs}
          changed={change}
        />
        <RateBoard choice={choice} board={board} buying={buying} selling={selling} />
        <RateHistory week={shownWeek} waiting={week.isFetching} changed={change} />
      </div>
      <p role="status" className="visually-hidden">
        {newest?.sentence}
      </p>
    </>
  )
}

/** The responses for a choice; where it names no day and the newest rate is the sample's, those of the sample's last day. */
function useRates(chosen: RatesChoice, search: URLSearchParams) {
  const current = useResponse(rateQuery(chosen))
  const sampleEnd = sampleDay(search, current.data?.data)
  const choice = { ...chosen, date: chosen.date ?? sampleEnd }
  const week = useResponse(weekQuery(choice))
  const board = useResponse(boardQuery(choice.date, kindOf(choice.side)))
  const buying = useResponse(boardQuery(choice.date, kindOf('export')))
  const selling = useResponse(boardQuery(choice.date, kindOf('import')))
  const customs = useResponse(boardQuery(chosen.date, 'customs'))
  // The board has every currency's rate already: a change of currency shows it without waiting.
  const fromBoard = current.error?.mayPass === false ? undefined : boardRate(board.data?.data, choice.base)
  return {
    ...{ choice, sampleEnd, current, week, fromBoard, board: board.data?.data },
    ...{ buying: buying.data?.data, selling: selling.data?.data },
    customs: customsRow(customs.data?.data, choice.base),
    queries: [current, week, board, buying, selling, customs],
  }
}

/** Says what of the address could not be shown. */
function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <div key={note} className={styles['notice']}>
      <Notice kind="warning">{note}</Notice>
    </div>
  ))
}

function averageOf(week: ResponseBody<typeof lastSevenDays>['data']): WeekAverage {
  const { weekly_average: rate, days_counted: days, kind } = week
  return { rate, lastDay: lastDayOf(week), days, kind }
}
