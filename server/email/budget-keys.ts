import { createHmac } from 'node:crypto'
import { mailboxOf } from '../../domain/identity/sign-in-code.ts'
import type { Bucket } from '../database/schema.ts'
import { addressBucket, siteBucket } from '../identity/client-address.ts'
import type { RequestContext } from '../identity/actor.ts'
import { deriveKey } from '../identity/secrets.ts'
import { secondsUntilFree, takeFromBudget, type Limits } from './email-budget-queries.ts'

/** Strangers' requests from one network: an IPv4 address or an IPv6 /64, and from the /48 around it. */
const OF_NETWORK: Limits = { perMinute: 5, perHour: 20 }
const OF_SITE: Limits = { perMinute: 10, perHour: 40 }

/** What a mailbox is counted under. */
export function mailboxKey(secretKey: Buffer, email: string): string {
  return keyed(secretKey, mailboxOf(email))
}

/** Keyed, so that the table tells nobody's email or network address. */
function keyed(secretKey: Buffer, text: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'email budget')).update(text).digest('base64url')
}

/** Counts a request from its network; gives the seconds to wait where the network has none left, else null. */
export async function takeFromNetwork(
  { deps: { db, secretKey }, request, now }: RequestContext,
  bucket: Bucket & ('network' | 'alert network'),
): Promise<number | null> {
  const site = siteBucket(request.ip)
  const budgets = [
    [addressBucket(request.ip), OF_NETWORK] as const,
    ...(site === null ? [] : [[site, OF_SITE] as const]),
  ]
  for (const [network, limits] of budgets) {
    const { taken, used } = await takeFromBudget(db, bucket, keyed(secretKey, network), limits, now)
    if (!taken) return secondsUntilFree(used, limits, now)
  }
  return null
}
