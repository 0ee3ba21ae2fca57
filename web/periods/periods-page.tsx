import { useId } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import { PERIOD_UNITS, type Month } from '../../domain/period.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { buildApiAddress, withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { localAddress } from '../language.ts'
import type { Place } from '../load-page.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { createQuery, useResponse } from '../queries.ts'
import { LiveRates } from '../rates/live-rates.tsx'
import { AddressNotes, RateSelect } from '../rates/rate-parts.tsx'
import { choiceParams } from '../rates/rates.ts'
import { Button } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { LinkTabs } from '../ui/menu.tsx'
import {
  commonQueries,
  Downloads,
  periodParams,
  readMonth,
  readPeriodChoice,
  SampleNotice,
  type PeriodChoice,
} from './period-choice.tsx'
import { PeriodsTable } from './periods-table.tsx'
import styles from './periods.module.css'

/** `/periods/USD?unit=quarter&from=2025-04&to=2026-03&kind=…&publisher=…&average=calendar`. */
interface PeriodsAddress extends PeriodChoice {
  readonly currency: Currency
  readonly notes: readonly string[]
  /** Undefined: the server's usual months. */
  readonly from: Month | undefined
  readonly to: Month | undefined
}

const readPeriods = (place: Place): PeriodsAddress => ({
  ...readPeriodChoice(place),
  from: readMonth(place, 'from'),
  to: readMonth(place, 'to'),
})

const periodsAddress = ({ currency, from, to, ...choice }: PeriodsAddress) =>
  withQuery(`/periods/${currency}`, periodParams(choice, { from, to }))

const periodsInput = ({ currency, unit, from, to, ...choice }: PeriodsAddress) => ({
  params: { currency },
  query: { unit, from, to, ...choiceParams(choice) },
})

const periodsQuery = (address: PeriodsAddress) =>
  createQuery('rates', 'GET /api/exchange-rate/:currency/periods', periodsInput(address))

export const loader = (place: Place) => [periodsQuery(readPeriods(place)), ...commonQueries()]

type Periods = ResponseOf<'GET /api/exchange-rate/:currency/periods'>['data']

/** Without months in the address the list has no periods before the first or after the last rate. */
function withRates(shown: Periods, { from, to }: PeriodsAddress): Periods {
  const hasRates = ({ reason }: Periods['periods'][number]) => reason === null
  const first = shown.periods.findIndex(hasRates)
  if (from !== undefined || to !== undefined || first < 0) return shown
  return {
    ...shown,
    periods: shown.periods.slice(first, shown.periods.findLastIndex(hasRates) + 1),
  }
}

export function Component() {
  const address = readPeriods(usePlace())
  const next = useNextPeriods()
  const { currency, unit } = address
  const query = useResponse(periodsQuery(address))
  const shown = query.data && withRates(query.data.data, address)
  const title = t.periods.caption({
    currency: seriesName(seriesOf(currency, address.kind, address.publisher)),
    unit: t.periods.units[unit],
  })
  return (
    <>
      <PageTitle
        aside={
          <LinkTabs
            label={t.periods.currencies}
            choices={currencies()}
            chosen={next.currency}
            current="page"
            addressOf={(each) => periodsAddress({ ...next, currency: each })}
          />
        }
      >
        {t.screens.averages}
      </PageTitle>
      <div className="stack">
        <AddressNotes notes={address.notes} />
        <ConnectionNotice queries={[query]} />
        <SampleNotice currency={currency} />
        <Card title={title} hideTitle>
          <div className={styles['filters']} data-screen-only>
            <Units />
            <PeriodsForm shown={query.data?.data} />
          </div>
          {shown ? (
            <PeriodsTable shown={shown} withCalendar={address.withCalendar} />
          ) : (
            query.error?.mayPass !== false && <p>{t.periods.failed}</p>
          )}
          <CalendarSwitch />
          <p className="fine-print">
            {t.periods.howMade} {unit === 'tax-year' && t.periods.taxYear}
          </p>
        </Card>
      </div>
      <LiveRates />
    </>
  )
}

const useNextPeriods = () => readPeriods(useNextPlace())
const choose = (address: PeriodsAddress) => void navigate(periodsAddress(address))

function Units() {
  const next = useNextPeriods()
  return (
    <LinkTabs
      label={t.periods.columns.period}
      choices={PERIOD_UNITS}
      chosen={next.unit}
      current="true"
      addressOf={(unit) => periodsAddress({ ...next, unit })}
      textOf={(unit) => t.periods.units[unit]}
    />
  )
}

const FORM = 'periods'

interface PeriodsFormProps {
  readonly shown: Periods | undefined
}

/** Without scripts a plain GET form. */
function PeriodsForm({ shown }: PeriodsFormProps) {
  const next = useNextPeriods()
  const from = next.from ?? (shown?.from as Month | undefined)
  const to = next.to ?? (shown?.to as Month | undefined)
  const input = periodsInput(readPeriods(usePlace()))
  return (
    <form
      id={FORM}
      action={localAddress(`/periods/${next.currency}`)}
      method="get"
      className={styles['form']}
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="unit" value={next.unit} />
      <MonthInput
        name="from"
        value={from}
        onMonth={(month) => choose({ ...next, from: month, to })}
      />
      <MonthInput name="to" value={to} onMonth={(month) => choose({ ...next, from, to: month })} />
      <RateSelect
        choice={next}
        withCustoms
        onChoose={({ kind, publisher }) => choose({ ...next, kind, publisher })}
      />
      <noscript>
        <Button type="submit" kind="quiet">
          {t.rates.show}
        </Button>
      </noscript>
      <Downloads
        name={t.ui.download}
        csv={buildApiAddress('GET /api/exchange-rate/:currency/periods.csv', input)}
        xlsx={buildApiAddress('GET /api/exchange-rate/:currency/periods.xlsx', input)}
      />
    </form>
  )
}

interface MonthInputProps {
  readonly name: 'from' | 'to'
  readonly value: Month | undefined
  readonly onMonth: (month: Month) => void
}

function MonthInput({ name, value = '' as Month, onMonth }: MonthInputProps) {
  return (
    <DayInput
      label={t.periods[name]}
      name={name}
      type="month"
      min="1901-01"
      max="2998-12"
      value={value}
      wrong={t.periods.monthHint}
      // Browsers without month fields show a text field.
      pattern="\d{4}-(0[1-9]|1[0-2])"
      placeholder={t.periods.monthHint}
      onDay={(month) => onMonth(month as Month)}
    />
  )
}

function CalendarSwitch() {
  const id = useId()
  const next = useNextPeriods()
  return (
    <div className="below mb" data-screen-only>
      <label className="tick">
        <input
          type="checkbox"
          name="average"
          value="calendar"
          form={FORM}
          checked={next.withCalendar}
          aria-describedby={id}
          onChange={({ target }) => choose({ ...next, withCalendar: target.checked })}
        />
        {t.periods.calendar}
      </label>
      <p id={id} className="fine-print">
        {t.periods.calendarHint}
      </p>
    </div>
  )
}
