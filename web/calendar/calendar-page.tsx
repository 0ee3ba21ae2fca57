import { useState } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { MIN_LISTED_HOLIDAYS, yearOf } from '../../domain/bank-holiday.ts'
import { daysBetween, toDayNumber } from '../../domain/calendar-date.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
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
import { ListStates, useChanges, type Changes } from '../ui/list.tsx'
import { Menu } from '../ui/menu.tsx'
import { Badge, Notice, showToast, ToastHost } from '../ui/notice.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { ColomboTime } from '../ui/time.tsx'
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
  return (
    <>
      <PageTitle
        lead={t.holidays.lead}
        aside={<Controls years={query.data?.data.years ?? []} mayEnter={mayEnter} />}
      >
        {t.screens.calendar}
      </PageTitle>
      <HolidayList year={year} query={query} mayEnter={mayEnter} />
      <ToastHost />
    </>
  )
}

function Controls({ years, mayEnter }: { years: readonly number[]; mayEnter: boolean }) {
  const place = useNextPlace()
  const year = chosenYear(place)
  const listable = [yearOf(place.today), yearOf(place.today) + 1]
  const missing = listable.find((each) => !years.includes(each))
  const all = [...new Set([year, ...listable, ...years])].sort((one, other) => other - one)
  return (
    <div className={styles['controls']}>
      <Select
        label={t.holidays.year}
        name="year"
        values={all.map(String)}
        value={String(year)}
        onValue={(chosen) => void navigate(`/calendar?year=${chosen}`)}
      />
      {mayEnter && missing !== undefined && (
        <Link href={IMPORT} className={buttonClass('primary')}>
          {t.holidays.importYear({ year: missing })}
        </Link>
      )}
      <Menu name={t.layout.more}>
        <a href={buildApiAddress('GET /calendar.ics', {})}>{t.holidays.file}</a>
        {mayEnter && <Link href={IMPORT}>{t.holidays.addTitle}</Link>}
      </Menu>
    </div>
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
  const next = holidays.find(({ date }) => date >= today && yearOf(today) === year)
  const earlier = next ? holidays.filter(({ date }) => date < today) : []
  const later = holidays.slice(earlier.length)
  const [source, ...others] = new Set(holidays.map((each) => each.source))
  const hasOneSource = source !== undefined && others.length === 0
  const title = t.holidays.listTitle({ year })
  const table = (listed: readonly Holiday[]) => (
    <Table caption={title} columns={columns(mayEnter)} className={styles['holidays']}>
      {listed.map((holiday) => (
        <HolidayRow
          key={holiday.date}
          holiday={holiday}
          isNext={holiday === next}
          hasSource={!hasOneSource}
          onRemove={mayEnter ? () => setRemoving(holiday) : undefined}
        />
      ))}
    </Table>
  )
  return (
    <>
      <Card title={title} hideTitle={holidays.length > 0}>
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
              className="apart"
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
  ...(mayEnter
    ? [{ title: <span className="visually-hidden">{t.holidays.remove}</span>, numeric: true }]
    : []),
]

interface HolidayRowProps {
  readonly holiday: Holiday
  readonly isNext: boolean
  readonly hasSource: boolean
  readonly onRemove: (() => void) | undefined
}

function HolidayRow({ holiday, isNext, hasSource, onRemove }: HolidayRowProps) {
  const { date, name, scope, source, entered_at, entered_by } = holiday
  const today = useToday()
  return (
    <Row data-row={toDayNumber(date)} className={date < today ? 'muted' : undefined}>
      <Cell>
        <time dateTime={date}>{formatWeekdayAndDay(date)}</time>
      </Cell>
      <Cell>
        <span className="breakable">{name}</span>{' '}
        {isNext && (
          <Badge tone="success">{t.holidays.inDays({ days: daysBetween(today, date) })}</Badge>
        )}
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
