import type { ApiError } from '../api.ts'

/** What an error says, with when to try again where the server names a time that its sentence does not. */
export function errorSentence(error: ApiError): string {
  const { message, retryAfter } = error
  if (retryAfter === undefined || /\d/.test(message)) return message
  return `${message.trimEnd().replace(/\.$/, '')}. Try again in ${span(retryAfter)}.`
}

function span(seconds: number): string {
  if (seconds <= 1) return 'a second'
  return seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
