import { isBusinessDay } from '../../../domain/bank-holiday.ts'
import { formatRate, fromWire } from '../../../domain/money.ts'
import { DEFAULT_KIND } from '../../../domain/series.ts'
import type { DayRow } from '../../../contract/entries.ts'
import { listed, unitsName } from '../../../text/names.ts'
import { formatRecent, t } from '../../../text/sentences.ts'
import { Link } from '../../link.tsx'
import { usePage, useToday } from '../../page-context.ts'
import { useResponse } from '../../queries.ts'
import { RateChangeText } from '../../rates/rate-change-text.tsx'
import { firstRows } from '../../rates/board-rate.ts'
import { feedQuery } from '../../feed-query.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/card.tsx'
import { formatClock } from '../../ui/colombo-time.tsx'
import { ListStates } from '../../ui/list/list-states.tsx'
import { Cell, Table } from '../../ui/list/table.tsx'
import { useFirstRows } from '../../ui/list/use-first-rows.tsx'
import { Notice } from '../../ui/notice.tsx'
import { entryRate } from '../entry-name.ts'
import { dayQuery } from '../../day-query.ts'
import styles from './dashboard.module.css'

/** Which of today's rates are there, who has them from where, and whether the feed is on time. */
export function RatesOfToday() {
  const today = useToday()
  const isDue = isBusinessDay(today, new Set(usePage().holidays))
  const query = useResponse(dayQuery({ date: today, kind: DEFAULT_KIND }))
  const rows = query.data?.data.rates ?? []
  const [shown, more] = useFirstRows(rows, firstRows(rows.length))
  const missing = rows.filter((row) => !rateOfDay(row)).map(({ currency }) => currency)
  const isAnyMissing = isDue && missing.length > 0
  return (
    <Card
      title={<span className="title">{titleOf(rows.length, missing.length, isDue)}</span>}
      aside={
        isAnyMissing && (
          <div>
            <Link href="/enter" className={buttonClass()}>
              {missing.length <= 2
                ? t.dashboard.enter({ currencies: listed(missing) })
                : t.screens.enter}
            </Link>
          </div>
        )
      }
    >
      <ListStates query={query} rows={4}>
        {rows.length > 0 && (
          <Table caption={t.dashboard.today} columns={columnsOf(rows)}>
            {shown.map((row) => (
              <RateOfToday key={row.currency} row={row} isDue={isDue} />
            ))}
          </Table>
        )}
        {more}
      </ListStates>
      <FeedState isDue={isDue} isAnyMissing={isAnyMissing} />
    </Card>
  )
}

/** What counts on the day itself. */
const rateOfDay = ({ entry, published }: DayRow) => entry?.rate ?? published?.rate

function titleOf(count: number, missing: number, isDue: boolean): string {
  if (count === 0) return t.dashboard.today
  return isDue || missing < count
    ? t.dashboard.state({ entered: count - missing, count })
    : t.dashboard.noneDue
}

function columnsOf(rows: readonly DayRow[]) {
  const [day, ...others] = new Set(rows.map(({ previous }) => previous?.date))
  const { currency, rate, change, source } = t.dashboard.todayColumns
  return [
    { title: currency },
    { title: rate, numeric: true },
    { title: day && others.length === 0 ? t.dashboard.since({ day }) : change, numeric: true },
    { title: source, wide: true },
  ]
}

function RateOfToday({ row, isDue }: { readonly row: DayRow; readonly isDue: boolean }) {
  const { currency, previous } = row
  const rate = rateOfDay(row)
  const now = rate === undefined ? undefined : fromWire(rate)
  const source = <Source row={row} isDue={isDue} />
  const isOfFeed = !row.entry && (row.published?.source ?? 'sample') !== 'sample'
  return (
    <tr>
      <Cell heading>
        {unitsName(currency)}
        {!isOfFeed && <span className="second-line narrow">{source}</span>}
      </Cell>
      <Cell numeric>
        {now !== undefined ? (
          <strong>{formatRate(now)}</strong>
        ) : isDue ? (
          <Badge tone="warning">{t.dashboard.missing}</Badge>
        ) : (
          t.dashboard.none
        )}
      </Cell>
      <Cell numeric>
        {!previous ? (
          t.dashboard.none
        ) : now === undefined ? (
          <span className="muted">
            {t.dashboard.before({ day: previous.date, rate: entryRate(previous) })}
          </span>
        ) : (
          <RateChangeText change={now - fromWire(previous.rate)} rate={now} short />
        )}
      </Cell>
      <Cell wide>{source}</Cell>
    </tr>
  )
}

/** Who published or entered a rate; of an entry, what is published beside it. */
function Source({ row: { entry, published }, isDue }: { row: DayRow; isDue: boolean }) {
  if (!entry && !published) return isDue && <span className="muted">{t.dashboard.notYet}</span>
  if (!entry) return published && t.sourceNames[published.source]
  return (
    <>
      {t.dashboard.byHand({ user: entry.updated_by, time: formatClock(entry.updated_at) })}
      {published && (
        <span className="muted"> {t.dashboard.published({ rate: entryRate(published) })}</span>
      )}
    </>
  )
}

/** Whether what the feed gives today is there; nothing while that is not known. */
function FeedState({ isDue, isAnyMissing }: Readonly<Record<'isDue' | 'isAnyMissing', boolean>>) {
  const today = useToday()
  const state = useResponse(feedQuery()).data?.data
  if (!state) return null
  const { feed, failing, publisher_error: error, newest_date: newest, last_success_at: at } = state
  if (!feed || state.off)
    return isAnyMissing && <p className="below muted">{t.dashboard.feed.none}</p>
  const time = at === null ? '–' : formatRecent(at, today)
  if (failing || error)
    return (
      <div className="below muted">
        <Notice kind="warning" quiet>
          {t.dashboard.feed.failing({ time })}
        </Notice>
      </div>
    )
  const source = t.sourceNames[feed]
  const isOnTime = newest === today || !isDue
  return (
    <p className={classNames('below muted', isOnTime && styles['done'])}>
      {t.dashboard.feed[isOnTime ? 'onTime' : 'waiting']({ source, time })}
    </p>
  )
}
