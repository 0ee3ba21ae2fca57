import { useState } from 'react'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import type { DateOrder } from '../../domain/day-text.ts'
import { readDayCell } from '../../domain/imports/cells.ts'
import type { Mapping, Question, Sheet } from '../../domain/imports/mapping.ts'
import type { Cell } from '../../domain/imports/table.ts'
import { publisherName } from '../../domain/series.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import styles from './imports.module.css'

interface QuestionFieldProps {
  readonly question: Question
  readonly mapping: Mapping
  readonly onChange: (more: Partial<Mapping>) => void
}

export function QuestionField({ question, mapping, onChange }: QuestionFieldProps) {
  const { name, about, given, choices, answer, change } = question
  const label = t.columns.questions[about]
  const isProven = about === 'dateOrder' && mapping.dateOrder === undefined && answer !== undefined
  return (
    <Select
      required
      name={name}
      label={typeof label === 'string' ? label : label({ given: shortened(given) })}
      values={answer === undefined ? ['', ...choices] : choices}
      textOf={(choice) => (choice === '' ? t.columns.choose : choiceText(question, choice))}
      value={answer ?? ''}
      hint={isProven ? t.columns.proven : undefined}
      onValue={(choice) => onChange(change(choice))}
    />
  )
}

export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

function choiceText({ about, given }: Question, choice: string): string {
  if (about === 'dateOrder') {
    const read = readDayCell(given, { dateOrder: choice as DateOrder })
    const day = 'date' in read ? formatDay(read.date) : null
    return t.columns.orders[choice as DateOrder]({ day })
  }
  const isBank = about === 'publisher' || about === 'value publisher'
  if (isBank && choice !== 'none') return choice === 'main' ? t.banks.choice : publisherName(choice)
  const texts: Readonly<Record<string, string>> = { ...t.kindNames, ...t.columns.answers }
  return texts[`${about} ${choice}`] ?? texts[choice] ?? choice
}

interface DayFieldProps {
  readonly view: Sheet
  readonly value: CalendarDate | undefined
  readonly onDay: (day: CalendarDate | undefined) => void
}

/** Days in the sheet's title are offered, never taken without a press. */
export function DayField({ view, value, onDay }: DayFieldProps) {
  const [taken, setTaken] = useState<CalendarDate>()
  const above = view.grid.rows.slice(0, Math.max(view.firstRow, 1)).flat()
  const offered = above
    .flatMap((cell): Cell[] =>
      typeof cell === 'string' ? (cell.match(DAY_IN_TEXT) ?? []) : [cell],
    )
    .map((cell) => readDayCell(cell))
    .flatMap((read) => ('date' in read ? read.date : []))
  return (
    <div className={styles['column']}>
      <Field
        // A typed year passes through years that do not exist, so only a press renders the field
        // anew.
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
        {[...new Set(offered)].slice(0, 3).map((date) => (
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
