import type { DayRow } from '../../contract/entries.ts'
import { isBusinessDay } from '../../domain/bank-holiday.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { countDayRates } from '../../domain/rate-precedence.ts'
import { t } from '../../text/sentences.ts'

interface DayState {
  readonly isDue: boolean
  /** All rates are there. */
  readonly isWhole: boolean
  /** `2 of 4 rates entered`, `Weekend, no rate expected. 2 entered.` */
  readonly sentence: string
}

/** Says the same of a day on the dashboard and above its grid. */
export function readDayState(
  day: CalendarDate,
  rows: readonly DayRow[],
  holidays: ReadonlyMap<CalendarDate, string>,
): DayState {
  const { entered, count } = countDayRates(rows)
  const isDue = isBusinessDay(day, holidays)
  const holiday = holidays.get(day) ?? null
  const sentence = isDue
    ? t.day.entered({ entered, count })
    : t.day.notExpected({ holiday, entered })
  return { isDue, isWhole: entered === count, sentence }
}
