import type { ErrorCode } from '../../contract/errors.ts'
import { DAILY_HOURS, MAX_ALERTS, PERCENT_RANGE } from '../../domain/alerts/alert-rule.ts'
import type { ApiError } from '../api.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { language, t } from '../../text/sentences.ts'
import type { FieldErrors } from '../ui/form/check-form.ts'

/** Why the API refuses what is requested of alerts. */
const refused = (): Readonly<Partial<Record<ErrorCode, string>>> => ({
  ...t.alertError,
  conflict: t.alertError.conflict({ most: MAX_ALERTS }),
})
/** What is wrong with a field, where the API's own sentence is in another language. */
const ofFields = (): Readonly<Partial<Record<string, string>>> => ({
  ...t.alertField,
  percent: t.alertField.percent(PERCENT_RANGE),
  hour: t.alertField.hour(DAILY_HOURS),
})

/** Why a call about alerts failed. */
export function alertErrorSentence(error: ApiError): string {
  return (error.code && refused()[error.code]) ?? errorSentence(error)
}

/**
 * The sentences about wrong fields: the API's, which are in English, or in another language one of
 * the page's own for each field.
 */
export function fieldErrors(fields: FieldErrors): FieldErrors {
  if (language() === 'en') return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, said]) => {
      const own = ofFields()[name]
      return [name, own === undefined ? said : [own]]
    }),
  )
}
