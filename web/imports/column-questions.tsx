import { useState } from 'react'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies } from '../../domain/currency.ts'
import { DATE_ORDERS, type DateOrder } from '../../domain/day-text.ts'
import { isDay, readDayCell } from '../../domain/imports/cells.ts'
import {
  IMPORT_KINDS,
  valueKey,
  type Mapping,
  type Questions,
  type Sheet,
  type ValueUse,
} from '../../domain/imports/mapping.ts'
import { columnName } from '../../domain/imports/table.ts'
import { publisherName, publishers } from '../../domain/series.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import styles from './imports.module.css'

interface QuestionFieldsProps {
  readonly questions: Questions
  readonly mapping: Mapping
  readonly view: Sheet
  readonly onChange: (more: Partial<Mapping>) => void
}

/** A field for everything that the columns do not say. What is not answered is not imported. */
export function QuestionFields(props: QuestionFieldsProps) {
  const { questions, mapping, onChange } = props
  return (
    <div className={styles['questions']}>
      {questions.columnsWithoutCurrency.map((at) => (
        <Choice
          key={at}
          name={`currency ${at}`}
          label={t.columns.currencyOf({ column: columnName(at) })}
          values={currencies()}
          value={undefined}
          onValue={(currency) =>
            onChange({
              columns: mapping.columns.map((column, index) =>
                index === at ? { ...column, currency } : column,
              ),
            })
          }
        />
      ))}
      <DayAndNumberFields {...props} />
      <SeriesFields {...props} />
      {questions.values.map(({ use, texts }) =>
        texts.map((text) => (
          <ValueChoice
            key={valueKey(use, text)}
            use={use}
            text={text}
            value={mapping.values[valueKey(use, text)]}
            onValue={(value) =>
              onChange({ values: { ...mapping.values, [valueKey(use, text)]: value } })
            }
          />
        )),
      )}
    </div>
  )
}

function DayAndNumberFields({ questions, mapping, view, onChange }: QuestionFieldsProps) {
  const { day, dates, numbers } = questions
  return (
    <>
      {day && (
        <DayField view={view} value={mapping.day} onDay={(chosen) => onChange({ day: chosen })} />
      )}
      {dates.isMixed && (
        <Choice
          name="excelDays"
          label={t.columns.excelDays}
          values={['swapped', 'right']}
          textOf={(each) => t.columns.excelAnswers[each]}
          value={mapping.excelDays}
          onValue={(excelDays) => onChange({ excelDays })}
        />
      )}
      {(dates.ambiguous !== undefined || dates.isContradictory) && (
        <Choice
          name="dateOrder"
          label={t.columns.dateOrder({ given: dates.ambiguous ?? '03/04/2026' })}
          values={DATE_ORDERS}
          textOf={(each) => orderText(each, dates.ambiguous ?? '03/04/2026')}
          value={mapping.dateOrder ?? dates.proven}
          onValue={(dateOrder) => onChange({ dateOrder })}
          {...(dates.proven && !mapping.dateOrder && { hint: t.columns.proven })}
        />
      )}
      {numbers && 'ambiguous' in numbers && (
        <Choice
          name="decimalMark"
          label={t.columns.numberFormat({ given: numbers.ambiguous })}
          values={['.', ',']}
          textOf={(each) => (each === '.' ? '1,234.56' : '1.234,56')}
          value={mapping.decimalMark}
          onValue={(decimalMark) => onChange({ decimalMark })}
        />
      )}
    </>
  )
}

function SeriesFields({ questions, mapping, onChange }: QuestionFieldsProps) {
  const { kind, sides, publisher } = questions
  return (
    <>
      {sides.length > 0 && (
        <Choice
          name="sides"
          label={t.columns.sides({ headings: sides.slice(0, 4).join(', ') })}
          values={['tt', 'none']}
          textOf={(each) => t.columns.sideAnswers[each]}
          value={mapping.sides}
          onValue={(chosen) => onChange({ sides: chosen })}
        />
      )}
      {kind && (
        <Choice
          name="kind"
          label={t.columns.kind}
          values={IMPORT_KINDS}
          textOf={(each) => t.kindNames[each]}
          value={mapping.kind}
          onValue={(chosen) => onChange({ kind: chosen })}
        />
      )}
      {publisher && (
        <Choice
          name="publisher"
          label={t.columns.publisher}
          values={['main', ...publishers().map(({ id }) => id)]}
          textOf={(id) => (id === 'main' ? t.banks.main : publisherName(id))}
          value={mapping.publisher === null ? 'main' : mapping.publisher}
          onValue={(id) => onChange({ publisher: id === 'main' ? null : id })}
        />
      )}
    </>
  )
}

interface ChoiceProps<T extends string> {
  readonly name: string
  readonly label: string
  readonly values: readonly T[]
  readonly textOf?: (value: T) => string
  readonly value: T | undefined
  readonly hint?: string
  readonly onValue: (value: T) => void
}

/** A select that has no answer until the user gives one. */
function Choice<T extends string>({ values, textOf, value, onValue, ...props }: ChoiceProps<T>) {
  return (
    <Select
      {...props}
      required
      values={['', ...values] as readonly (T | '')[]}
      textOf={(each) => (each === '' ? t.columns.choose : (textOf?.(each) ?? each))}
      value={value ?? ''}
      onValue={(each) => each !== '' && onValue(each)}
    />
  )
}

interface ValueChoiceProps {
  readonly use: ValueUse
  readonly text: string
  readonly value: string | undefined
  readonly onValue: (value: string) => void
}

/** Asks what one value of a column of currencies, kinds, banks or signs means. */
function ValueChoice({ use, text, value, onValue }: ValueChoiceProps) {
  const choices = {
    currency: currencies(),
    kind: IMPORT_KINDS,
    publisher: ['main', ...publishers().map(({ id }) => id)],
    sign: ['debit', 'credit'],
  }[use]
  const given = text.length > 60 ? `${text.slice(0, 60)}…` : text
  const props = {
    name: valueKey(use, text),
    label: t.columns.valueOf({ use, given }),
    textOf: (each: string) =>
      each === 'none'
        ? t.columns.notImported
        : use === 'kind'
          ? t.kindNames[each as (typeof IMPORT_KINDS)[number]]
          : use === 'sign'
            ? t.columns.signs[each as 'debit' | 'credit']
            : use === 'publisher'
              ? each === 'main'
                ? t.banks.main
                : publisherName(each)
              : each,
    onValue,
  }
  // A name that is not recognised is no currency of ours until the user says which.
  if (use === 'currency')
    return <Select {...props} values={['none', ...choices]} value={value ?? 'none'} />
  const isSign = use === 'sign'
  return <Choice {...props} values={isSign ? choices : [...choices, 'none']} value={value} />
}

/** Returns `Day first: 3 Apr 2026` for a date such as 03/04/2026. */
function orderText(order: DateOrder, given: string): string {
  const read = readDayCell(given, { dateOrder: order })
  const day = 'date' in read ? formatDay(read.date) : null
  return t.columns.orders[order]({ day })
}

interface DayFieldProps {
  readonly view: Sheet
  readonly value: CalendarDate | undefined
  readonly onDay: (day: CalendarDate | undefined) => void
}

/** The day of a board. Days in its title are offered, never taken by themselves. */
function DayField({ view, value, onDay }: DayFieldProps) {
  const [taken, setTaken] = useState<CalendarDate>()
  const above = view.grid.rows.slice(0, Math.max(view.firstRow, 1)).flat()
  const offered = new Set<CalendarDate>(
    above.flatMap((cell) => {
      const texts = typeof cell === 'string' ? daysIn(cell) : isDay(cell) ? [cell] : []
      return texts.flatMap((each) => {
        const read = readDayCell(each)
        return 'date' in read ? read.date : []
      })
    }),
  )
  return (
    <div>
      <Field
        // Typing a year passes through years that do not exist: only a press renders it anew.
        key={taken}
        label={t.columns.day}
        name="day"
        type="date"
        required
        defaultValue={value}
        hint={t.columns.dayHint}
        onChange={({ target }) => onDay(isCalendarDate(target.value) ? target.value : undefined)}
      />
      <div className="buttons">
        {[...offered].slice(0, 3).map((date) => (
          <Button
            key={date}
            kind="quiet"
            onClick={() => {
              setTaken(date)
              onDay(date)
            }}
          >
            {t.columns.useDay({ day: formatDay(date) })}
          </Button>
        ))}
      </div>
    </div>
  )
}

const DAY_IN_TEXT =
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}(?:st|nd|rd|th)?[ -][A-Za-z]{3,9}[ -,]+\d{4}|[A-Za-z]{3,9} \d{1,2},? \d{4}/g
const daysIn = (text: string): readonly string[] => text.match(DAY_IN_TEXT) ?? []
