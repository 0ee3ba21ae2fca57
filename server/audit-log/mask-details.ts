import { isIPv4, isIPv6 } from 'node:net'
import { sql, type RawBuilder } from 'kysely'
import type { User } from '../../contract/sign-in.ts'
import { siteBucket } from '../identity/client-address.ts'

/** For whom the details of others are masked (`AUDIT_DETAILS=own`). */
export type Viewer = Pick<User, 'id' | 'email'>

const MASK = '***'
const LOCAL_PART = /[\w.!#$%&'*+/=?^`{|}~-]/
const DOMAIN = /[\w.-]/

/** A text with others' addresses masked: `n***@example.lk`, `203.0.113.*`, `2001:db8:1:*`. */
export function maskText(text: string, viewer: Viewer): string {
  return maskEmails(text, viewer.email)
    .replace(/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\w)/g, maskIp)
    .replace(/(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi, maskIp)
}

/** Every text in a JSON value masked; keys are ours and stay. */
export function maskJson<T>(value: T, viewer: Viewer): T {
  const masked = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? maskText(each, viewer) : each,
  )
  return JSON.parse(masked) as T
}

/**
 * A text column as it may be searched: without words that hold an email or network address, so that
 * no search reveals what is masked.
 */
export function searchable(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(${column},
    '\\S*@\\S*|[0-9]{1,3}([.][0-9]{1,3}){3}|[0-9a-fA-F]{0,4}(:[0-9a-fA-F]{0,4}){2,7}', ${MASK},
    'g')`
}

function maskEmails(text: string, own: string): string {
  let [masked, done] = ['', 0]
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > done && LOCAL_PART.test(text.charAt(start - 1))) start--
    const isOwn = text.startsWith(own, start) && !DOMAIN.test(text.charAt(start + own.length))
    if (start === at || isOwn) continue
    masked += text.slice(done, start + 1) + MASK
    done = at
  }
  return masked + text.slice(done)
}

function maskIp(text: string): string {
  if (isIPv4(text)) return `${text.slice(0, text.lastIndexOf('.'))}.*`
  const site = isIPv6(text) ? siteBucket(text) : null
  return site === null ? text : site.replace('::/48', ':*')
}
