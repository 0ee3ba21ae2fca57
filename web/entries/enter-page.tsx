import { useQueries, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState, type ComponentProps, type RefObject } from 'react'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { expectedKinds, key, knownPublisher, seriesOf, type RateKind } from '../../domain/series.ts'
import { formatWeekdayAndDay, language, t } from '../../text/sentences.ts'
import { withRetries } from '../connection/connection.tsx'
import { loadSentences } from '../language.ts'
import type { Place } from '../load-page.ts'
import { usePage } from '../page-context.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { createQuery, readResult, useResponse, type ResponseState } from '../queries.ts'
import { DayLegend, DayStrip, longestStrip } from '../rates/day-strip.tsx'
import { AddressNotes } from '../rates/rate-parts.tsx'
import { useNewestChange } from '../rates/live-rates.tsx'
import { dayQuery } from '../rates/rates.ts'
import { Card, PageTitle } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { ListError } from '../ui/list.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { Skeleton } from '../ui/waiting.tsx'
import { dayKinds, enterAddress, EnterTabs, readTab, tabName } from '../work-tabs.tsx'
import { DayForm } from './day-grid.tsx'
import { readDayState } from './day-state.ts'

export function loader(place: Place) {
  const view = readView(place)
  if (view.tab === 'customs') return []
  const { date, publisher } = view
  const kinds = expectedKinds(publisher)
  return [
    stripQuery(view, place.today),
    ...kinds.map((kind) => dayQuery({ date, kind, publisher })),
  ]
}

function stripQuery({ date, publisher }: View, today: CalendarDate) {
  return createQuery('entries', 'GET /api/exchange-rate/manual/days', {
    query: { ...longestStrip(date, today), publisher },
  })
}

const CustomsWeek = lazy(async () => {
  const [{ CustomsWeek }] = await withRetries(() =>
    Promise.all([import('./customs-week.tsx'), loadSentences(language(), 'sheets')]),
  )
  return { default: CustomsWeek }
})

/** Keeps the height of a line. */
const NO_TEXT = '\u00a0'

interface View {
  readonly date: CalendarDate
  readonly tab: string
  readonly publisher: string | undefined
  readonly notes: readonly string[]
}

/** Reads `/enter?date=…&kind=customs&publisher=…`. */
function readView({ search, today }: Place): View {
  const date = search.get('date')
  const isDay = isCalendarDate(date) && date <= today
  return {
    date: isDay ? date : today,
    tab: readTab(search),
    publisher: knownPublisher(search.get('publisher')),
    notes: date && !isDay ? [t.day.otherDay({ given: date.slice(0, 20) })] : [],
  }
}

export function Component() {
  const view = readView(usePlace())
  const next = readView(useNextPlace())
  if (view.tab !== 'customs') return <DayPage key={view.tab} view={view} next={next} />
  const waiting = (
    <>
      <PageTitle lead={NO_TEXT}>{t.screens.enter}</PageTitle>
      <EnterTabs date={next.date} />
      <Card title={tabName(view.tab)} hideTitle>
        <Skeleton rows={4} />
      </Card>
    </>
  )
  return (
    <Suspense fallback={waiting}>
      <CustomsWeek date={next.date} waiting={waiting} />
    </Suspense>
  )
}

interface DayPageProps {
  readonly view: View
  /** At once: its marks and rates follow. */
  readonly next: View
}

function DayPage({ view, next }: DayPageProps) {
  const { date, publisher, tab } = view
  const { today } = usePlace()
  const holidays = new Map(usePage().holidays)
  const isFirstGridRef = useRef(true)
  const [hasOthers, setHasOthers] = useState(false)
  const kinds = hasOthers ? dayKinds(publisher) : expectedKinds(publisher)
  const responses = useDayResponses(view, kinds)
  const strip = useResponse(stripQuery(next, today))
  const days = strip.data?.data
  useNewestChange()
  const expected = responses.filter(({ kind }) => expectedKinds(publisher).includes(kind))
  const rows = expected.flatMap(({ query }) => query.data?.data.rates ?? [])
  const chooseDay = (day: CalendarDate) => enterAddress({ date: day, tab }, today)
  return (
    <>
      <PageTitle
        lead={rows.length > 0 ? readDayState(date, rows, holidays).sentence : NO_TEXT}
        aside={
          <DayStrip
            days={days}
            chosen={next.date}
            counts={next.date}
            addressOf={chooseDay}
            hasLegend={false}
          />
        }
      >
        {formatWeekdayAndDay(next.date)}
      </PageTitle>
      <EnterTabs date={next.date} />
      <div className="mb">
        <AddressNotes notes={view.notes} />
      </div>
      <Card title={tabName(tab)} hideTitle>
        <RatesOfDay
          view={view}
          responses={responses}
          strip={strip}
          isFirstGridRef={isFirstGridRef}
          others={
            dayKinds(publisher).length > expectedKinds(publisher).length
              ? { isShown: hasOthers, show: setHasOthers }
              : undefined
          }
        />
      </Card>
      <div className="spread just-below" data-screen-only>
        <DayLegend days={days} />
        <DayInput
          label={t.day.another}
          name="day"
          max={today}
          value={next.date}
          onDay={(day) => isCalendarDate(day) && void navigate(chooseDay(day))}
        />
      </div>
      <ToastHost />
    </>
  )
}

type Responses = ReturnType<typeof useDayResponses>

interface RatesOfDayProps {
  readonly view: View
  readonly responses: Responses
  readonly strip: ResponseState<unknown>
  readonly isFirstGridRef: RefObject<boolean>
  readonly others: ComponentProps<typeof DayForm>['others']
}

function RatesOfDay({ view, responses, strip, ...form }: RatesOfDayProps) {
  const { date, publisher, tab } = view
  const { search, today } = usePlace()
  const failures = [...responses.map(({ query }) => query), strip].filter(({ error }) => error)
  // The notice of what is missing has a way to request it again.
  const failed = failures.find(({ data }) => data === undefined) ?? failures[0]
  const loaded = responses.filter(({ query }) => query.data)
  const rows = loaded.flatMap(({ kind, query: { data } }) =>
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
      {failed && <ListError query={failed} />}
      {loaded.length > 0 ? (
        <DayForm
          key={`${date} ${tab}`}
          date={date}
          publisher={publisher}
          kinds={loaded.map(({ kind }) => kind)}
          days={new Map(rows)}
          isLoading={responses.some(({ query }) => !query.data && query.isFetching)}
          onTyped={pinDay}
          {...form}
        />
      ) : (
        !failed && <Skeleton rows={4} />
      )}
    </>
  )
}

function useDayResponses({ date, publisher }: View, kinds: readonly RateKind[]) {
  const client = useQueryClient()
  const queries = kinds.map((kind) => dayQuery({ date, kind, publisher }))
  const results = useQueries({ queries })
  return kinds.flatMap((kind, at) => {
    const [query, result] = [queries[at], results[at]]
    return query && result ? [{ kind, query: readResult(result, query, client) }] : []
  })
}
