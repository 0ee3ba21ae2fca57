export const CODE_LENGTH = 6
export const CODE_LIFE_SECONDS = 600
export const EMAIL_PAUSE_SECONDS = 60
export const EMAILS_PER_HOUR = 5
export const TRIES_PER_CODE = 5
/** Over all codes of an address. */
export const FAILURES_PER_HOUR = 20
export const PAUSE_AFTER_FAILURES_SECONDS = 900
/** Afterwards only a link signs in (NIST SP 800-63B-4, 3.2.2). */
export const FAILURES_IN_A_ROW = 100

export function normaliseCode(typed: string): string {
  return typed.replace(/[\s\u00a0\u2010-\u2015-]+/g, '')
}

export function isCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text)
}

export function normaliseEmail(address: string): string {
  return address.trim().toLowerCase()
}

/** For counting limits, not for sending. */
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

/** RFC 5321, 4.5.3.1; printable ASCII, safe in headers. */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(
    text,
  )
}

export const MAX_NAME_LENGTH = 80
export const ANONYMOUS_USER = 'a registered user'

export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

export const ACCESS_SCOPES = ['read', 'write'] as const

export const DEFAULT_TOKEN_DAYS = 90
export const MAX_TOKEN_DAYS = 365
export const RECENT_SIGN_IN_MINUTES = 10
