import { navigate, usePlace } from '../../pages.tsx'
import { FIRST_DAY, type CalendarDate } from '../../../domain/calendar-date.ts'
import { currencies } from '../../../domain/currency.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import { withQuery } from '../../api.ts'
import { localAddress } from '../../language/page-language.ts'
import { Link } from '../../link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, textsOf } from '../../ui/form/field.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { CurrencyChoice } from '../history-queries.ts'
import { DEFAULT_PERIOD, PERIODS, type Period } from './chart-choice.ts'
import styles from './chart-controls.module.css'

/**
 * What of the address stays when other days are chosen; in one order, whatever the address's own
 * is.
 */
const KEPT = ['amount', 'from', 'date', 'side', 'publisher', 'view', 'compare']
/** The periods that stand side by side; the others are in a menu. */
const SHOWN: readonly Period['name'][] = ['7d', '30d', '90d', '1y']

interface PeriodLinksProps {
  readonly choice: CurrencyChoice
  /** The first day that is shown, where it is known. */
  readonly first: CalendarDate | undefined
}

/** How long a period is shown, one link for each, and a menu of all other days. */
export function PeriodLinks({ choice, first }: PeriodLinksProps) {
  const { currency, period, from, to } = choice
  const { search } = usePlace()
  const addressOf = (name: Period['name']) =>
    withQuery(`/rates/${currency}?${search}`, {
      period: name === DEFAULT_PERIOD.name ? undefined : name,
      start: undefined,
      end: undefined,
    })
  const textOf = (name: Period['name']) => t.chartControls.periods[name]
  const isShown = period !== undefined && SHOWN.includes(period.name)
  const ownDays = { from: formatDay(from), to: formatDay(to) }
  const chosen = period ? textOf(period.name) : t.chartControls.days(ownDays)
  return (
    <div className={styles['periods']} data-screen-only>
      <LinkTabs
        label={t.chartControls.period}
        choices={SHOWN}
        chosen={period?.name}
        current="true"
        addressOf={addressOf}
        textOf={textOf}
      />
      <Menu name={isShown ? t.chartControls.ownDays : chosen} look="range" isChosen={!isShown}>
        {PERIODS.filter(({ name }) => !SHOWN.includes(name)).map(({ name }) => (
          <Link
            key={name}
            href={addressOf(name)}
            aria-current={name === period?.name ? 'true' : undefined}
          >
            {textOf(name)}
          </Link>
        ))}
        <RangeForm choice={choice} first={first} />
      </Menu>
    </div>
  )
}

/** What is drawn beside the line of each day: both sides of a bank, or other currencies. */
export function CompareMenu({ choice: { currency, view, compared } }: { choice: CurrencyChoice }) {
  const { search } = usePlace()
  const address = `/rates/${currency}?${search}`
  const hasSides = view === 'sides'
  return (
    <Menu name={t.chartControls.compare}>
      {currencies()
        .filter((each) => each !== currency)
        .map((each) => {
          const isCompared = compared.includes(each)
          const others = isCompared
            ? compared.filter((other) => other !== each)
            : [...compared, each]
          return (
            <Link
              key={each}
              href={withQuery(address, { view: undefined, compare: others.join(' ') || undefined })}
              aria-current={isCompared ? 'true' : undefined}
            >
              {isCompared
                ? t.chartControls.compareNoMore({ currency: each })
                : t.chartControls.compareWith({ currency: each })}
            </Link>
          )
        })}
      <Link
        href={withQuery(address, { view: hasSides ? undefined : 'sides', compare: undefined })}
        aria-current={hasSides ? 'true' : undefined}
      >
        {t.chartControls.sides}
      </Link>
    </Menu>
  )
}

/** A period between two days. A plain form: it works without scripts too. */
function RangeForm({ choice, first }: PeriodLinksProps) {
  const { path, search, today } = usePlace()
  const { period, from, to } = choice
  const day = (name: 'start' | 'end', label: string, date: CalendarDate) => (
    <Field label={label} name={name}>
      {(control) => (
        <input
          {...control}
          key={date}
          type="date"
          min={FIRST_DAY}
          max={today}
          defaultValue={date}
          required
        />
      )}
    </Field>
  )
  return (
    <form
      action={localAddress(path)}
      method="get"
      className={styles['fields']}
      onSubmit={(event) => {
        event.preventDefault()
        const { start, end } = textsOf(event.currentTarget)
        navigate(withQuery(`${path}?${search}`, { period: undefined, start, end }))
      }}
    >
      {KEPT.map((name) => {
        const value = search.get(name)
        return value === null ? null : <input key={name} type="hidden" name={name} value={value} />
      })}
      {day('start', t.chartControls.firstDay, period ? (first ?? from) : from)}
      {day('end', t.chartControls.lastDay, to)}
      <Button type="submit" kind="quiet">
        {t.chartControls.show}
      </Button>
    </form>
  )
}
