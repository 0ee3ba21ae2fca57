import { currencies } from '../../domain/currency.ts'
import { calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { localAddress } from '../language/page-language.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Select } from '../ui/form/select.tsx'
import { Spinner } from '../ui/waiting.tsx'
import styles from './rates-form.module.css'
import type { RatesChoice } from './rates-queries.ts'
import { kindOf, SIDES, sideOf } from './side.ts'

/**
 * Days before this one have no rates anywhere; the bound keeps half-typed years (0020-…) from being
 * sent.
 */
const EARLIEST = '1950-01-01'
/** A date is taken once typing has paused: a year arrives digit by digit. */
const PAUSE_MS = 400

interface RatesFormProps {
  readonly choice: RatesChoice
  readonly today: CalendarDate
  readonly waiting: boolean
  readonly onChoose: (choice: RatesChoice) => void
  /** Whether the day in the field is refused. */
  readonly onRefused: (refused: boolean) => void
}

/**
 * Base currency, date and kind of rate. Without scripts it is a plain form that asks for the page
 * by GET.
 */
export function RatesForm({ choice, today, waiting, onChoose, onRefused }: RatesFormProps) {
  const { base, date, side, publisher } = choice
  return (
    <form
      action={localAddress('/rates')}
      method="get"
      noValidate
      className={styles['form']}
      onSubmit={(event) => event.preventDefault()}
    >
      <Select
        label={t.rates.base}
        name="base"
        values={currencies()}
        value={base}
        onValue={(chosen) => onChoose({ ...choice, base: chosen })}
      />
      <DayInput
        label={t.rates.date}
        name="date"
        min={EARLIEST}
        max={today}
        value={date ?? today}
        wrong={t.rates.afterToday({ today })}
        pauseMs={PAUSE_MS}
        onRefused={onRefused}
        onDay={(day) =>
          onChoose({ ...choice, date: day === today ? undefined : calendarDateOf(day) })
        }
      />
      <Select
        label={t.sides.label}
        name="side"
        values={['', ...SIDES]}
        textOf={(each) => t.kindNames[kindOf(sideOf(each)) ?? DEFAULT_KIND]}
        value={side ?? ''}
        onValue={(each) => onChoose({ ...choice, side: sideOf(each) })}
      />
      <BankSelect
        value={publisher ?? ''}
        onValue={(id) => onChoose({ ...choice, publisher: id || undefined })}
      />
      <noscript>
        <Button type="submit">{t.rates.show}</Button>
      </noscript>
      <div className={styles['spinner']}>{waiting && <Spinner label={t.rates.fetching} />}</div>
    </form>
  )
}
