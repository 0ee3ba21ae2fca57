export const CODE_LENGTH = 6
/** Of a code and its link, from the request of the email. */
export const CODE_LIFE_SECONDS = 600
/** Between two emails to one address. */
export const EMAIL_PAUSE_SECONDS = 60
export const EMAILS_PER_HOUR = 5
export const TRIES_PER_CODE = 5
/** Wrong codes over all codes of an address; they pause verification. */
export const FAILURES_PER_HOUR = 20
export const PAUSE_AFTER_FAILURES_SECONDS = 900
/** After these only a link signs in (NIST SP 800-63B-4, section 3.2.2). */
export const FAILURES_IN_A_ROW = 100

export function normaliseCode(typed: string): string {
  return typed.replace(/[\s\u00a0\u2010-\u2015-]+/g, '')
}

export function isCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text)
}

/** Returns the form in which an address is stored, compared and counted. */
export function normaliseEmail(address: string): string {
  return address.trim().toLowerCase()
}

/**
 * Returns the mailbox of an address, for counting only: without the part after a plus, and for
 * Gmail without dots.
 */
export function mailboxOf(address: string): string {
  const email = normaliseEmail(address)
  const at = email.lastIndexOf('@')
  const plus = email.indexOf('+', 1)
  const local = email.slice(0, plus === -1 || plus > at ? at : plus)
  const domain = email.slice(at + 1)
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${local.replaceAll('.', '')}@gmail.com`
    : `${local}@${domain}`
}

/**
 * Returns whether an address can be written to: one `@`, a dot in the domain, printable ASCII without
 * characters special to mail headers, at most 254 characters (RFC 5321, 4.5.3.1).
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(
    text,
  )
}

export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

export const ACCESS_SCOPES = ['read', 'write'] as const

export const DEFAULT_TOKEN_DAYS = 90
export const MAX_TOKEN_DAYS = 365
/** A token can be created only this long after signing in. */
export const RECENT_SIGN_IN_MINUTES = 10
