import { Fragment, memo, type ReactNode } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { BoardRow } from '../../contract/rates/rate-history.ts'
import type { PublishedRate as Published } from '../../contract/rates/rates.ts'
import { isBusinessDay } from '../../domain/bank-holiday.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { linePlaces } from '../../domain/charts/line-places.ts'
import { type DayRate, freshnessOf, type RateSource } from '../../domain/rate-precedence.ts'
import {
  formatChange,
  formatRate,
  fromWire,
  percentChangeText,
  type Rate,
  type RateChange,
} from '../../domain/money.ts'
import { DEFAULT_KIND, type Series } from '../../domain/series.ts'
import { holidayName, kindName, listed } from '../../text/names.ts'
import { formatDay, formatDayOfWeek, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { usePage, useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { useAuth } from '../session/stored-session.ts'
import { Select } from '../ui/form/form.tsx'
import { DayMark } from '../ui/day-mark.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { Notice } from '../ui/notice.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import {
  citedAddress,
  readCurrentRate,
  feedQuery,
  newestDay,
  seriesQuery,
  type RateChoice,
  type ShownRow,
} from './rates.ts'
import styles from './rates.module.css'

export const ByHand = ({ source }: { readonly source: RateSource | null }) =>
  source === 'manual' && <SourceMark source={source} />

/** Only an entry by hand is named too. */
function SourceMark({ source }: { readonly source: RateSource }) {
  const isByHand = source === 'manual'
  return (
    <span className={styles['mark']} title={isByHand ? t.sourceNames.manual : undefined}>
      <DayMark mark={isByHand ? 'by hand' : 'published'} />
      {isByHand && <span className="visually-hidden">{t.sourceNames.manual}</span>}
    </span>
  )
}

export const ByHandLegend = () => (
  <p className="fine-print">
    <span className={styles['mark']}>
      <DayMark mark="by hand" />
    </span>
    {t.sourceNames.manual}
  </p>
)

/** The published rate of a day whose rate was entered by hand: `334.5680; ours is 0.0320 higher`. */
export function PublishedNote({ published, date }: PublishedNoteProps) {
  if (!published) return null
  const difference = fromWire(published.difference)
  return (
    <p className="fine-print">
      {t.rates.published({
        source: published.source,
        date,
        rate: formatRate(fromWire(published.rate)),
        difference: formatRate(Math.abs(difference) as Rate),
        sign: difference > 0 ? 'higher' : difference < 0 ? 'lower' : 'equal',
      })}
    </p>
  )
}

interface PublishedNoteProps {
  readonly published: Published | undefined
  readonly date: CalendarDate
}

/** `+0.0320, +0.01 %`: from a published rate to the one entered by hand. */
export function differenceText(published: Published): string {
  const rate = fromWire(published.rate)
  const difference = fromWire(published.difference)
  return `${formatChange(difference)}, ${percentChangeText(rate, (rate + difference) as Rate)}`
}

interface DayRatesTableProps {
  readonly caption: string
  readonly series: Series
  /** In the order of the rows. */
  readonly rates: readonly (DayRate & { readonly change: RateChange })[]
  readonly formatDate: (date: CalendarDate) => string
}

export function DayRatesTable({ caption, series, rates, formatDate }: DayRatesTableProps) {
  const { date, rate, change } = t.dayRates
  const columns = [{ title: date }, ...[rate, change].map((title) => ({ title, numeric: true }))]
  return (
    <Table caption={caption} columns={columns}>
      {rates.map(({ date, rate, change, source }) => (
        <Row key={date}>
          <Cell heading className={styles['day']}>
            <Link href={citedAddress({ ...series, date })}>{formatDate(date)}</Link>{' '}
            <SourceMark source={source} />
          </Cell>
          <Cell numeric>{formatRate(rate)}</Cell>
          <Cell numeric>
            <RateChangeText change={change} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

interface Missing {
  readonly date: CalendarDate
  readonly reason: string
}

/** `No rate: Sat 21 and Sun 22: weekend; Tue 24: Ill Full Moon Poya Day.` */
export function MissingDays({ missing }: { readonly missing: readonly Missing[] }) {
  if (missing.length === 0) return null
  const byReason = Map.groupBy(missing, ({ reason }) => reason)
  const days = [...byReason].map(([reason, dates]) =>
    t.week.missingDays({
      days: listed(dates.map(({ date }) => formatDayOfWeek(date))),
      reason: missingReason(reason),
    }),
  )
  return <p className="fine-print">{t.week.missing({ days: days.join('; ') })}</p>
}

/** True if a rate was expected. `reason` is the API's. */
export const isDue = (reason: string | undefined): boolean =>
  reason === 'not published' || reason === 'not received'

/** `reason` is the API's. */
export function missingReason(reason: string): string {
  if (reason.startsWith('holiday: ')) return holidayName(reason.slice('holiday: '.length))
  const { reasons } = t.week
  return reason in reasons ? reasons[reason as keyof typeof reasons] : reason
}

const WIDTH = 100
const HEIGHT = 28

/** Hidden from screen readers: the figures beside it say more. */
export const Sparkline = memo(function Sparkline({ points }: Pick<BoardRow, 'points'>) {
  const places = linePlaces(points, WIDTH, HEIGHT).map(
    ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`,
  )
  const line = `M${places.join('L')}`
  return (
    <svg
      viewBox={`0 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      className={styles['sparkline']}
      aria-hidden="true"
    >
      {places.length > 0 && (
        <>
          <path className={styles['area']} d={`${line}V${HEIGHT}H0Z`} />
          <path d={line} />
          {/* A stroke of no length with round caps is a dot. */}
          <path strokeWidth={6} d={`M${places.at(-1)}h0`} />
        </>
      )}
    </svg>
  )
})

interface RateSelectProps {
  readonly choice: RateChoice
  readonly withCustoms?: boolean
  readonly onChoose: (choice: RateChoice) => void
}

/** By the value that a form sends: kind and bank in one parameter. */
export function useRateChoices(choice: RateChoice, withCustoms = false) {
  const known = useResponse(seriesQuery()).data?.data.series ?? []
  const offered = known.filter(({ kind }) => kind !== 'customs' || withCustoms)
  const all: readonly RateChoice[] = [{ kind: DEFAULT_KIND }, ...offered, choice]
  return new Map(all.map((each) => [valueOf(each), each]))
}

export function RateSelect({ choice, withCustoms = false, onChoose }: RateSelectProps) {
  const byValue = useRateChoices(choice, withCustoms)
  if (byValue.size < 2) return null
  return (
    <Select
      label={t.rates.rate}
      name="kind"
      values={[...byValue.keys()]}
      textOf={(value) => kindName(byValue.get(value) ?? choice)}
      value={valueOf(choice)}
      onValue={(value) => onChoose(byValue.get(value) ?? choice)}
    />
  )
}

const valueOf = ({ kind, publisher }: RateChoice) => [kind, publisher].filter(Boolean).join(' ')

type Feed = ResponseOf<'GET /api/exchange-rate/feed'>['data']

export function FeedNotice({ rows }: { readonly rows: readonly ShownRow[] }) {
  const feed = useResponse(feedQuery()).data?.data
  const isSignedIn = useAuth().state === 'signed-in'
  const today = useToday()
  const holidays = new Map(usePage().holidays)
  const isSample = rows.some(({ source }) => source === 'sample')
  const told = isSample ? rows.filter(({ source }) => source === 'sample') : rows
  const newest = newestDay(told)
  const row = told.find(({ date }) => date !== null && date === newest)
  const rate = row && readCurrentRate(row)
  const daysOld = rate ? freshnessOf(rate, rate.requested_date, holidays).daysOld : 0
  // The user chose the old day, so it needs no warning.
  const isToday = !rate || rate.requested_date === today
  const sentence = feed && feedSentence(feed, { isSample, daysOld: isToday ? daysOld : 0 })
  if (!sentence) return null
  const when = isBusinessDay(today, holidays) ? 'due' : 'other'
  return (
    <Notice kind={isSample || daysOld > 0 ? 'warning' : 'info'} quiet>
      <p>
        {isSample && <strong>{t.feed.sample({ days: daysOld })}</strong>} {sentence}{' '}
        {(isSample || daysOld > 0) && (
          <span className="unbroken">
            <Link href={isSignedIn ? '/enter' : '/login'}>
              {isSignedIn ? t.feed.enter({ when }) : t.feed.login({ when })}
            </Link>
          </span>
        )}
      </p>
    </Notice>
  )
}

function feedSentence(
  { feed, newest_date: newest, failing, off, publisher_error: error, via }: Feed,
  { isSample, daysOld }: { readonly isSample: boolean; readonly daysOld: number },
): string | undefined {
  const isOff = feed === null || off === true
  const day = newest === null ? 'none' : formatDay(newest)
  if (isSample)
    return isOff ? t.feed.sampleOff({ newest: day }) : t.feed.samplePending({ newest: day })
  if (failing && error === 'unknown layout') return t.feed.changed({ newest: day })
  if (failing) return t.feed.failing({ newest: day })
  if (error) return via ? t.feed.standIn({ error }) : t.feed.page({ error })
  if (newest === null) return isOff ? t.feed.noneOff : t.feed.none
  if (daysOld === 0) return undefined
  return isOff ? t.feed.off({ newest: day }) : t.feed.late({ newest: day })
}

export function AddressNotes({ notes }: { readonly notes: readonly string[] }): ReactNode {
  return notes.map((note) => (
    <Notice key={note} kind="info">
      {note}
    </Notice>
  ))
}

interface SourceLineProps extends RateChoice {
  readonly rows: readonly ShownRow[]
  /** The legend of a strip names the mark of an entry by hand. */
  readonly isMarkNamed?: boolean | undefined
  readonly children?: ReactNode
}

export function SourceLine(props: SourceLineProps) {
  const { rows, kind, publisher, isMarkNamed, children } = props
  const known = rows.filter(({ source }) => source !== null)
  const published = known.filter(({ source }) => source !== 'manual')
  const bySource = [...Map.groupBy(published, ({ source }) => source)]
  const rates = kindName({ kind, publisher })
  return (
    <div className={styles['source']}>
      {!isMarkNamed && known.some(({ source }) => source === 'manual') && <ByHandLegend />}
      <p className="fine-print">
        {bySource.map(([source, group]) => {
          const sentence = t.board.source({ rates, source: source ?? 'none' })
          const currencies = listed(group.map(({ currency }) => currency))
          const text = bySource.length === 1 ? sentence : `${currencies}: ${sentence}`
          return <Fragment key={source}>{text} </Fragment>
        })}
        {children}
      </p>
    </div>
  )
}
