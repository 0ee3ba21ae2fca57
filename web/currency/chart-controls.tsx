import { FIRST_DAY, type CalendarDate } from '../../domain/calendar-date.ts'
import { ACCOUNTING_FORMATS } from '../../domain/integrations.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { buildApiAddress, withQuery } from '../api.ts'
import { localAddress } from '../language.ts'
import { Link } from '../link.tsx'
import type { Place } from '../load-page.ts'
import { navigate, useNextPlace } from '../pages.tsx'
import { RateSelect, useRateChoices } from '../rates/rate-parts.tsx'
import { choiceParams } from '../rates/rates.ts'
import { Button } from '../ui/button.tsx'
import { Field, readFields } from '../ui/form/form.tsx'
import { LinkTabs, Menu } from '../ui/menu.tsx'
import {
  DEFAULT_PERIOD,
  historyInput,
  PERIODS,
  readCurrency,
  type CurrencyChoice,
  type PeriodName,
} from './currency.ts'
import styles from './currency.module.css'

const SHOWN: readonly PeriodName[] = ['30d', '90d', '1y']

interface PeriodLinksProps {
  readonly choice: CurrencyChoice
  readonly first: CalendarDate | undefined
}

export function PeriodLinks({ choice, first }: PeriodLinksProps) {
  const place = useNextPlace()
  const { period, from, to } = readCurrency(place)
  const periodAddress = (name: PeriodName) =>
    withQuery(addressOf(place), {
      period: name === DEFAULT_PERIOD.name ? undefined : name,
      start: undefined,
      end: undefined,
    })
  const textOf = (name: PeriodName) => t.chartControls.periods[name]
  const isShown = period !== undefined && SHOWN.includes(period)
  const ownDays = t.chartControls.days({ from: formatDay(from), to: formatDay(to) })
  return (
    <div className={styles['periods']} data-screen-only>
      <LinkTabs
        label={t.chartControls.period}
        choices={SHOWN}
        chosen={period}
        current="true"
        addressOf={periodAddress}
        textOf={textOf}
      />
      <Menu
        name={isShown ? t.chartControls.ownDays : period ? textOf(period) : ownDays}
        look="range"
        isChosen={!isShown}
      >
        {PERIODS.filter(({ name }) => !SHOWN.includes(name)).map(({ name }) => (
          <Link
            key={name}
            href={periodAddress(name)}
            aria-current={name === period ? 'true' : undefined}
          >
            {textOf(name)}
          </Link>
        ))}
        <RangeForm choice={choice} first={first} />
      </Menu>
    </div>
  )
}

const addressOf = ({ path, search }: Place) => `${path}?${search}`

const KEPT = ['amount', 'from', 'date', 'kind', 'publisher']

/** Without scripts a plain GET form. */
function RangeForm({ choice: { period, from, to }, first }: PeriodLinksProps) {
  const place = useNextPlace()
  const { path, search, today } = place
  const day = (name: 'start' | 'end', label: string, date: CalendarDate) => (
    <Field
      label={label}
      name={name}
      key={date}
      type={'date'}
      required={true}
      min={FIRST_DAY}
      max={today}
      defaultValue={date}
    />
  )
  return (
    <form
      action={localAddress(path)}
      method="get"
      className={styles['range']}
      onSubmit={(event) => {
        event.preventDefault()
        const { start, end } = readFields(event.currentTarget)
        void navigate(withQuery(addressOf(place), { period: undefined, start, end }))
      }}
    >
      {KEPT.filter((name) => search.has(name)).map((name) => (
        <input key={name} type="hidden" name={name} value={search.get(name) ?? ''} />
      ))}
      {day('start', t.chartControls.firstDay, period ? (first ?? from) : from)}
      {day('end', t.chartControls.lastDay, to)}
      <Button type="submit" kind="quiet">
        {t.chartControls.show}
      </Button>
    </form>
  )
}

export function ChartControls({ choice }: { readonly choice: CurrencyChoice }) {
  const place = useNextPlace()
  const next = readCurrency(place)
  const here = addressOf(place)
  const hasChoices = useRateChoices(next).size > 1
  return (
    <div className="buttons" data-screen-only>
      {hasChoices && (
        <form
          action={localAddress(place.path)}
          method="get"
          className={styles['rate']}
          onSubmit={(event) => event.preventDefault()}
        >
          <RateSelect
            choice={next}
            onChoose={(chosen) => void navigate(withQuery(here, choiceParams(chosen)))}
          />
          <noscript>
            <Button type="submit">{t.rates.show}</Button>
          </noscript>
        </form>
      )}
      <Menu name={t.ui.download}>
        <Downloads choice={choice} />
      </Menu>
    </div>
  )
}

function Downloads({ choice }: { readonly choice: CurrencyChoice }) {
  const input = historyInput(choice)
  const { params, query } = input
  const { csv, xlsx, atom, programs } = t.download
  const feedQuery = { kind: query.kind, publisher: query.publisher }
  return (
    <>
      <a href={buildApiAddress('GET /api/exchange-rate/:currency/history.csv', input)} download>
        {csv}
      </a>
      <a href={buildApiAddress('GET /api/exchange-rate/:currency/history.xlsx', input)} download>
        {xlsx}
      </a>
      {ACCOUNTING_FORMATS.map((format) => {
        const file = { params: { file: `${params.currency}.${format}` as const }, query }
        return (
          <a key={format} href={buildApiAddress('GET /api/export/:file', file)} download>
            {programs[format]}
          </a>
        )
      })}
      <a href={buildApiAddress('GET /feed/:currency.atom', { params, query: feedQuery })}>{atom}</a>
    </>
  )
}
