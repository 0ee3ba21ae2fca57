import type { FastifyBaseLogger } from 'fastify'
import { LETTERS_PER_HOUR } from '../../domain/sign-in-code.ts'
import { ApiError } from '../errors.ts'
import type { LetterDecision } from './request-code.ts'
import { waitInWords } from './wait-sentence.ts'

/** Throws a 429 where no email may be sent now; warns the operator where it is because of all strangers together. */
export function refuseTooMany({ verdict, resendIn }: LetterDecision, log: FastifyBaseLogger): void {
  if (verdict === 'sent' || verdict === 'kept') return
  const wait = waitInWords(resendIn)
  if (verdict === 'ceiling')
    log.warn('STRANGER_EMAILS_PER_HOUR is reached: sign-in emails are sent to known devices only')
  const sentence = {
    early: `The last letter to this address left less than a minute ago. Ask again in ${wait}.`,
    full: `This address has had ${LETTERS_PER_HOUR} letters within an hour. Ask again in ${wait}.`,
    ceiling: `Too many sign-in emails are being requested at the moment. Try again in ${wait}, or from a device that you have signed in with before.`,
  }[verdict]
  throw new ApiError('too_many_requests', sentence, { retryAfter: resendIn })
}
