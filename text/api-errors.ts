import type { ErrorResponse } from '../contract/error-body.ts'
import { t } from './sentences.ts'

/**
 * What is said of a call that the API has refused: the sentence of the page's language for its
 * code; where there is none, as in English, the API's own.
 */
export function apiErrorText({ code, message }: Partial<ErrorResponse>): string | undefined {
  const sentences: Readonly<Partial<Record<string, string>>> = t.apiErrors
  return (code && sentences[code]) ?? message
}
