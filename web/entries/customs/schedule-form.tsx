import { useState, type ComponentProps } from 'react'
import { addDays, isCalendarDate } from '../../../domain/calendar-date.ts'
import { nextCustomsDay } from '../../../domain/customs-week.ts'
import { currencies, unitsOf, type Currency } from '../../../domain/currency.ts'
import { formatPerUnit, fromWire, rateFromText } from '../../../domain/money.ts'
import { currencyName, t } from '../../../text/sentences.ts'
import { importsQuery } from '../../imports/earlier-imports.tsx'
import { WeekFields } from '../../imports/week-fields.tsx'
import { useToday } from '../../page-context.ts'
import { useResponse } from '../../queries.ts'
import { RateChangeText } from '../../rates/rate-change-text.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { FieldErrors } from '../../ui/form/check-form.ts'
import { Field } from '../../ui/form/field.tsx'
import { useFormDraft, type FormDraft } from '../../ui/form/form-draft.ts'
import { Cell } from '../../ui/list/table.tsx'
import { RowTable } from '../../ui/list/row-table.tsx'
import grid from '../day/day.module.css'
import { dayQuery } from '../../day-query.ts'
import layout from '../../ui/form/form.module.css'

interface ScheduleFormProps {
  readonly form: ComponentProps<'form'>
  readonly errors: FieldErrors
  /** While a schedule is being entered, when no other is taken. */
  readonly closed: boolean
  /** Whether what came of it is shown. */
  readonly checked: boolean
  readonly onInput: () => void
}

/** Under which name a typed schedule is kept until it is entered. */
export const SCHEDULE_DRAFT = 'customs schedule'

/**
 * A schedule as it is typed: a rate of each currency beside the one before it, the days of effect
 * and where they stand.
 */
export function ScheduleForm({ form, errors, closed, checked, onInput }: ScheduleFormProps) {
  const draft = useFormDraft(SCHEDULE_DRAFT)
  const week = useNextWeek()
  const [kept, setKept] = useState(draft.values)
  const [drafted, typed] = [
    { ...week, ...draft.values },
    { ...week, ...kept },
  ]
  const filled = currencies().filter((currency) => typed[currency])
  const isWhole = [...NEEDED, ...currencies()].every((name) => typed[name])
  return (
    <form
      {...form}
      onInput={({ currentTarget }) => {
        setKept(draft.keep(currentTarget))
        onInput()
      }}
    >
      <WeekFields {...{ drafted, errors }} />
      <div className={layout['outcome']}>
        <RateFields {...{ drafted, typed, errors }} />
      </div>
      <div className={classNames('apart', layout['bar'])}>
        <p role="status">
          {filled.length > 0 &&
            t.customs.filled({
              filled: filled.length,
              count: currencies().length,
              gazette: typed['gazette'] || 'none',
            })}
        </p>
        <Button type="submit" kind={isWhole && !checked ? 'primary' : 'quiet'} disabled={closed}>
          {t.customs.check}
        </Button>
      </div>
    </form>
  )
}

const NEEDED = ['first_day', 'last_day', 'gazette']

/** The days of the week that is to be entered next; none until the entered ones are known. */
function useNextWeek(): FormDraft['values'] {
  const today = useToday()
  const { data } = useResponse(importsQuery('customs rates'))
  if (!data) return {}
  const live = data.data.filter(({ undone_at }) => undone_at === null)
  const first = nextCustomsDay(
    live.flatMap(({ last_day }) => last_day ?? []),
    today,
  )
  return { first_day: first, last_day: addDays(first, 6) }
}

interface RateFieldsProps {
  /** What they hold at first, by name. */
  readonly drafted: FormDraft['values']
  /** What they hold now. */
  readonly typed: FormDraft['values']
  readonly errors: FieldErrors
}

/** A rate of each currency, with the one of the week before and the change. */
function RateFields({ drafted, typed, errors }: RateFieldsProps) {
  const today = useToday()
  const first = typed['first_day']
  // Of a week that is to come, today's rate is the one before.
  const isNext = !isCalendarDate(first) || first > today
  const { data } = useResponse(dayQuery({ date: isNext ? today : first, kind: 'customs' }))
  const beforeOf = (currency: Currency) => {
    const row = data?.data.rates.find((each) => each.currency === currency)
    return (isNext && (row?.entry ?? row?.published)) || row?.previous
  }
  const { currency, rate, before, change } = t.customs.grid
  const rows = currencies().map((currency) => ({
    currency,
    earlier: beforeOf(currency),
    rate: rateFromText(typed[currency]?.trim() ?? '', unitsOf(currency)),
  }))
  return (
    <RowTable
      className={classNames(grid['grid'], grid['week'])}
      titles={[
        currency,
        { title: rate, numeric: true },
        { title: before, numeric: true },
        { title: change, numeric: true },
      ]}
    >
      {rows.map((row) => (
        <RateRow
          key={row.currency}
          {...row}
          drafted={drafted[row.currency]}
          errors={errors[row.currency]}
        />
      ))}
    </RowTable>
  )
}

interface RateRowProps {
  readonly currency: Currency
  readonly earlier: { readonly rate: number } | null | undefined
  /** What is typed, where it is a rate. */
  readonly rate: ReturnType<typeof rateFromText>
  readonly drafted: string | undefined
  readonly errors: readonly string[] | undefined
}

/** One currency's rate as it is typed. */
function RateRow({ currency, earlier, rate, drafted, errors }: RateRowProps) {
  const hasChange = earlier && typeof rate === 'number'
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {currency} <span className="second-line">{currencyName(currency)}</span>
      </th>
      <td role="cell">
        <Field
          label={<span className="visually-hidden">{t.customs.rate({ currency })}</span>}
          name={currency}
          errors={errors}
        >
          {({ className, ...control }) => (
            <input
              {...control}
              className={classNames(className, grid['input'])}
              defaultValue={drafted}
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
            />
          )}
        </Field>
      </td>
      <Cell role="cell" numeric>
        <span className={grid['label']}>{t.customs.grid.before} </span>
        {earlier ? formatPerUnit(fromWire(earlier.rate), unitsOf(currency)) : '–'}
      </Cell>
      <Cell role="cell" numeric wide={!hasChange}>
        {hasChange ? (
          <RateChangeText change={rate - fromWire(earlier.rate)} rate={rate} short />
        ) : (
          '–'
        )}
      </Cell>
    </tr>
  )
}
