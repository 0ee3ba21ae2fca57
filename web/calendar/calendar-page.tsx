import { useState } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { MIN_LISTED_HOLIDAYS, yearOf } from '../../domain/bank-holiday.ts'
import { daysBetween, toDayNumber, type CalendarDate } from '../../domain/calendar-date.ts'
import { holidayName } from '../../text/names.ts'
import { formatShortDay, t } from '../../text/sentences.ts'
import { buildApiAddress, call } from '../api.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import type { Place } from '../load-page.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { createQuery, useResponse, type ResponseQuery } from '../queries.ts'
import { useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card, Disclosure, PageTitle } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Select } from '../ui/form/form.tsx'
import { DaySign, holidaySign } from '../ui/day-mark.tsx'
import { ListStates } from '../ui/list.tsx'
import { useChanges, type Changes } from '../ui/items.tsx'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { showToast, ToastHost } from '../ui/toast.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { ColomboTime } from '../ui/time.tsx'
import { Planner } from './planner.tsx'
import styles from './calendar.module.css'

type Entered = ResponseOf<'GET /api/calendar/entered'>['data']['holidays'][number]
type Holiday = Omit<Entered, 'entered_at' | 'entered_by'> & Partial<Entered>

interface Year {
  readonly data: Omit<ResponseOf<'GET /api/calendar'>['data'], 'holidays'> & {
    readonly holidays: readonly Holiday[]
  }
}

const IMPORT = '/import?subject=bank%20holidays'

const yearQuery = (year: number, isEntered: boolean): ResponseQuery<Year> =>
  createQuery('calendar', isEntered ? 'GET /api/calendar/entered' : 'GET /api/calendar', {
    query: { year: String(year) },
  })

const chosenYear = ({ search, today }: Place): number =>
  /^(?:19|2\d)\d\d$/.test(search.get('year') ?? '') ? Number(search.get('year')) : yearOf(today)

export const loader = (place: Place) => [yearQuery(chosenYear(place), false)]

export function Component() {
  const year = chosenYear(usePlace())
  const auth = useAuth()
  const mayEnter = auth.state === 'signed-in' && auth.approved
  const published = useResponse(yearQuery(year, false))
  const entered = useResponse(yearQuery(year, mayEnter))
  const query = entered.data || entered.error ? entered : published
  const shown = query.data?.data
  return (
    <>
      <PageTitle lead={t.holidays.lead} aside={<Years years={shown?.years ?? []} />}>
        {t.screens.calendar}
      </PageTitle>
      <div className="stack">
        {shown && shown.holidays.length > 0 && (
          <Planner key={year} year={year} holidays={shown.holidays} />
        )}
        <div className="columns">
          <HolidayList year={year} query={query} mayEnter={mayEnter} />
          <Uses years={shown?.years} mayEnter={mayEnter} />
        </div>
      </div>
      <ToastHost />
    </>
  )
}

const nextYears = (today: CalendarDate) => [yearOf(today), yearOf(today) + 1]

/** Arrows, and a list of years that have holidays or soon will. */
function Years({ years }: { readonly years: readonly number[] }) {
  const place = useNextPlace()
  const year = chosenYear(place)
  const all = [...new Set([year, ...nextYears(place.today), ...years])].sort((a, b) => b - a)
  const stepTo = (to: number) =>
    all.includes(to) && { href: `/calendar?year=${to}`, text: String(to) }
  return (
    <Stepper prev={stepTo(year - 1)} next={stepTo(year + 1)}>
      <Select
        label={t.holidays.year}
        name="year"
        values={all.map(String)}
        value={String(year)}
        onValue={(chosen) => void navigate(`/calendar?year=${chosen}`)}
      />
    </Stepper>
  )
}

interface UsesProps {
  /** Undefined while they are unknown. */
  readonly years: readonly number[] | undefined
  readonly mayEnter: boolean
}

function Uses({ years, mayEnter }: UsesProps) {
  const missing = nextYears(useToday()).find((each) => years?.includes(each) === false)
  const isAsked = mayEnter && missing !== undefined
  return (
    <Card title={isAsked ? t.holidays.missingTitle({ year: missing }) : t.holidays.usesTitle}>
      <p className="muted">
        {isAsked ? t.holidays.missingWhy({ year: missing }) : t.holidays.uses}
      </p>
      <div className={styles['uses']} data-screen-only>
        {isAsked && (
          <Link href={IMPORT} className={buttonClass('primary', true)}>
            {t.holidays.importYear({ year: missing })}
          </Link>
        )}
        <a className="touch-target" href={buildApiAddress('GET /calendar.ics', {})}>
          {t.holidays.file}
        </a>
        {mayEnter && !isAsked && (
          <Link className="touch-target" href={IMPORT}>
            {t.holidays.addTitle}
          </Link>
        )}
      </div>
    </Card>
  )
}

interface HolidayListProps {
  readonly year: number
  readonly query: ReturnType<typeof useResponse<Year>>
  readonly mayEnter: boolean
}

function HolidayList({ year, query, mayEnter }: HolidayListProps) {
  const [removing, setRemoving] = useState<Holiday>()
  const changes = useChanges(['calendar', 'rates'])
  const today = useToday()
  const shown = query.data?.data
  const holidays = shown?.holidays ?? []
  const hasNext = yearOf(today) === year && holidays.some(({ date }) => date >= today)
  const earlier = hasNext ? holidays.filter(({ date }) => date < today) : []
  const later = holidays.slice(earlier.length)
  const [source, ...others] = new Set(holidays.map((each) => each.source))
  const hasOneSource = source !== undefined && others.length === 0
  const title = t.holidays.listTitle({ year })
  const table = (listed: readonly Holiday[]) => (
    <Table caption={title} columns={columns(mayEnter)} className={`headless ${styles['holidays']}`}>
      {listed.map((holiday) => (
        <HolidayRow
          key={holiday.date}
          holiday={holiday}
          hasSource={!hasOneSource}
          onRemove={mayEnter ? () => setRemoving(holiday) : undefined}
        />
      ))}
    </Table>
  )
  return (
    <>
      <Card title={title}>
        <ListStates
          query={query}
          failure={changes.failure}
          rows={8}
          empty={holidays.length === 0 && t.holidays.none({ year })}
        >
          {shown && !shown.listed && (
            <Notice kind="warning" quiet>
              {t.holidays.notListed({ count: holidays.length, year, least: MIN_LISTED_HOLIDAYS })}
            </Notice>
          )}
          {later.length > 0 && table(later)}
          {earlier.length > 0 && (
            <Disclosure
              summary={t.holidays.earlier({ count: earlier.length })}
              className={`apart ${styles['earlier']}`}
              data-printed
            >
              {table(earlier)}
            </Disclosure>
          )}
          {hasOneSource && <p className="fine-print below">{source}</p>}
        </ListStates>
      </Card>
      {removing && (
        <RemoveDialog holiday={removing} changes={changes} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

const columns = (mayEnter: boolean) => [
  t.holidays.columns.date,
  t.holidays.columns.name,
  { title: t.holidays.columns.until, numeric: true },
  ...(mayEnter ? [{ title: t.holidays.remove, numeric: true }] : []),
]

interface HolidayRowProps {
  readonly holiday: Holiday
  readonly hasSource: boolean
  readonly onRemove: (() => void) | undefined
}

function HolidayRow({ holiday, hasSource, onRemove }: HolidayRowProps) {
  const { date, name, scope, source, entered_at, entered_by } = holiday
  const today = useToday()
  return (
    <Row data-row={toDayNumber(date)} className={date < today ? 'muted' : undefined}>
      <Cell>
        <DaySign sign={holidaySign(name)} /> <time dateTime={date}>{formatShortDay(date)}</time>
      </Cell>
      <Cell>
        <span className="breakable">{holidayName(name)}</span>
        <div className="fine-print buttons">
          {scope === 'special' && <span>{t.holidays.special}</span>}
          {hasSource && <span>{source}</span>}
          {entered_by && (
            <span>
              {t.holidays.enteredBy({ user: entered_by })}{' '}
              {entered_at && <ColomboTime instant={entered_at} />}
            </span>
          )}
        </div>
      </Cell>
      <Cell numeric className="muted">
        {date >= today && t.holidays.inDays({ days: daysBetween(today, date) })}
      </Cell>
      {onRemove && (
        <Cell numeric>
          <Menu
            look="dots"
            name={
              <span className="visually-hidden">
                {t.layout.more}, {name}
              </span>
            }
          >
            <button type="button" data-closes="" onClick={onRemove}>
              {t.holidays.remove}
            </button>
          </Menu>
        </Cell>
      )}
    </Row>
  )
}

interface RemoveDialogProps {
  readonly holiday: Holiday
  readonly changes: Changes
  readonly onClose: () => void
}

function RemoveDialog({ holiday: { date, name, scope }, changes, onClose }: RemoveDialogProps) {
  const undo = async (id: number) => {
    const { message } = await call('POST /api/exchange-rate/import/:id/undo', {
      params: { id: String(id) },
    })
    showToast({ text: message })
  }
  const remove = async () => {
    const list = { subject: 'bank holidays', scope, source: t.holidays.removeSource } as const
    const { message, data } = await call('POST /api/exchange-rate/import', {
      body: { ...list, rows: [{ date }], remove: true },
    })
    showToast({
      text: `${message}: ${name}`,
      action: { label: t.holidays.undo, run: () => void changes.make(() => undo(data.id)) },
    })
  }
  return (
    <ConfirmDialog
      question={t.holidays.removeQuestion}
      confirmText={t.holidays.remove}
      onConfirm={() => changes.make(remove)}
      onClose={onClose}
    >
      <p>{t.holidays.removeFact({ name, date })}</p>
    </ConfirmDialog>
  )
}
