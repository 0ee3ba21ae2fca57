/** Digits of a code. */
export const CODE_LENGTH = 6
/** Seconds for which a code and a link are good. */
export const CODE_LIFE_SECONDS = 600
/**
 * Seconds that must pass between two emails to one address, and how many emails it may get in an
 * hour.
 */
export const EMAIL_PAUSE_SECONDS = 60
export const EMAILS_PER_HOUR = 5
/** Wrong tries that end one code. */
export const TRIES_PER_CODE = 5
/** Failures within an hour, over all codes of an address, that pause verification. */
export const FAILURES_PER_HOUR = 20
export const PAUSE_AFTER_FAILURES_SECONDS = 900
/** Failures in a row after which only a link signs in (NIST SP 800-63B-4, section 3.2.2). */
export const FAILURES_IN_A_ROW = 100

/** The code in what was typed or pasted: spaces and dashes are dropped, nothing else is touched. */
export function normaliseCode(typed: string): string {
  return typed.replace(/[\s\u00a0\u2010-\u2015-]+/g, '')
}

/** Whether a text has the shape of a code: six ASCII digits. */
export function isCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text)
}

/**
 * An address in the one form under which it is stored, compared and counted: trimmed, in lower
 * case.
 */
export function normaliseEmail(address: string): string {
  return address.trim().toLowerCase()
}

/**
 * The mailbox that an address delivers to, for counting only: without the part behind a plus, and
 * for Gmail without dots.
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
 * Whether an address can be written to: one `@`, a dot in the domain, printable ASCII without
 * characters special to mail headers, at most 254 characters (RFC 5321, 4.5.3.1).
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(
    text,
  )
}

/** What is left of a span of seconds as `m:ss`, never below `0:00`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
