import type { ErrorResponse } from '../contract/errors.ts'
import { t } from './sentences.ts'

/** Falls back to the API's own sentence. */
export function apiErrorText({ code, message }: Partial<ErrorResponse>): string | undefined {
  const sentences: Readonly<Partial<Record<string, string>>> = t.apiErrors
  return (code && sentences[code]) ?? message
}
