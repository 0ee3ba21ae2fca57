import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { CURRENCIES } from '../../../domain/currency.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import { withQuery } from '../../api.ts'
import { localAddress } from '../../language/page-language.ts'
import { Link } from '../../link.tsx'
import { useLocation, usePlace } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { CurrencyChoice } from '../history-queries.ts'
import { CHART_VIEWS, DEFAULT_PERIOD, PERIODS } from './chart-choice.ts'
import styles from './chart-controls.module.css'

const FIRST_DAY = '1900-01-01'
/**
 * What of the address stays when other days are chosen; in one order, whatever the address's own
 * is.
 */
const KEPT = ['amount', 'from', 'date', 'side', 'view', 'compare']

/** How long a period is shown, one link for each. */
export function PeriodLinks({ choice: { currency, period } }: { choice: CurrencyChoice }) {
  const { search } = usePlace()
  return (
    <nav aria-label={t.chartControls.period} className={styles['choices']} data-screen-only>
      {PERIODS.map((each) => (
        <Link
          key={each.name}
          href={withQuery(`/rates/${currency}?${search}`, {
            period: each === DEFAULT_PERIOD ? undefined : each.name,
            start: undefined,
            end: undefined,
          })}
          className={styles['choice']}
          aria-current={each === period ? 'true' : undefined}
        >
          {t.chartControls.periods[each.name]}
        </Link>
      ))}
    </nav>
  )
}

/** What is drawn beside the line of each day, and which currencies it is compared with. */
export function ViewLinks({ choice: { currency, view, compared } }: { choice: CurrencyChoice }) {
  const { search } = usePlace()
  const address = `/rates/${currency}?${search}`
  const ownView = compared.length === 0 ? view : undefined
  return (
    <div className={styles['views']} data-screen-only>
      <nav aria-label={t.chartControls.view} className={styles['choices']}>
        {CHART_VIEWS.map((each) => (
          <Link
            key={each}
            href={withQuery(address, {
              view: each === 'days' ? undefined : each,
              compare: undefined,
            })}
            className={styles['choice']}
            aria-current={each === ownView ? 'true' : undefined}
          >
            {t.chartControls.views[each]}
          </Link>
        ))}
      </nav>
      <nav aria-label={t.chartControls.compare} className={styles['choices']}>
        <span className="fine-print">{t.chartControls.compare}</span>
        {CURRENCIES.filter((each) => each !== currency).map((each) => {
          const isCompared = compared.includes(each)
          const others = isCompared
            ? compared.filter((other) => other !== each)
            : [...compared, each]
          return (
            <Link
              key={each}
              href={withQuery(address, { view: undefined, compare: others.join(' ') || undefined })}
              className={styles['choice']}
              aria-label={
                isCompared
                  ? t.chartControls.compareNoMore({ currency: each })
                  : t.chartControls.compareWith({ currency: each })
              }
              aria-current={isCompared ? 'true' : undefined}
            >
              {each}
            </Link>
          )
        })}
      </nav>
    </div>
  )
}

interface RangeFormProps {
  readonly choice: CurrencyChoice
  /** The first day that is shown, where it is known. */
  readonly first: CalendarDate | undefined
}

/** A period between two days. A plain form: it works without scripts too. */
export function RangeForm({ choice, first }: RangeFormProps) {
  const [path, go] = useLocation()
  const { search, today } = usePlace()
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
    <Disclosure
      open={!period}
      summary={
        period
          ? t.chartControls.ownDays
          : t.chartControls.days({ from: formatDay(from), to: formatDay(to) })
      }
      className={styles['own']}
      data-screen-only
    >
      <form
        action={localAddress(path)}
        method="get"
        className={styles['fields']}
        onSubmit={(event) => {
          event.preventDefault()
          const days = new FormData(event.currentTarget)
          const [start, end] = [days.get('start'), days.get('end')] as [string, string]
          go(withQuery(`${path}?${search}`, { period: undefined, start, end }))
        }}
      >
        {KEPT.map((name) => {
          const value = search.get(name)
          return value === null ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          )
        })}
        {day('start', t.chartControls.firstDay, period ? (first ?? from) : from)}
        {day('end', t.chartControls.lastDay, to)}
        <Button type="submit" kind="quiet">
          {t.chartControls.show}
        </Button>
      </form>
    </Disclosure>
  )
}
