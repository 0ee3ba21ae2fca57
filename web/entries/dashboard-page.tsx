import { useState } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { DayRow } from '../../contract/entries.ts'
import { isBusinessDay } from '../../domain/bank-holiday.ts'
import {
  addDays,
  daysBetween,
  isCalendarDate,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { isCurrency, TARGET_CURRENCY, usualCurrency, type Currency } from '../../domain/currency.ts'
import { rateOfDay } from '../../domain/rate-precedence.ts'
import { ENTRY_WINDOW_DAYS } from '../../domain/rate-warnings.ts'
import { DEFAULT_KIND, seriesOf } from '../../domain/series.ts'
import { listed, rateName, unitsName } from '../../text/names.ts'
import { formatDay, formatRecent, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { dayQuery, feedQuery } from '../rates/rates.ts'
import { Link } from '../link.tsx'
import { usePage, useToday } from '../page-context.ts'
import { createQuery, useResponse } from '../queries.ts'
import { useNewestChange } from '../rates/live-rates.tsx'
import type { Place } from '../load-page.ts'
import { Card, PageTitle } from '../ui/card.tsx'
import { useDraft } from '../ui/form/draft.ts'
import { Select } from '../ui/form/form.tsx'
import { ListError, ListStates } from '../ui/list.tsx'
import { Cell, Row, Table, useFirstRows } from '../ui/table.tsx'
import { AddRate, CurrencyField, DateField } from './add-rate.tsx'
import { enterAddress } from '../work-tabs.tsx'
import { readDayState } from './day-state.ts'
import styles from './entries.module.css'
import { entryRate, savedAt } from './rate-changes.ts'
import { UndoButton, useSavedRates, type SavedRates } from './saved-rates.tsx'
import { NumberRateField } from './rate-input.tsx'

const recentQuery = () =>
  createQuery('entries', 'GET /api/exchange-rate/recent', {
    query: { kind: DEFAULT_KIND, limit: '10' },
  })
const refusedQuery = () => createQuery('entries', 'GET /api/exchange-rate/manual/refused', {})
const holidaysQuery = () => createQuery('calendar', 'GET /api/calendar', { query: {} })

export const loader = ({ today }: Place) => [
  dayQuery({ date: today }),
  feedQuery(),
  recentQuery(),
  refusedQuery(),
  holidaysQuery(),
]

export function Component() {
  const today = useToday()
  const draft = useDraft<Record<string, string>>('dashboard')
  const saved = useSavedRates()
  const [savedId, setSavedId] = useState<number>()
  const query = useResponse(dayQuery({ date: today }))
  const recent = useResponse(recentQuery())
  const rows = query.data?.data.rates ?? []
  const missing = rows.filter((row) => !rateOfDay(row)).map(({ currency }) => currency)
  const [chosen, setCurrency] = useState(() => {
    const kept = draft.value?.['base_currency']
    return isCurrency(kept) ? kept : undefined
  })
  const currency = chosen ?? missing[0] ?? usualCurrency()
  // A save does not change it.
  if (chosen === undefined && query.data) setCurrency(currency)
  const [typedDay, setTypedDay] = useState(draft.value?.['date'])
  useNewestChange()
  return (
    <>
      <PageTitle lead={<TodayState rows={rows} />}>{t.screens.dashboard}</PageTitle>
      {query.error && !recent.error && <ListError query={query} />}
      <Chips rows={rows} chosen={currency} onChoose={setCurrency} />
      <div className={styles['columns']}>
        <Card title={t.dashboard.add}>
          <AddRate
            draft={draft}
            saved={saved}
            button={t.dashboard.save}
            busyText={t.entry.saving}
            onSaved={({ id }) => setSavedId(id)}
          >
            <CurrencyField
              name="base_currency"
              label={t.dashboard.baseCurrency}
              value={currency}
              onValue={setCurrency}
            />
            <Select
              label={t.dashboard.targetCurrency}
              name="target_currency"
              values={[TARGET_CURRENCY]}
            />
            <NumberRateField
              label={t.entry.rate}
              placeholder={t.dashboard.placeholder}
              hint={<KnownRate typedDay={typedDay} currency={currency} />}
            />
            <DateField
              min={addDays(today, -ENTRY_WINDOW_DAYS)}
              onDay={setTypedDay}
              aria-describedby="accepted-days"
            />
            <p id="accepted-days" className="full-row fine-print">
              {t.dashboard.dateHint}
            </p>
          </AddRate>
        </Card>
        <RecentRates saved={saved} savedId={savedId} />
      </div>
    </>
  )
}

/** The newest entries; all are one press away. */
const ON_A_PHONE = 6

type DayRate = NonNullable<DayRow['previous']>

/** `Wed 25 Nov: 237.2516`; with the year if the day is more than six days ago. */
function dayAndRate(previous: DayRate, today: CalendarDate): string {
  const { date: day, source } = previous
  const rate = entryRate(previous)
  if (source === 'sample') return t.dashboard.sampleRate({ day: formatDay(day), rate })
  return daysBetween(day, today) < 7
    ? t.dashboard.lastRate({ day, rate })
    : t.dashboard.oldRate({ day: formatDay(day), rate })
}

interface KnownRateProps {
  readonly typedDay: string | undefined
  readonly currency: Currency
}

/** The published rate of the day, else the one before it. */
function KnownRate({ typedDay, currency }: KnownRateProps) {
  const today = useToday()
  const date = isCalendarDate(typedDay) && typedDay <= today ? typedDay : today
  const { data } = useResponse(dayQuery({ date }))
  const row = data?.data.rates.find((each) => each.currency === currency)
  const known = row?.published ?? row?.previous
  if (!known) return '\u00a0'
  const { date: day, source } = known
  if (!row?.published || source === 'sample') return dayAndRate(known, today)
  return t.dashboard.publishedRate({ source, day, rate: entryRate(known) })
}

function TodayState({ rows }: { readonly rows: readonly DayRow[] }) {
  const today = useToday()
  const feed = useResponse(feedQuery()).data?.data
  const refused = useResponse(refusedQuery()).data?.data[0]
  const missingYears = useResponse(holidaysQuery()).data?.data.years_missing ?? []
  const { isDue, isWhole, sentence: state } = readDayState(today, rows, new Map(usePage().holidays))
  // The next year's list is expected from November on; it is needed in December.
  const years = missingYears.filter((year) => today >= `${year - 1}-12-01`)
  return (
    <>
      {rows.length === 0
        ? `${formatWeekdayAndDay(today)}.`
        : t.dashboard.state({ day: today, isDue, state })}
      {feed && isDue && !isWhole && <> {feedSentence(feed, today)}</>}
      {refused && (
        <>
          {' '}
          {t.dashboard.refused({
            name: rateName(seriesOf(refused.currency, refused.kind, refused.publisher)),
            date: refused.date,
          })}{' '}
          <Link
            href={enterAddress({
              date: refused.date,
              tab: refused.publisher ?? (refused.kind === 'customs' ? 'customs' : 'rates'),
            })}
          >
            {t.dashboard.enterRefused}
          </Link>
        </>
      )}
      {years.length > 0 && (
        <>
          {' '}
          {t.dashboard.holidaysMissing({ years: listed(years.map(String)) })}{' '}
          <Link href="/calendar">{t.dashboard.enterHolidays}</Link>
        </>
      )}
    </>
  )
}

type Feed = ResponseOf<'GET /api/exchange-rate/feed'>['data']

function feedSentence(state: Feed, today: CalendarDate): string {
  const { feed, off, failing, publisher_error: error, last_success_at: at } = state
  if (!feed || off) return t.dashboard.feed.off
  if (failing || error)
    return at === null
      ? t.dashboard.feed.neverResponded
      : t.dashboard.feed.failing({ time: formatRecent(at, today) })
  return t.dashboard.feed.waiting({ source: feed })
}

interface ChipsProps {
  readonly rows: readonly DayRow[]
  readonly chosen: Currency
  readonly onChoose: (currency: Currency) => void
}

function Chips({ rows, chosen, onChoose }: ChipsProps) {
  const today = useToday()
  const isDue = isBusinessDay(today, new Map(usePage().holidays))
  const [shown, more] = useFirstRows(rows, 8)
  return (
    <div className="mb">
      <div className={styles['chips']} role="group" aria-label={t.dashboard.today}>
        {shown.map((row) => {
          const { currency, entry, published, previous } = row
          const rate = rateOfDay(row)
          const isMissing = isDue && !rate
          return (
            <button
              key={currency}
              type="button"
              aria-pressed={currency === chosen}
              className={isMissing ? styles['missing'] : undefined}
              onClick={() => {
                onChoose(currency)
                document.querySelector<HTMLElement>('[name=rate]')?.focus()
              }}
            >
              <strong>{unitsName(currency)}</strong>
              <span>{rate ? entryRate(rate) : isDue ? t.dashboard.missing : t.dashboard.none}</span>
              <span className="full-row fine-print hide-on-phone">
                {entry
                  ? t.dashboard.by({
                      user: entry.updated_by,
                      time: savedAt(entry.updated_at, today),
                    })
                  : published
                    ? t.sourceNames[published.source]
                    : previous && dayAndRate(previous, today)}
              </span>
            </button>
          )
        })}
      </div>
      {more}
    </div>
  )
}

interface RecentRatesProps {
  readonly saved: SavedRates
  readonly savedId: number | undefined
}

export function RecentRates({ saved, savedId }: RecentRatesProps) {
  const query = useResponse(recentQuery())
  const entries = query.data?.data ?? []
  const [first, ...columns] = t.dashboard.columns
  const last = columns.pop()
  return (
    <Card title={t.dashboard.recent} aside={<Link href="/manage">{t.dashboard.allEntries}</Link>}>
      <ListStates query={query} rows={10} empty={entries.length === 0 && t.entry.none}>
        <Table
          caption={t.dashboard.recent}
          columns={[first, ...columns, { title: last, numeric: true }]}
        >
          {entries.map((entry, at) => {
            const isSaved = entry.id === savedId && saved.message !== undefined
            const place = at < ON_A_PHONE ? undefined : 'hide-on-phone'
            return (
              <Row key={entry.id} className={isSaved ? 'row-marked' : place}>
                <Cell>
                  <time dateTime={entry.date}>{formatDay(entry.date)}</time>
                </Cell>
                <Cell>
                  <strong>{unitsName(entry.base_currency)}</strong>{' '}
                  {isSaved && saved.changes.length > 0 && <UndoButton saved={saved} />}
                </Cell>
                <Cell>{entry.target_currency}</Cell>
                <Cell numeric>
                  <strong>{entryRate(entry)}</strong>
                </Cell>
              </Row>
            )
          })}
        </Table>
        <p className="below fine-print">{t.dashboard.indicative}</p>
      </ListStates>
    </Card>
  )
}
