import { useQueries, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, type RefObject } from 'react'
import {
  addDays,
  isCalendarDate,
  isWeekend,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { key, knownPublisher, seriesOf } from '../../domain/series.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { withRetries } from '../connection/connection.tsx'
import { Link } from '../link.tsx'
import { dayQuery } from '../rates/rates.ts'
import { readResult } from '../queries.ts'
import { useNewestChange } from '../rates/live-rates.tsx'
import type { Place } from '../load-page.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { ListError } from '../ui/list.tsx'
import { ToastHost } from '../ui/notice.tsx'
import { Skeleton } from '../ui/waiting.tsx'
import { DayForm } from './day-grid.tsx'
import { dayKinds, enterAddress, EnterTabs, readTab, tabName } from '../work-tabs.tsx'
import styles from './entries.module.css'

export function loader(place: Place) {
  const { date, tab, publisher } = readView(place)
  if (tab === 'customs') return []
  return dayKinds(publisher).map((kind) => dayQuery({ date, kind, publisher }))
}

const CustomsWeekForm = lazy(async () => {
  const { CustomsWeekForm } = await withRetries(() => import('./customs-week.tsx'))
  return { default: CustomsWeekForm }
})

interface View {
  readonly date: CalendarDate
  readonly tab: string
  readonly publisher: string | undefined
}

/** Reads `/enter?date=…&kind=customs&publisher=…`. */
function readView({ search, today }: Place): View {
  const date = search.get('date')
  return {
    date: isCalendarDate(date) && date <= today ? date : today,
    tab: readTab(search),
    publisher: knownPublisher(search.get('publisher')),
  }
}

export function Component() {
  const { tab, date, publisher } = readView(usePlace())
  const next = readView(useNextPlace())
  const isFirstGridRef = useRef(true)
  return (
    <>
      <PageTitle lead={t.day.lead({ tab })}>{t.screens.enter}</PageTitle>
      <Card title={tabName(tab)} hideTitle>
        <EnterTabs date={next.date} />
        {tab === 'customs' ? (
          <Suspense fallback={<Skeleton rows={4} />}>
            <CustomsWeekForm />
          </Suspense>
        ) : (
          <>
            <DayChoice {...next} />
            <RatesOfDay key={tab} view={{ date, tab, publisher }} isFirstGridRef={isFirstGridRef} />
          </>
        )}
      </Card>
      <ToastHost />
    </>
  )
}

interface RatesOfDayProps {
  readonly view: View
  readonly isFirstGridRef: RefObject<boolean>
}

function RatesOfDay({ view, isFirstGridRef }: RatesOfDayProps) {
  const { date, publisher, tab } = view
  const { search, today } = usePlace()
  useNewestChange()
  const responses = useDayResponses(view)
  const query = (responses.find((each) => each.query.error) ?? responses[0])?.query
  const isLoaded = responses.every((each) => each.query.data)
  const rows = responses.flatMap(({ kind, query: { data } }) =>
    (data?.data.rates ?? []).map(
      (row) => [key(seriesOf(row.currency, kind, publisher)), row] as const,
    ),
  )
  // A typed rate stays with its day when the next one begins.
  const pinDay = (isTyped: boolean) => {
    if (date === today && isTyped !== search.has('date'))
      void navigate(enterAddress(view, isTyped ? undefined : today), { replace: true })
  }
  return (
    <>
      {query && <ListError query={query} />}
      {isLoaded ? (
        <DayForm
          key={`${date} ${tab}`}
          date={date}
          publisher={publisher}
          isFirstGridRef={isFirstGridRef}
          rows={new Map(rows)}
          onTyped={pinDay}
        />
      ) : (
        query?.isFetching && <Skeleton rows={4} />
      )}
    </>
  )
}

function useDayResponses({ date, publisher }: View) {
  const client = useQueryClient()
  const kinds = dayKinds(publisher)
  const queries = kinds.map((kind) => dayQuery({ date, kind, publisher }))
  const results = useQueries({ queries })
  return kinds.flatMap((kind, at) => {
    const [query, result] = [queries[at], results[at]]
    return query && result ? [{ kind, query: readResult(result, query, client) }] : []
  })
}

function DayChoice({ date, tab }: Pick<View, 'date' | 'tab'>) {
  const { today } = usePlace()
  const step = (days: 1 | -1, sign: string, name: string) => {
    let day = addDays(date, days)
    while (isWeekend(day) && day < today) day = addDays(day, days)
    if (day > today) return null
    return (
      <Link
        href={enterAddress({ date: day, tab }, today)}
        aria-label={name}
        className={buttonClass('quiet')}
      >
        {sign}
      </Link>
    )
  }
  return (
    <div className={styles['day']}>
      {step(-1, '‹', t.day.before)}
      <DayInput
        label={<span className="visually-hidden">{t.day.day}</span>}
        name="day"
        max={today}
        value={date}
        hint={formatWeekdayAndDay(date)}
        onDay={(day) => {
          if (isCalendarDate(day)) void navigate(enterAddress({ date: day, tab }, today))
        }}
      />
      {step(1, '›', t.day.after)}
    </div>
  )
}
