import { useQueryClient } from '@tanstack/react-query'
import type { BoardRow } from '../../contract/rates/rate-history.ts'
import { addDays, isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { capitalised } from '../../text/names.ts'
import {
  currencyName,
  formatDayAndMonth,
  formatDays,
  formatWeekdayAndDay,
  t,
} from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { knownIn, type Known, type Place } from '../load-page.ts'
import { usePlace } from '../pages.tsx'
import { useResponse, type ResponseState } from '../queries.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { boardQuery, listRows, type Board } from '../rates/board.ts'
import { citedAddress } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { ListStates } from '../ui/list.tsx'
import { Badge } from '../ui/notice.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { Sentence } from '../ui/time.tsx'
import styles from './customs.module.css'

type CustomsRow = BoardRow & { readonly rate: number; readonly effective_from: CalendarDate }

const customsRows = (board: Board | undefined): readonly CustomsRow[] =>
  listRows(board).filter(
    (row): row is typeof row & CustomsRow => row.rate !== null && row.effective_from !== undefined,
  )

const weekQuery = (date?: CalendarDate) => boardQuery(date, { kind: 'customs' })

/** Address: `/customs?date=2026-11-16`. */
function queriesOf({ search, today }: Place, known: Known) {
  const given = search.get('date')
  const date = isCalendarDate(given) && given < today ? given : undefined
  const week = weekQuery(date)
  const row = customsRows(known(week)?.data)[0]
  const next = row?.effective_to ? addDays(row.effective_to, 1) : undefined
  return {
    week,
    earlier: row ? weekQuery(addDays(row.effective_from, -1)) : week,
    later: date && next && next < today ? weekQuery(next) : weekQuery(),
    isNewest: date === undefined,
  }
}

export function loader(place: Place, known: Known) {
  const { week, earlier, later } = queriesOf(place, known)
  return [week, earlier, later]
}

export function Component() {
  const { isNewest, ...queries } = queriesOf(usePlace(), knownIn(useQueryClient()))
  const query = useResponse(queries.week)
  const earlier = customsRows(useResponse(queries.earlier).data?.data)[0]
  const later = customsRows(useResponse(queries.later).data?.data)[0]
  const rows = customsRows(query.data?.data)
  const isEmpty = query.data !== undefined && rows.length === 0
  const shown = rows[0]?.effective_from
  return (
    <>
      <PageTitle
        lead={t.customsPage.lead}
        aside={
          <div className="buttons" data-screen-only>
            <nav aria-label={t.customsPage.weeks}>
              <Stepper
                prev={earlier && earlier.effective_from !== shown && stepTo(earlier)}
                next={!isNewest && later && stepTo(later)}
              />
            </nav>
            {isNewest && !isEmpty && <EnterWeek kind="quiet" />}
          </div>
        }
      >
        {t.screens.customs}
      </PageTitle>
      <div className={styles['page']}>
        <Week query={query} isEmpty={isEmpty} rows={rows} isNewest={isNewest} />
        <Use row={isEmpty ? undefined : rows[0]} isNewest={isNewest} />
      </div>
    </>
  )
}

interface WeekProps {
  readonly query: ResponseState<unknown>
  readonly isEmpty: boolean
  readonly rows: readonly CustomsRow[]
  readonly isNewest: boolean
}

function Week({ query, isEmpty, rows, isNewest }: WeekProps) {
  const common = new Set(rows.map(keyOf)).size === 1 ? rows[0] : undefined
  return (
    <Card
      title={isEmpty ? t.customsPage.none : common ? effectText(common) : t.customsPage.newest}
      lead={
        isEmpty ? (
          <Sentence text={t.customsPage.noneWhy} site={SITE} />
        ) : (
          common && <Source row={common} isNewest={isNewest} />
        )
      }
    >
      <ListStates query={query} rows={4}>
        {isEmpty ? (
          <EnterWeek kind="primary" />
        ) : (
          rows.length > 0 && (
            <RateTable rows={rows} isOfOne={common !== undefined} isNewest={isNewest} />
          )
        )}
      </ListStates>
    </Card>
  )
}

function EnterWeek({ kind }: { readonly kind: 'primary' | 'quiet' }) {
  const isSignedIn = useAuth().state === 'signed-in'
  return (
    isSignedIn && (
      <Link href="/enter?kind=customs" className={buttonClass(kind)}>
        {t.customsPage.enter}
      </Link>
    )
  )
}

interface UseProps {
  /** Undefined while there are no rates. */
  readonly row: CustomsRow | undefined
  readonly isNewest: boolean
}

/** When the rates change, and how they are used. */
function Use({ row, isNewest }: UseProps) {
  const { effective_to: to, in_effect: isInEffect } = row ?? {}
  return (
    <div className="stack">
      {row && isNewest && isInEffect && (
        <Card title={t.customsPage.next}>
          {to && <p className="title">{formatWeekdayAndDay(addDays(to, 1))}</p>}
          <p className="muted">{to ? t.customsPage.nextWhy : t.customsPage.nextUnknown}</p>
        </Card>
      )}
      <Card title={t.customsPage.use}>
        <p className="muted">{t.customsPage.how}</p>
        <p className={styles['links']}>
          {row && (
            <Link
              className="touch-target"
              href={withQuery('/', {
                kind: 'customs',
                date: isNewest ? undefined : row.effective_from,
              })}
              data-screen-only
            >
              {t.customsPage.convert}
            </Link>
          )}
          <span className="muted">
            <Sentence text={t.customsPage.official} site={SITE} />
          </span>
        </p>
      </Card>
    </div>
  )
}

const HOST = 'www.customs.gov.lk'
const SITE = <a href={`https://${HOST}/`}>{HOST}</a>

const addressOf = ({ effective_from: date }: CustomsRow) => withQuery('/customs', { date })

/** `16–22 Nov`, or the first day of a week without a known end. */
const weekText = ({ effective_from: from, effective_to: to }: CustomsRow) =>
  to
    ? t.customsPage.week({
        from:
          from.slice(0, 7) === to.slice(0, 7)
            ? String(Number(from.slice(8)))
            : formatDayAndMonth(from),
        to,
      })
    : t.customsPage.weekFrom({ from })

const stepTo = (row: CustomsRow) => ({ href: addressOf(row), text: weekText(row) })

const keyOf = (row: CustomsRow) => [effectText(row), row.gazette, row.document].join()

function effectText(row: CustomsRow): string {
  const { effective_from: from, effective_to: to } = row
  if (to && row.in_effect) return formatDays(from, to)
  return capitalised(
    row.overdue
      ? t.customsPage.overdue({ from })
      : to
        ? t.customsPage.ended({ to })
        : t.customsPage.since({ from }),
  )
}

interface SourceProps {
  readonly row: CustomsRow
  readonly isNewest: boolean
}

/** The gazette, and how long the rates hold. */
function Source({ row, isNewest }: SourceProps) {
  const { gazette, document, effective_to: to, in_effect: isInEffect, days_left: days } = row
  const text = gazette && t.customsRate.gazette({ number: gazette })
  return (
    <>
      <span>{text && document ? <a href={document}>{text}</a> : text}</span>{' '}
      {isNewest && to && isInEffect && (
        <Badge tone="success">{capitalised(t.customsPage.daysLeft({ days: days ?? 0 }))}</Badge>
      )}
    </>
  )
}

interface RateTableProps {
  readonly rows: readonly CustomsRow[]
  readonly isOfOne: boolean
  readonly isNewest: boolean
}

/** Earlier weeks beside the shown one. */
const WEEKS = 3

function RateTable({ rows, isOfOne, isNewest }: RateTableProps) {
  const shown = new Set(rows.map((row) => row.effective_from))
  const dates = new Set(rows.flatMap(({ points }) => points.map(({ date }) => date)))
  const earlier = [...dates.difference(shown)].sort().slice(-WEEKS).reverse()
  return (
    <Table
      caption={t.screens.customs}
      columns={[
        t.rateSummary.currency,
        { title: t.customsPage.column, numeric: true },
        { title: t.dayRates.change, numeric: true },
        ...earlier.map((from) => ({
          title: (
            <Link href={withQuery('/customs', { date: from })}>
              {t.customsPage.weekFrom({ from })}
            </Link>
          ),
          numeric: true,
          wide: true,
        })),
      ]}
    >
      {rows.map((row) => (
        <Row key={row.currency}>
          <Cell heading>
            <Link
              href={citedAddress({
                currency: row.currency,
                date: row.effective_from,
                kind: 'customs',
              })}
            >
              <strong>{row.currency}</strong>
            </Link>{' '}
            <span className={`fine-print ${styles['name']}`}>{currencyName(row.currency)}</span>
            {!isOfOne && (
              <span className="second-line">
                {effectText(row)} <Source row={row} isNewest={isNewest} />
              </span>
            )}
          </Cell>
          <Cell numeric>
            <span className="title">{formatRate(fromWire(row.rate))}</span>
          </Cell>
          <Cell numeric>
            {row.change === null ? (
              '–'
            ) : (
              <RateChangeText change={fromWire(row.change)} rate={fromWire(row.rate)} short />
            )}
          </Cell>
          {earlier.map((from) => (
            <Cell key={from} numeric wide className="muted">
              {rateOn(row, from)}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  )
}

function rateOn({ points }: CustomsRow, day: CalendarDate): string {
  const point = points.find(({ date }) => date === day)
  return point ? formatRate(fromWire(point.rate)) : '–'
}
