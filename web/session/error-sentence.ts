import type { ApiError } from '../api.ts'
import { t } from '../../text/sentences.ts'

/**
 * What an error says, with when to try again where the server names a time that its sentence does
 * not.
 */
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
