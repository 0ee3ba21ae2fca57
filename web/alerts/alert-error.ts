import type { ErrorCode } from '../../contract/schema/error-code.ts'
import type { ApiError } from '../api.ts'
import { LANGUAGE } from '../language/page-language.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { alertErrorText, alertFieldText } from '../text/en/alerts.ts'
import type { FieldErrors } from '../ui/form/check-form.ts'

const SENTENCES: Readonly<Partial<Record<ErrorCode, string>>> = alertErrorText
const OF_FIELDS: Readonly<Partial<Record<string, string>>> = alertFieldText

/** Why a call about alerts failed. */
export function alertErrorSentence(error: ApiError): string {
  return (error.code && SENTENCES[error.code]) ?? errorSentence(error)
}

/** The sentences about wrong fields: the API's, which are in English, or in another language one of the page's own for each field. */
export function fieldErrors(fields: FieldErrors): FieldErrors {
  if (LANGUAGE === 'en') return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, said]) => {
      const own = OF_FIELDS[name]
      return [name, own === undefined ? said : [own]]
    }),
  )
}
