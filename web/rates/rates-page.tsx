import type { PageHead } from '../../contract/page-data.ts'
import type { Known, Place } from '../pages.tsx'
import { boardFigures } from './page-head.ts'
import { rateSentence } from './rate-sentence.ts'
import { navigate, useIsOpening, useNextPlace, usePlace } from '../pages.tsx'
import { useState } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { seriesOf } from '../../domain/series.ts'
import { withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { useResponse } from '../queries.ts'
import { t } from '../../text/sentences.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FeedLine } from './feed-line.tsx'
import { ofSeries, useNewestChange, type NewestChange } from './newest-change.ts'
import { rowsOf, usualRow, withCurrent } from './board-rate.ts'
import { BoardLine, BoardTable } from './board-table.tsx'
import { customsRow } from './customs-rate.tsx'
import { RateHistory } from './seven-days.tsx'
import { RatesForm } from './rates-form.tsx'
import { boardQuery, sideBoardQuery } from './board-queries.ts'
import {
  ratesAddress,
  ratesChoice,
  ratesLoader,
  rateQuery,
  weekQuery,
  type RatesChoice,
} from './rates-queries.ts'
import { kindOf } from './side.ts'
import { missingSide } from './side-switch.tsx'

export const loader = ratesLoader

export function head(place: Place, known: Known): PageHead {
  const choice = ratesChoice(place)
  const rate = known(rateQuery(choice))?.data
  return {
    headline: rate && rateSentence(rate),
    figures: boardFigures(known(boardQuery(choice.date))?.data),
  }
}

/** The rates of a day and of the week before it. Date and currency live in the address. */
export function Component() {
  const place = usePlace()
  const { today } = place
  const chosen = ratesChoice(place)
  const next = ratesChoice(useNextPlace())
  const isOpening = useIsOpening()
  const shown = useRates(chosen)
  const { current, week, rows } = shown
  const { base, side, date, publisher } = chosen
  const shownWeek = week.data?.data
  /** Which the card of the week says then. */
  const isEmpty = shownWeek?.rates.length === 0 && shownWeek.newest_date === null
  const newest = useNewestChange()
  const usual = usualRow(rows)?.date
  const upTo = date ?? today
  const isKnown = date === undefined || rows.some(({ rate }) => rate !== null) || shown.waiting
  const waiting = current.isFetching || week.isFetching
  const [isRefused, setIsRefused] = useState(false)
  return (
    <>
      <PageTitle
        lead={t.board.lead({
          date: (!isRefused && usual) || 'none',
          upTo: isRefused || !usual || usual === upTo ? 'none' : upTo,
        })}
        aside={
          <RatesForm
            choice={next}
            today={today}
            waiting={isOpening || waiting}
            onChoose={(next) => navigate(ratesAddress(next))}
            onRefused={setIsRefused}
          />
        }
      >
        {t.screens.rates}
      </PageTitle>
      <div className="fields above">
        <FeedLine shown={[...(shownWeek?.rates ?? []), ...rows]} />
        {(isEmpty ? [] : chosen.notes).map((note) => (
          <Notice key={note} kind="info">
            {note}
          </Notice>
        ))}
        {missingSide(side, current.error, publisher) ?? (
          <ConnectionNotice queries={isEmpty ? shown.queries.slice(1) : shown.queries} />
        )}
      </div>
      {/* Under a day that is refused there are no figures of another. */}
      <div className="stack" aria-busy={waiting} hidden={isRefused}>
        {isKnown && <Summary choice={chosen} today={today} shown={shown} changed={newest} />}
        <RateHistory
          choice={chosen}
          week={shownWeek}
          current={current.data?.data}
          customs={shown.customs}
          waiting={week.isFetching}
          changed={ofSeries(newest, seriesOf(base, kindOf(side), side && publisher))}
        />
      </div>
      <p role="status" className="visually-hidden">
        {newest?.sentence}
      </p>
    </>
  )
}

interface SummaryProps {
  readonly choice: RatesChoice
  readonly today: CalendarDate
  readonly shown: ReturnType<typeof useRates>
  readonly changed: NewestChange | undefined
}

function Summary({ choice, today, shown, changed }: SummaryProps) {
  const { side, date, publisher } = choice
  const of = { rows: shown.rows, kind: kindOf(side), day: date, publisher }
  return (
    <Card title={t.rateSummary.caption} isTitleHeard>
      <BoardTable
        {...of}
        caption={t.rateSummary.caption}
        buying={shown.buying}
        selling={shown.selling}
        addressOf={(base) =>
          base === choice.base
            ? withQuery(`/rates/${base}`, { side: choice.side, publisher: choice.publisher })
            : ratesAddress({ ...choice, base })
        }
        chosen={choice.base}
        changed={changed}
      />
      <BoardLine {...of} more={t.board.averages({ day: choice.date ?? today })} />
    </Card>
  )
}

function useRates(choice: RatesChoice) {
  const current = useResponse(rateQuery(choice))
  const week = useResponse(weekQuery(choice))
  const { date, side, publisher } = choice
  const board = useResponse(sideBoardQuery(date, side, publisher))
  const buying = useResponse(sideBoardQuery(date, 'export', publisher))
  const selling = useResponse(sideBoardQuery(date, 'import', publisher))
  const customs = useResponse(boardQuery(choice.date, 'customs'))
  const own = current.data?.data
  const average = week.data?.data.weekly_average
  // The board has every currency's rate already: a change of currency shows it without waiting.
  const rows = rowsOf(board.data?.data).map((row) =>
    row.currency === choice.base ? withCurrent(row, own, average) : row,
  )
  return {
    current,
    week,
    rows,
    waiting: board.data === undefined,
    buying: buying.data?.data,
    selling: selling.data?.data,
    customs: customsRow(customs.data?.data, choice.base),
    queries: [current, week, board, buying, selling, customs],
  }
}
