import { EMAILS_PER_HOUR } from '../../domain/identity/sign-in-code.ts'
import { clientInfoOf, type RequestContext } from '../identity/actor.ts'
import type { Transaction } from '../database/schema.ts'
import { mailboxKey, takeFromNetwork, type Limits } from '../email/email-budget-queries.ts'
import { ApiError } from '../errors.ts'
import { deviceFingerprint, deviceName } from '../identity/device.ts'
import { keysForReading } from '../identity/secret-key.ts'
import { t } from '../../text/sentences.ts'
import { waitInWords } from '../text/wait-in-words.ts'

/** Emails with codes to one mailbox, and again to one user's known devices. */
export const EMAIL_LIMITS: Limits = { perMinute: 1, perHour: EMAILS_PER_HOUR }

export interface RequesterBudget {
  readonly bucket: 'mailbox' | 'device'
  readonly key: string
  /** The ceiling for all strangers together; null where the request comes from a known device. */
  readonly strangers: Limits | null
}

/**
 * The budget of whoever requests an email. Strangers share one for each mailbox; known devices have
 * another, so that no stranger can use it up.
 */
export async function budgetOf(
  trx: Transaction,
  { deps, request }: RequestContext,
  user: { id: number; email: string },
): Promise<RequesterBudget> {
  const { device, ip } = clientInfoOf(request)
  const fingerprints = keysForReading(deps).map((key) =>
    deviceFingerprint(key, deviceName(device), ip),
  )
  const known = await trx
    .selectFrom('known_device')
    .select('user_id')
    .where('user_id', '=', user.id)
    .where('fingerprint', 'in', fingerprints)
    .executeTakeFirst()
  if (known) return { bucket: 'device', key: String(user.id), strangers: null }
  const perHour = deps.config.strangerEmailsPerHour
  return {
    bucket: 'mailbox',
    key: mailboxKey(deps.secretKey, user.email),
    strangers: { perMinute: perHour, perHour },
  }
}

/** Counts a registration from the request's network, or throws a 429 that says how long to wait. */
export async function countRegistration(context: RequestContext): Promise<void> {
  const wait = await takeFromNetwork(context, 'network')
  if (wait !== null)
    throw new ApiError(
      'too_many_requests',
      t.signInText.tooManyRegistrations({ wait: waitInWords(wait) }),
      {
        retryAfter: wait,
      },
    )
}
