import { currencies } from '../../domain/currency.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import {
  isMonth,
  monthOf,
  PERIOD_UNITS,
  periodsFromTo,
  type Month,
  type Period,
  type PeriodUnit,
} from '../../domain/period.ts'
import { t } from '../../text/sentences.ts'
import { buildApiAddress, withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { localAddress } from '../language.ts'
import { Link } from '../link.tsx'
import type { Known, Place } from '../load-page.ts'
import { usePage, useToday } from '../page-context.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { createQuery, useResponse } from '../queries.ts'
import { LiveRates } from '../rates/live-rates.tsx'
import { kindName } from '../../text/names.ts'
import { AddressNotes, FeedNotice, RateSelect } from '../rates/rate-parts.tsx'
import {
  boardQuery,
  choiceParams,
  feedQuery,
  listRows,
  readAddress,
  seriesQuery,
  type RateChoice,
} from '../rates/rates.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { Select } from '../ui/form/form.tsx'
import { ListStates } from '../ui/list.tsx'
import { LinkTabs, Menu } from '../ui/menu.tsx'
import { passFocus } from '../ui/pass-focus.ts'
import { PeriodBoardTable, type PeriodBoard } from './period-board-table.tsx'
import { periodName, shortPeriodName } from './period-parts.tsx'
import styles from './periods.module.css'

/** `/periods?unit=quarter&month=2026-07&kind=…&publisher=…&average=calendar`. */
interface BoardAddress extends RateChoice {
  readonly unit: PeriodUnit
  /** A month of the period. Undefined: the server's usual period. */
  readonly month: Month | undefined
  readonly withCalendar: boolean
}

function readBoard(place: Place): BoardAddress {
  const { search } = place
  const { kind, publisher } = readAddress(place)
  const month = search.get('month') ?? ''
  return {
    kind,
    publisher,
    unit: PERIOD_UNITS.find((each) => each === search.get('unit')) ?? 'month',
    month: isMonth(month) ? month : undefined,
    withCalendar: search.get('average') === 'calendar',
  }
}

const boardAddress = ({ unit, month, withCalendar, ...choice }: BoardAddress) =>
  withQuery('/periods', {
    unit: unit === 'month' ? undefined : unit,
    month,
    ...choiceParams(choice),
    average: withCalendar ? 'calendar' : undefined,
  })

const boardInput = ({ unit, month, ...choice }: BoardAddress) => ({
  query: { unit, month, ...choiceParams(choice) },
})

const periodBoardQuery = (address: BoardAddress) =>
  createQuery('rates', 'GET /api/exchange-rate/periods', boardInput(address))

export const loader = (place: Place) => [
  periodBoardQuery(readBoard(place)),
  boardQuery(),
  feedQuery(),
  seriesQuery(),
]

export function head(place: Place, known: Known) {
  const shown = known(periodBoardQuery(readBoard(place)))?.data
  return { headline: shown && `${t.screens.averages}: ${periodName(shown, shown.unit)}` }
}

export function Component() {
  const place = usePlace()
  const address = readBoard(place)
  const query = useResponse(periodBoardQuery(address))
  const shown = query.data?.data
  const samples = listRows(useResponse(boardQuery()).data?.data).filter(
    ({ source }) => source === 'sample',
  )
  const title = shown ? periodName(shown, shown.unit) : t.screens.averages
  return (
    <>
      <p className="fine-print" data-paper-only>
        {usePage().origin.replace(/^https?:\/\//, '') + boardAddress(address)}
      </p>
      <PageTitle lead={shown && <Lead board={shown} />} aside={<Choices shown={shown} />}>
        {title}
      </PageTitle>
      <div className="stack">
        <AddressNotes notes={readAddress(place).notes} />
        <ConnectionNotice queries={[query]} />
        {samples.length > 0 && <FeedNotice rows={samples} />}
        <Card title={t.screens.averages} hideTitle>
          <ListStates query={query} rows={4}>
            {shown && (
              <>
                <PeriodBoardTable board={shown} withCalendar={address.withCalendar} />
                <Foot board={shown} address={address} />
              </>
            )}
          </ListStates>
        </Card>
      </div>
      <LiveRates />
    </>
  )
}

/** The kind of the rates, and since when they are final. */
function Lead({ board }: { readonly board: PeriodBoard }) {
  const { kind, publisher, to } = board
  const rows = board.currencies.filter(({ closing, reason }) => closing !== null && !reason)
  const sealed = rows.flatMap(({ sealed_at }) => sealed_at ?? []).sort()
  const isRunning = to >= useToday()
  const rates = t.periods.lead({ rates: kindName({ kind, publisher }) })
  if (rows.length === 0) return rates
  const state = rows.some(({ sample }) => sample)
    ? t.periods.leads.sample
    : isRunning
      ? t.periods.leads.running
      : sealed.length < rows.length
        ? t.periods.leads.provisional
        : t.periods.leads.final({ day: dayInColombo(new Date(sealed.at(-1) ?? '')) })
  return `${rates} ${state}`
}

const asShown = ({ name: period, from }: Period) => ({ period, from })
const firstMonthOf = ({ from }: Period) => from.slice(0, 7) as Month

interface ChoicesProps {
  readonly shown: PeriodBoard | undefined
}

/** Without scripts a plain GET form. Periods before the first rate are not offered. */
function Choices({ shown }: ChoicesProps) {
  const next = readBoard(useNextPlace())
  const { unit } = next
  const now = monthOf(useToday())
  const month = next.month ?? (shown && monthOf(shown.from)) ?? now
  const offered = periodsFromTo(unit, (shown?.first_month ?? now) as Month, now)
  const [chosen] = periodsFromTo(unit, month, month)
  const at = offered.findIndex(({ from }) => from === chosen?.from)
  const listed = chosen && at < 0 ? [...offered, chosen] : offered
  return (
    <div className={styles['choices']} data-screen-only>
      <LinkTabs
        label={t.periods.columns.period}
        choices={PERIOD_UNITS}
        chosen={unit}
        current="true"
        addressOf={(each) => boardAddress({ ...next, unit: each, month })}
        textOf={(each) => t.periods.units[each]}
      />
      <form
        action={localAddress('/periods')}
        method="get"
        className={styles['period']}
        onSubmit={(event) => event.preventDefault()}
      >
        <Step to={offered[at - 1]} address={next} rel="prev" />
        <Select
          label={t.periods.columns.period}
          name="month"
          values={listed.map(firstMonthOf).toReversed()}
          textOf={(each) => {
            const [period] = periodsFromTo(unit, each, each)
            return period ? periodName(asShown(period), unit) : each
          }}
          value={chosen && firstMonthOf(chosen)}
          onValue={(each) => void navigate(boardAddress({ ...next, month: each }))}
        />
        {at >= 0 && <Step to={offered[at + 1]} address={next} rel="next" />}
        <input type="hidden" name="unit" value={unit} />
        <RateSelect
          choice={next}
          withCustoms
          onChoose={({ kind, publisher }) =>
            void navigate(boardAddress({ ...next, kind, publisher }))
          }
        />
        <noscript>
          <Button type="submit" kind="quiet">
            {t.rates.show}
          </Button>
        </noscript>
      </form>
    </div>
  )
}

interface StepProps {
  readonly to: Period | undefined
  readonly address: BoardAddress
  readonly rel: 'prev' | 'next'
}

function Step({ to, address, rel }: StepProps) {
  if (!to) return null
  const name = shortPeriodName(asShown(to), address.unit)
  return (
    <Link
      ref={passFocus}
      rel={rel}
      className={buttonClass('quiet')}
      href={boardAddress({ ...address, month: firstMonthOf(to) })}
    >
      {rel === 'next' ? `${name} ›` : `‹ ${name}`}
    </Link>
  )
}

interface FootProps {
  readonly board: PeriodBoard
  readonly address: BoardAddress
}

function Foot({ board, address }: FootProps) {
  const { withCalendar, unit } = address
  const input = boardInput({ ...address, month: monthOf(board.from) })
  const ofOne = { unit: unit === 'month' ? undefined : unit, ...choiceParams(address) }
  return (
    <div className={styles['foot']}>
      <p className="fine-print">
        {withCalendar ? t.periods.bothAverages : t.periods.averageOf}{' '}
        <Link href={boardAddress({ ...address, withCalendar: !withCalendar })} data-screen-only>
          {withCalendar ? t.periods.withoutCalendar : t.periods.withCalendar}
        </Link>
      </p>
      <div className="buttons" data-screen-only>
        <Menu name={t.periods.all[unit]}>
          {currencies().map((currency) => (
            <Link key={currency} href={withQuery(`/periods/${currency}`, ofOne)}>
              {currency}
            </Link>
          ))}
        </Menu>
        <Button kind="quiet" onClick={() => window.print()}>
          {t.bankBoard.print}
        </Button>
        {board.currencies.some(({ closing }) => closing !== null) && (
          <Menu look="primary" name={t.periods.download({ count: board.currencies.length })}>
            <a href={buildApiAddress('GET /api/exchange-rate/periods.csv', input)} download>
              CSV
            </a>
            <a href={buildApiAddress('GET /api/exchange-rate/periods.xlsx', input)} download>
              XLSX
            </a>
          </Menu>
        )}
      </div>
    </div>
  )
}
