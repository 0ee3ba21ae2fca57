import { type Place, navigate, usePlace } from '../../pages.tsx'
import { lazy, Suspense } from 'react'
import { addDays, isCalendarDate, isWeekend } from '../../../domain/calendar-date.ts'
import { ENTRY_WINDOW_DAYS, isOpenForEntry } from '../../../domain/rate-warnings.ts'
import { publisherName } from '../../../domain/series.ts'
import { formatWeekdayAndDay, t } from '../../../text/sentences.ts'
import { withRetries } from '../../connection/retry.ts'
import { Link } from '../../link.tsx'
import { useNewestChange } from '../../rates/newest-change.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DayInput } from '../../ui/form/day-input.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ListError } from '../../ui/list/list-states.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ToastHost } from '../../ui/toast.tsx'
import { dayQuery } from '../../day-query.ts'
import { DayForm } from './day-form.tsx'
import { dayAddress, dayKinds, readDayView, tabs, useDayRows, type DayView } from './day-view.ts'
import styles from './day.module.css'

export function loader(place: Place) {
  const { date, tab, publisher } = readDayView(place)
  if (tab === 'customs') return []
  return dayKinds(publisher).map((kind) => dayQuery({ date, kind, publisher }))
}

/** Loaded when it is opened: once a week. */
const CustomsImport = lazy(async () => {
  const { CustomsImport } = await withRetries(() => import('../customs/customs-import.tsx'))
  return { default: CustomsImport }
})

/** The one place where rates are entered: those of a day in one grid, or a week's customs rates. */
export function Component() {
  const place = usePlace()
  const view = readDayView(place)
  const { tab, date } = view
  return (
    <>
      <PageTitle lead={t.day.lead({ tab })}>{t.screens.enter}</PageTitle>
      <Card
        title={<span className="visually-hidden">{tabName(tab)}</span>}
        aside={
          <div className={classNames('apart', styles['tabs'])}>
            <LinkTabs
              label={t.day.kinds}
              choices={tabs()}
              chosen={tab}
              current="page"
              addressOf={(each) => dayAddress({ date, tab: each }, place.today)}
              textOf={tabName}
            />
            <Link href={tab === 'customs' ? '/import?subject=customs%20rates' : '/import'}>
              {t.dashboard.importRates}
            </Link>
          </div>
        }
      >
        {tab !== 'customs' ? (
          <>
            <DayChoice view={view} />
            <RatesOfDay key={tab} view={view} />
          </>
        ) : (
          <Suspense fallback={<Skeleton rows={4} />}>
            <CustomsImport />
          </Suspense>
        )}
      </Card>
      <ToastHost />
    </>
  )
}

const tabName = (tab: string) =>
  tab === 'rates' || tab === 'customs' ? t.day.tabs[tab] : publisherName(tab)

/** The grid of a day. What others enter meanwhile is shown at once. */
function RatesOfDay({ view }: { readonly view: DayView }) {
  const { date, publisher, tab } = view
  const { search, today } = usePlace()
  const { rows, query } = useDayRows(view)
  useNewestChange()
  // What is typed stays of its day when the next one begins.
  const pinDay = (typed: boolean) => {
    if (date === today && typed !== search.has('date'))
      navigate(dayAddress(view, typed ? undefined : today), { replace: true })
  }
  return (
    <>
      {query && <ListError query={query} />}
      {rows ? (
        <DayForm key={`${date} ${tab}`} {...{ date, publisher, rows }} onTyped={pinDay} />
      ) : (
        query?.isFetching && <Skeleton rows={4} />
      )}
    </>
  )
}

/** Any day that is open for entry, and the business days beside it. */
function DayChoice({ view }: { readonly view: DayView }) {
  const { date } = view
  const { today } = usePlace()
  const step = (days: 1 | -1, sign: string, name: string) => {
    let day = addDays(date, days)
    while (isWeekend(day) && day < today) day = addDays(day, days)
    const text = (
      <>
        <span aria-hidden="true">{sign}</span>
        <span className="visually-hidden">{name}</span>
      </>
    )
    return isOpenForEntry(day, today) ? (
      <Link href={dayAddress({ ...view, date: day }, today)} className={buttonClass('quiet')}>
        {text}
      </Link>
    ) : (
      <Button kind="quiet" disabled>
        {text}
      </Button>
    )
  }
  return (
    <div className={classNames('buttons', styles['choice'])}>
      {step(-1, '‹', t.day.before)}
      <DayInput
        label={<span className="visually-hidden">{t.day.day}</span>}
        name="day"
        min={addDays(today, -ENTRY_WINDOW_DAYS)}
        max={today}
        value={date}
        onDay={(day) => {
          if (isCalendarDate(day)) navigate(dayAddress({ ...view, date: day }, today))
        }}
      />
      {step(1, '›', t.day.after)}
      <p className="tap muted">{formatWeekdayAndDay(date)}</p>
    </div>
  )
}
