import { BODY_LIMIT, type Endpoint } from '../../contract/endpoint.ts'
import { USER_READS } from '../http/per-user.ts'
import { CALLS_PER_MINUTE } from '../http/rate-limit.ts'
import { docsPageText as TEXT } from '../text/en/docs-page.ts'

/** What an endpoint limits: clauses for a line of the documentation. `takesBody`: whether a request has one. */
export function endpointLimits(
  { method, access, limit, bodyLimit = BODY_LIMIT }: Endpoint,
  takesBody: boolean,
): string[] {
  const isRead = method === 'GET'
  return [
    ...(isRead ? [] : [TEXT.callsPerMinute(CALLS_PER_MINUTE[limit ?? 'write'])]),
    ...(isRead && access !== 'public' ? [TEXT.readsOfUser(USER_READS.atOnce, USER_READS.queued)] : []),
    ...(takesBody ? [TEXT.bodyUpTo(bodyLimit / 1024)] : []),
  ]
}
