import { createHmac } from 'node:crypto'
import { addressBucket } from './client-address.ts'
import { deriveKey } from './secrets.ts'

/** Order matters: each browser below also carries the names of those after it. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/(?:\b|Headless)Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A User-Agent in words that its owner recognises, such as `Firefox on Windows`, without the
 * version that changes each month; another program is called by the name that it gives itself
 * (`curl`). Whoever asks for an email chooses these words, so nothing that a mail program could
 * take for an address gets through.
 */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? /^[A-Za-z][\w -]{0,29}(?=\/|$)/.exec(userAgent)?.[0] ?? 'an unknown device'
}

/**
 * What a device is recognised by: the browser and the network; keyed, because addresses are few
 * enough to be tried.
 */
export function deviceFingerprint(secretKey: Buffer, device: string, ip: string): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'device'))
    .update(`${device}\0${addressBucket(ip)}`)
    .digest()
}
