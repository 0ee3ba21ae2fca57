import type { ApiError } from '../api.ts'
import { sessionText } from '../text/en/sign-in.ts'

/** What an error says, with when to try again where the server names a time that its sentence does not. */
export function errorSentence(error: ApiError): string {
  const { message, retryAfter } = error
  if (retryAfter === undefined || /\d/.test(message)) return message
  return sessionText.retryIn(message, retryAfter)
}
