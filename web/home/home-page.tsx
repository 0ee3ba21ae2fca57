import { useQueryClient } from '@tanstack/react-query'
import { isBusinessDay } from '../../domain/bank-holiday.ts'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { listed } from '../../text/names.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { isOfOneRate, type Conversion, type ConvertedRate } from '../converter/conversion.ts'
import { conversionSentence, readConversion } from '../converter/typed-amount.ts'
import { Link } from '../link.tsx'
import { usePage, useToday } from '../page-context.ts'
import { knownIn, type Known, type Place } from '../load-page.ts'
import { useMessage, useNextPlace, usePlace } from '../pages.tsx'
import { useResponse } from '../queries.ts'
import {
  boardQuery,
  boardSentence,
  readCurrentRate,
  lastDayWithRates,
  newestDay,
  listRows,
  type ShownRow,
} from '../rates/board.ts'
import { FeedNotice } from '../rates/feed-notice.tsx'
import { RatesCard } from '../rates/board-table.tsx'
import { stripQuery } from '../rates/day-strip.tsx'
import { LiveRates } from '../rates/live-rates.tsx'
import { NoRate } from '../rates/no-rate.tsx'
import { AddressNotes } from '../rates/rate-parts.tsx'
import { feedQuery, rateQuery, rateSentence, seriesQuery } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { HomeConverter } from './home-converter.tsx'
import styles from './home.module.css'

function queriesOf(place: Place, known: Known) {
  const conversion = readConversion(place)
  const board = boardQuery()
  const lastDay = lastDayWithRates(known(board)?.data)
  return {
    current: rateQuery(conversion),
    days: stripQuery(conversion, place.today),
    board,
    earlierBoard: lastDay ? boardQuery(lastDay) : board,
  }
}

export const loader = (place: Place, known: Known) => [
  ...Object.values(queriesOf(place, known)),
  feedQuery(),
  seriesQuery(),
]

export function head(place: Place, known: Known) {
  const queries = queriesOf(place, known)
  const rate = known(queries.current)?.data
  const figures = boardSentence(known(queries.board)?.data)
  if (!place.search.has('amount')) return { headline: rate && rateSentence(rate), figures }
  const title = conversionSentence(readConversion(place), rate)
  return { title, headline: title, figures }
}

export function Component() {
  const isClosed = useMessage<{ accountClosed?: true }>()?.accountClosed === true
  const place = usePlace()
  const queries = queriesOf(place, knownIn(useQueryClient()))
  const [shown, next] = [readConversion(place), readConversion(useNextPlace())]
  const current = useResponse(queries.current)
  const days = useResponse(queries.days).data?.data
  const strip = isOfOneSeries(next, shown) ? days : undefined
  const board = useResponse(queries.board)
  const earlier = useResponse(queries.earlierBoard).data?.data
  const rows = listRows(board.data?.data, earlier)
  const rate =
    (isOfOneRate(next, shown) ? current.data?.data : undefined) ??
    findOnBoard(next, rows) ??
    findInStrip(next, place.today, strip)
  const refusal = rate ? undefined : current.error
  const isRefused = refusal?.status === 404 && isOfOneRate(next, shown)
  return (
    <>
      <HomeConverter
        conversion={next}
        rate={rate}
        days={strip}
        middle={shown.date ?? place.today}
        none={isRefused && <NoRate title={refusal.message} />}
      >
        <PageTitle>{t.home.title}</PageTitle>
        <div className="fields mb">
          {isClosed && <Notice kind="success">{t.home.accountClosed}</Notice>}
          <AddressNotes notes={next.notes} />
          <ConnectionNotice queries={isRefused ? [board] : [current, board]} />
        </div>
      </HomeConverter>
      <div className="stack">
        <FeedNotice rows={rows} />
        <div className={styles['cards']} data-screen-only>
          <RatesCard title={t.home.rates} board={board.data?.data} earlier={earlier}>
            <Link href="/rates" className={buttonClass('primary')}>
              {t.home.viewRates}
            </Link>
            <NotOutYet rows={rows} />
          </RatesCard>
          <ManageCard rows={rows} />
        </div>
      </div>
      <LiveRates />
    </>
  )
}

const isOfOneSeries = (one: Conversion, other: Conversion): boolean =>
  isOfOneRate({ ...one, date: undefined }, { ...other, date: undefined })

/** The board has today's indicative rates: a new currency converts without waiting. */
function findOnBoard(
  { currency, date, kind, publisher }: Conversion,
  rows: readonly ShownRow[],
): ConvertedRate | undefined {
  const row = rows.find((each) => each.currency === currency)
  const isOnBoard = kind === DEFAULT_KIND && !publisher && date === undefined
  return isOnBoard && row ? readCurrentRate(row) : undefined
}

/** The strip has the rates of its days: another of them converts without waiting. */
function findInStrip(
  { currency, date, kind, publisher }: Conversion,
  today: CalendarDate,
  days: ResponseOf<'GET /api/exchange-rate/:currency/history'>['data'] | undefined,
): ConvertedRate | undefined {
  const day = date ?? today
  if (!days || day > days.to) return undefined
  const found = days.rates.findLast((each) => each.date <= day)
  return found && { ...found, currency, kind, publisher }
}

interface RowsProps {
  readonly rows: readonly ShownRow[]
}

function NotOutYet({ rows }: RowsProps) {
  const today = useToday()
  const isDue = isBusinessDay(today, new Map(usePage().holidays))
  const newest = newestDay(rows)
  const isOld = rows.some(({ age_business_days: age }) => age !== null && age > 1)
  if (!isDue || isOld || newest === undefined || newest === today) return null
  return <span className="fine-print">{t.home.notOut}</span>
}

function ManageCard({ rows }: RowsProps) {
  const isSignedIn = useAuth().state === 'signed-in'
  const today = useToday()
  const isDue = isBusinessDay(today, new Map(usePage().holidays))
  const missing = rows.filter(({ date }) => date !== today).map(({ currency }) => currency)
  return (
    <Card title={t.home.manage}>
      <div className="fields">
        {isSignedIn && isDue ? (
          <div>
            <p className="title">
              {t.home.entered({ count: rows.length - missing.length, total: rows.length })}
            </p>
            <p className="muted">
              {t.home.today({ date: formatWeekdayAndDay(today) })}{' '}
              {missing.length > 0 &&
                t.home.missing({ currencies: listed(missing), count: missing.length })}
            </p>
          </div>
        ) : (
          <p className="muted">{t.home.manageLead}</p>
        )}
        <Link
          href={isSignedIn ? '/manage' : '/login'}
          className={`${buttonClass('quiet', true)} ${styles['manage']}`}
        >
          {isSignedIn ? t.home.manageRates : t.home.loginToManage}
        </Link>
      </div>
    </Card>
  )
}
