import type { ErrorResponse } from '../contract/errors.ts'
import { t } from './sentences.ts'

/** The sentence for a refused call in the page's language, else the API's own. */
export function apiErrorText({ code, message }: Partial<ErrorResponse>): string | undefined {
  const sentences: Readonly<Partial<Record<string, string>>> = t.apiErrors
  return (code && sentences[code]) ?? message
}
