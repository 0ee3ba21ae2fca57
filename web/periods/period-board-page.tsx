import { currencies } from '../../domain/currency.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import {
  monthOf,
  PERIOD_UNITS,
  periodsFromTo,
  type Month,
  type Period,
} from '../../domain/period.ts'
import { kindName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { buildApiAddress, withQuery } from '../api.ts'
import { localAddress } from '../language.ts'
import { Link } from '../link.tsx'
import type { Known, Place } from '../load-page.ts'
import { useToday } from '../page-context.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { Letterhead, PrintedFoot } from '../ui/paper.tsx'
import { createQuery, useResponse } from '../queries.ts'
import { LiveRates } from '../rates/live-rates.tsx'
import { AddressNotes, RateSelect } from '../rates/rate-parts.tsx'
import { choiceParams, readAddress } from '../rates/rates.ts'
import { Button } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { Select } from '../ui/form/form.tsx'
import { ListStates } from '../ui/list.tsx'
import { LinkTabs, Menu } from '../ui/menu.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { PeriodBoardTable, type PeriodBoard } from './period-board-table.tsx'
import {
  commonQueries,
  Downloads,
  periodParams,
  readMonth,
  readPeriodChoice,
  SampleNotice,
  type PeriodChoice,
} from './period-choice.tsx'
import { periodName, shortPeriodName, sourcesText } from './period-parts.tsx'
import styles from './period-board.module.css'

/** `/periods?unit=quarter&month=2026-07&kind=…&publisher=…&average=calendar`. */
interface BoardAddress extends PeriodChoice {
  /** A month of the period. Undefined: the server's usual period. */
  readonly month: Month | undefined
}

function readBoard(place: Place): BoardAddress {
  const { kind, publisher, unit, withCalendar } = readPeriodChoice(place)
  return { kind, publisher, unit, withCalendar, month: readMonth(place, 'month') }
}

const boardAddress = ({ month, ...choice }: BoardAddress) =>
  withQuery('/periods', periodParams(choice, { month }))

const boardInput = ({ unit, month, ...choice }: BoardAddress) => ({
  query: { unit, month, ...choiceParams(choice) },
})

const periodBoardQuery = (address: BoardAddress) =>
  createQuery('rates', 'GET /api/exchange-rate/periods', boardInput(address))

export const loader = (place: Place) => [periodBoardQuery(readBoard(place)), ...commonQueries()]

export function head(place: Place, known: Known) {
  const shown = known(periodBoardQuery(readBoard(place)))?.data
  return { headline: shown && `${t.screens.averages}: ${periodName(shown, shown.unit)}` }
}

export function Component() {
  const place = usePlace()
  const address = readBoard(place)
  const query = useResponse(periodBoardQuery(address))
  const shown = query.data?.data
  const title = shown ? periodName(shown, shown.unit) : t.screens.averages
  return (
    <>
      <Letterhead />
      <PageTitle lead={shown && <Lead board={shown} />} aside={<Choices shown={shown} />}>
        {title}
      </PageTitle>
      <div className="stack">
        <AddressNotes notes={readAddress(place).notes} />
        <SampleNotice />
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
      <PrintedFoot path={boardAddress(address)} />
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
  const start = chosen?.from ?? ''
  const isOffered = !chosen || offered.some(({ from }) => from === start)
  const listed = isOffered ? offered : [...offered, chosen]
  const stepTo = (period: Period | undefined) =>
    period && {
      href: boardAddress({ ...next, month: firstMonthOf(period) }),
      text: shortPeriodName(asShown(period), unit),
    }
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
        className="unlabelled"
        onSubmit={(event) => event.preventDefault()}
      >
        <Stepper
          prev={stepTo(offered.findLast(({ from }) => from < start))}
          next={stepTo(offered.find(({ from }) => from > start))}
        >
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
        </Stepper>
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

interface FootProps {
  readonly board: PeriodBoard
  readonly address: BoardAddress
}

function Foot({ board, address }: FootProps) {
  const { withCalendar, unit } = address
  const input = boardInput({ ...address, month: monthOf(board.from) })
  const hasRates = board.currencies.some(({ closing }) => closing !== null)
  return (
    <div className={styles['foot']}>
      {hasRates && (
        <div>
          <p className="fine-print">
            {withCalendar ? t.periods.bothAverages : t.periods.averageOf}{' '}
            <Link
              className="touch-target"
              href={boardAddress({ ...address, withCalendar: !withCalendar })}
              data-screen-only
            >
              {withCalendar ? t.periods.withoutCalendar : t.periods.withCalendar}
            </Link>
          </p>
          <p className="fine-print">{sourcesText(board)}</p>
        </div>
      )}
      <div className="buttons" data-screen-only>
        <Menu name={t.periods.all[unit]}>
          {currencies().map((currency) => (
            <Link
              key={currency}
              href={withQuery(
                `/periods/${currency}`,
                periodParams({ ...address, withCalendar: false }),
              )}
            >
              {currency}
            </Link>
          ))}
        </Menu>
        <Button kind="quiet" onClick={() => window.print()}>
          {t.ui.print}
        </Button>
        {hasRates && (
          <Downloads
            look="primary"
            name={t.periods.download({ count: board.currencies.length })}
            csv={buildApiAddress('GET /api/exchange-rate/periods.csv', input)}
            xlsx={buildApiAddress('GET /api/exchange-rate/periods.xlsx', input)}
          />
        )}
      </div>
    </div>
  )
}
