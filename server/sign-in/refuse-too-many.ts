import type { FastifyBaseLogger } from 'fastify'
import { EMAILS_PER_HOUR } from '../../domain/identity/sign-in-code.ts'
import { ApiError } from '../errors.ts'
import type { EmailDecision } from './request-code.ts'
import { signInText } from '../text/en/sign-in.ts'

/** Throws a 429 where no email may be sent now; warns the operator where it is because of all strangers together. */
export function refuseTooMany({ result, resendIn }: EmailDecision, log: FastifyBaseLogger): void {
  if (result === 'sent' || result === 'kept') return
  if (result === 'ceiling')
    log.warn('STRANGER_EMAILS_PER_HOUR is reached: sign-in emails are sent to known devices only')
  const sentence = {
    early: signInText.emailTooEarly(resendIn),
    full: signInText.tooManyEmails(EMAILS_PER_HOUR, resendIn),
    ceiling: signInText.tooManyStrangers(resendIn),
  }[result]
  throw new ApiError('too_many_requests', sentence, { retryAfter: resendIn })
}
