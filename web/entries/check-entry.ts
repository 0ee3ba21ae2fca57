import { manualRateBodyFor } from '../../contract/entries.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { checkForm } from '../ui/form/check-form.ts'

/**
 * Checks an entry as it was filled in. A file of its own, loaded when the form is used: zod comes
 * with it.
 */
export function checkEntry(given: unknown, today: CalendarDate) {
  return checkForm(
    manualRateBodyFor(() => today),
    given,
  )
}
