import { keptRate } from '../../contract/values.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import type { addAlert, requestAlert as requestAlertEndpoint } from '../../contract/alerts.ts'
import {
  FIELDS_OF_CONDITION,
  firstState,
  MAX_ALERTS,
  type AlertRule,
  type AlertState,
} from '../../domain/alerts/alert-rule.ts'
import { mailboxOf } from '../../domain/identity/sign-in-code.ts'
import { seriesOf } from '../../domain/series.ts'
import {
  mailboxKey,
  takeFromNetwork,
  secondsUntilFree,
  takeFromBudget,
} from '../email/email-budget-queries.ts'
import { emailContextOf } from '../email/email-context.ts'
import { queueEmail } from '../email/outbox.ts'
import { ApiError } from '../errors.ts'
import { RETENTION_DAYS } from '../identity/retention.ts'
import type { RequestContext } from '../identity/actor.ts'
import { confirmationEmail } from './alert-emails.ts'
import { createLinks } from './alert-link-queries.ts'
import { lockSubscriber, insertAlert, takeConfirmation } from './alert-queries.ts'
import { situationOf, type AlertView } from './alert-situation.ts'
import { t } from '../../text/sentences.ts'
import { waitInWords } from '../text/wait-in-words.ts'

/**
 * An address gets no second confirmation for so long, and an alert that was not confirmed by then
 * is gone.
 */
const CONFIRMATION_MS = RETENTION_DAYS.unverified * 86_400_000
/** So many confirmations to other spellings of a mailbox; its plain address has its own. */
const MOST_TO_MAILBOX = 3

/** What an alert waits for, as a request says it; what its condition does not use is left out. */
export function ruleOf(
  body: Omit<CheckedInput<typeof addAlert>['body'], 'token' | 'language'>,
): AlertRule {
  const { condition, currency, kind, publisher, rate, units, percent, hour } = body
  const uses = new Set(FIELDS_OF_CONDITION[condition])
  return {
    condition,
    series:
      uses.has('currency') && currency !== undefined ? seriesOf(currency, kind, publisher) : null,
    rate: uses.has('rate') && rate && currency ? (keptRate(currency, rate, units) ?? rate) : null,
    move: uses.has('percent') && percent !== undefined ? Math.round(percent * 100) : null,
    hour: uses.has('hour') ? (hour ?? null) : null,
  }
}

export function firstStateNow(rule: AlertRule, view: AlertView): AlertState {
  const nothingSeen = { armed: true, seenDay: null, seenVersion: 0, sentOn: null }
  return firstState(rule, situationOf({ rule, state: nothingSeen }, view))
}

/**
 * Keeps an alert for an address, and sends the email that confirms it, unless it had one within a
 * day. Known and unknown addresses cannot be distinguished from outside.
 */
export async function requestAlert(
  context: RequestContext,
  { email, language, ...given }: CheckedInput<typeof requestAlertEndpoint>['body'],
  view: AlertView,
): Promise<void> {
  const { now } = context
  const { db, secretKey } = context.deps
  await countRequest(context)
  const rule = ruleOf(given)
  const mailbox = mailboxKey(secretKey, email)
  await db.transaction().execute(async (trx) => {
    const { id } = await lockSubscriber(trx, email, mailbox)
    await insertAlert(trx, id, rule, firstStateNow(rule, view), { language, now, confirmed: false })
    const since = new Date(now.getTime() - CONFIRMATION_MS)
    const most = mailboxOf(email) === email ? MOST_TO_MAILBOX + 1 : MOST_TO_MAILBOX
    if (!(await takeConfirmation(trx, { id, mailbox, most }, since, now))) return
    const { manage } = await createLinks(trx, id, null, now)
    const composed = confirmationEmail(email, rule, manage, emailContextOf(context, language))
    const expiresAt = new Date(now.getTime() + CONFIRMATION_MS)
    await queueEmail(
      trx,
      secretKey,
      { userId: null, subscriberId: id, purpose: 'alert confirmation', email: composed, expiresAt },
      now,
    )
  })
}

/**
 * Counts a request before anything is known of its address, or throws a 429 that says how long to
 * wait.
 */
async function countRequest(context: RequestContext): Promise<void> {
  const { deps, request, now } = context
  const perHour = deps.config.strangerEmailsPerHour
  const limits = { perMinute: perHour, perHour }
  let wait = await takeFromNetwork(context, 'alert network')
  if (wait === null) {
    const all = await takeFromBudget(deps.db, 'alert requests', '', limits, now)
    if (all.taken) return
    wait = secondsUntilFree(all.used, limits, now)
    request.log.warn('STRANGER_EMAILS_PER_HOUR is reached: no more alerts are taken for now')
  }
  throw new ApiError(
    'too_many_requests',
    t.alertsText.tooManyRequests({ wait: waitInWords(wait) }),
    { retryAfter: wait },
  )
}

/** What an address with as many alerts as there may be reads. */
export const tooManyAlerts = () =>
  new ApiError('conflict', t.alertsText.tooMany({ most: MAX_ALERTS }))
