import type { FastifyBaseLogger } from 'fastify'
import { EMAILS_PER_HOUR } from '../../domain/identity/sign-in-code.ts'
import { ApiError } from '../errors.ts'
import type { EmailDecision } from './request-code.ts'
import { waitInWords } from '../text/wait-sentence.ts'

/** Throws a 429 where no email may be sent now; warns the operator where it is because of all strangers together. */
export function refuseTooMany({ result, resendIn }: EmailDecision, log: FastifyBaseLogger): void {
  if (result === 'sent' || result === 'kept') return
  const wait = waitInWords(resendIn)
  if (result === 'ceiling')
    log.warn('STRANGER_EMAILS_PER_HOUR is reached: sign-in emails are sent to known devices only')
  const sentence = {
    early: `The last email to this address left less than a minute ago. Ask again in ${wait}.`,
    full: `This address has had ${EMAILS_PER_HOUR} emails within an hour. Ask again in ${wait}.`,
    ceiling: `Too many sign-in emails are being requested at the moment. Try again in ${wait}, or from a device that you have signed in with before.`,
  }[result]
  throw new ApiError('too_many_requests', sentence, { retryAfter: resendIn })
}
