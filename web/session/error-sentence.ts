import type { ApiError } from '../api.ts'
import { t } from '../../text/sentences.ts'

/** Returns the sentence of an error, with when to try again if the sentence has no time. */
export function errorSentence(error: ApiError): string {
  const { message, retryAfter } = error
  if (retryAfter === undefined || /\d/.test(message)) return message
  const unit = retryAfter <= 1 ? 'second' : retryAfter < 120 ? 'seconds' : 'minutes'
  return t.session.retryIn({
    message: message.trimEnd().replace(/\.$/, ''),
    unit,
    count: Math.ceil(unit === 'minutes' ? retryAfter / 60 : retryAfter),
  })
}
