import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies } from '../../domain/currency.ts'
import { lastDayOf, withChanges } from '../../domain/rate-precedence.ts'
import { fromWire } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOf } from '../../domain/series.ts'
import { formatWeekday, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { localAddress } from '../language.ts'
import { Link } from '../link.tsx'
import { knownIn, type Known, type Place } from '../load-page.ts'
import { navigate, useIsOpening, useLaterPlace, useNextPlace, usePlace } from '../pages.tsx'
import { createQuery, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Select } from '../ui/form/form.tsx'
import { Spinner } from '../ui/waiting.tsx'
import {
  averagesSentence,
  boardQuery,
  boardSentence,
  lastDayWithRates,
  listRows,
  type ShownRow,
} from './board.ts'
import { DayRatesTable, MissingDays, PublishedNote } from './day-rates.tsx'
import { FeedNotice } from './feed-notice.tsx'
import { BoardTable, SourceLine } from './board-table.tsx'
import { DayLegend, DayStrip, stripQuery } from './day-strip.tsx'
import { LiveRates } from './live-rates.tsx'
import { AddressNotes, RateSelect } from './rate-parts.tsx'
import {
  choiceParams,
  feedQuery,
  rateQuery,
  ratesAddress,
  rateSentence,
  readAddress,
  leadSentence,
  seriesQuery,
  weekQuery,
  type PublicAddress,
  type Week,
} from './rates.ts'
import styles from './rates-page.module.css'

/** The first day that can be chosen; half-typed years are earlier. */
const EARLIEST = '1950-01-01'
/** The queries of an address; those of days without rates follow from the first responses. */
function queriesOf(address: PublicAddress, known: Known) {
  const { date, ...choice } = address
  const current = { ...rateQuery(address), isAlwaysRequested: true } as const
  const week = { ...weekQuery(address), isAlwaysRequested: true } as const
  const board = boardQuery(date, choice)
  const shownWeek = known(week)?.data
  const lastDay = lastDayWithRates(known(board)?.data)
  const newestWeek =
    shownWeek?.rates.length === 0 && shownWeek.newest_date
      ? weekQuery({ ...address, date: shownWeek.newest_date })
      : week
  return {
    current,
    week,
    board,
    newestWeek,
    earlierBoard: lastDay ? boardQuery(lastDay, choice) : board,
    oldest: shownWeek?.newest_date === null ? oldestQuery(address) : undefined,
  }
}

const oldestQuery = ({ currency, date, ...choice }: PublicAddress) =>
  createQuery('rates', 'GET /api/exchange-rate/:currency/history', {
    params: { currency },
    query: { from: date, to: date, ...choiceParams(choice) },
  })

export function loader(place: Place, known: Known) {
  const address = readAddress(place)
  const { oldest, ...queries } = queriesOf(address, known)
  return [
    feedQuery(),
    seriesQuery(),
    stripQuery(address, place.today),
    ...Object.values(queries),
    ...(oldest ? [oldest] : []),
  ]
}

export function head(place: Place, known: Known) {
  const { current, board } = queriesOf(readAddress(place), known)
  const rate = known(current)?.data
  return { headline: rate && rateSentence(rate), figures: boardSentence(known(board)?.data) }
}

export function Component() {
  const place = usePlace()
  const address = readAddress(place)
  const shown = useRates(address)
  const { current, week, rows } = shown
  const { days } = useStrip()
  const isMarkNamed = days?.rates.some(({ source }) => source === 'manual')
  const [isRefused, setIsRefused] = useState(false)
  return (
    <>
      <PageTitle
        lead={isRefused ? t.rates.leadNone : leadSentence(current.data?.data, place.today)}
        aside={<RatesForm today={place.today} onRefused={setIsRefused} />}
      >
        {t.screens.rates}
      </PageTitle>
      <Strip counts={isRefused ? undefined : current.data?.data.date} />
      <div className="fields mb">
        <FeedNotice rows={rows} />
        <AddressNotes notes={address.notes} />
        <ConnectionNotice queries={shown.queries} />
      </div>
      {/* No figures of another day are shown under a day that is refused. */}
      <div className={styles['columns']} hidden={isRefused}>
        <Card title={t.rateSummary.caption} hideTitle>
          <Board rows={rows} />
          <SourceLine rows={rows} {...address} isMarkNamed={isMarkNamed}>
            {averagesSentence(rows)}
          </SourceLine>
        </Card>
        <History address={address} week={week.data?.data} newestWeek={shown.newestWeek} />
      </div>
      <div className="phone-only below" data-screen-only>
        <DayLegend days={days} />
      </div>
      <LiveRates />
    </>
  )
}

function Board({ rows }: { readonly rows: readonly ShownRow[] }) {
  const next = readAddress(useLaterPlace())
  return (
    <BoardTable
      caption={t.rateSummary.caption}
      rows={rows}
      chosen={next.currency}
      addressOf={(currency) =>
        currency === next.currency
          ? withQuery(`/rates/${currency}`, choiceParams(next))
          : ratesAddress({ ...next, currency })
      }
    />
  )
}

function useRates(address: PublicAddress) {
  const queries = queriesOf(address, knownIn(useQueryClient()))
  const current = useResponse(queries.current)
  const week = useResponse(queries.week)
  const board = useResponse(queries.board)
  const earlierBoard = useResponse(queries.earlierBoard).data?.data
  const newestWeek = useResponse(queries.newestWeek).data?.data
  const newest = current.data?.data
  const { currency: base, kind } = address
  const average = newestWeek?.weekly_average
  return {
    current,
    week,
    newestWeek,
    // The history says it with the first day that has a rate.
    queries:
      kind === DEFAULT_KIND && current.error?.status === 404
        ? [week, board]
        : [current, week, board],
    rows: listRows(board.data?.data, earlierBoard)
      // Banks often quote some of the currencies only.
      .filter(({ currency, rate }) => kind === DEFAULT_KIND || currency === base || rate !== null)
      .map((row) =>
        row.currency === base && newest
          ? {
              ...row,
              ...newest,
              ...(average && { weekly_average: average, average_to: lastDayOf(newestWeek) }),
            }
          : row,
      ),
  }
}

/** The days of the chosen address; their marks follow. */
function useStrip() {
  const { today } = usePlace()
  const next = readAddress(useLaterPlace())
  return { today, next, days: useResponse(stripQuery(next, today)).data?.data }
}

function Strip({ counts }: { readonly counts: CalendarDate | undefined }) {
  const { today, next, days } = useStrip()
  return (
    <div className="mb">
      <DayStrip
        days={days}
        chosen={next.date ?? today}
        counts={counts}
        addressOf={(day) => ratesAddress({ ...next, date: day === today ? undefined : day })}
      />
    </div>
  )
}

interface RatesFormProps {
  readonly today: CalendarDate
  readonly onRefused: (isRefused: boolean) => void
}

/** Without scripts a plain GET form. */
function RatesForm({ today, onRefused }: RatesFormProps) {
  const address = readAddress(useNextPlace())
  const isOpening = useIsOpening()
  const choose = (next: Partial<PublicAddress>) =>
    void navigate(ratesAddress({ ...address, ...next }))
  return (
    <form
      action={localAddress('/rates')}
      method="get"
      noValidate
      className={styles['form']}
      data-screen-only
      onSubmit={(event) => event.preventDefault()}
    >
      <Select
        label={t.rates.base}
        name="base"
        values={currencies()}
        value={address.currency}
        onValue={(currency) => choose({ currency })}
      />
      <DayInput
        label={t.rates.date}
        name="date"
        min={EARLIEST}
        max={today}
        value={address.date ?? today}
        wrong={t.rates.afterToday({ today })}
        onRefused={onRefused}
        onDay={(day) => choose({ date: day === today ? undefined : calendarDateOf(day) })}
      />
      <RateSelect
        choice={address}
        onChoose={({ kind, publisher }) => choose({ kind, publisher })}
      />
      <noscript>
        <Button type="submit">{t.rates.show}</Button>
      </noscript>
      <div className={styles['spinner']}>{isOpening && <Spinner label={t.rates.fetching} />}</div>
    </form>
  )
}

interface HistoryProps {
  readonly address: PublicAddress
  readonly week: Week | undefined
  readonly newestWeek: Week | undefined
}

function History({ address, week, newestWeek: shown }: HistoryProps) {
  return (
    <Card title={t.week.title}>
      {!week && <p className="fine-print">{t.week.failed}</p>}
      {week?.newest_date === null && <NoRates address={address} week={week} />}
      {week?.newest_date && week.rates.length === 0 && (
        <p className="mb">{t.week.newest({ since: week.newest_date })}</p>
      )}
      {shown && shown.rates.length > 0 && <Days week={shown} />}
    </Card>
  )
}

function Days({ week }: { readonly week: Week }) {
  const { currency, kind, publisher, missing } = week
  const rates = week.rates
    .map((each) => ({ ...each, rate: fromWire(each.rate) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  return (
    <div className={styles['history']}>
      <DayRatesTable
        caption={t.week.caption({ kind: kind ?? DEFAULT_KIND, currency, lastDay: lastDayOf(week) })}
        series={seriesOf(currency, kind, publisher)}
        rates={withChanges(rates)}
        formatDate={formatWeekday}
      />
      <MissingDays missing={missing} />
      {rates.map(({ date, published }) => (
        <PublishedNote key={date} date={date} published={published} />
      ))}
    </div>
  )
}

function NoRates({ address, week }: { readonly address: PublicAddress; readonly week: Week }) {
  const oldest = useResponse(oldestQuery(address)).data?.data.oldest_date
  return (
    <p>
      {t.week.noneBefore({ currency: week.currency, lastDay: lastDayOf(week) })}{' '}
      {oldest && (
        <Link href={ratesAddress({ ...address, date: oldest })}>
          {t.week.showFirst({ oldest })}
        </Link>
      )}
    </p>
  )
}
