import { addressBucket } from './client-address.ts'
import { deviceName } from './device.ts'
import type { ClientInfo } from './session.ts'

/** A session's owner is notified at most so often. */
const QUIET_SECONDS = 3600

/**
 * Whether a session is used from another device and network, and its owner was not just notified.
 */
export function isElsewhere(
  before: ClientInfo & { readonly notifiedAt: Date | null },
  from: ClientInfo,
  now: Date,
): boolean {
  if (before.notifiedAt !== null && before.notifiedAt > quietSince(now)) return false
  return (
    deviceName(before.device) !== deviceName(from.device) &&
    addressBucket(before.ip) !== addressBucket(from.ip)
  )
}

/** Before this instant, an owner who was notified is notified once more. */
export function quietSince(now: Date): Date {
  return new Date(now.getTime() - QUIET_SECONDS * 1000)
}
