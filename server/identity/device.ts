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
 * A User-Agent in words such as `Firefox on Windows`; another program by its own name (`curl`).
 * Whoever asks for an email chooses these words, so nothing like an address gets through.
 */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? /^[A-Za-z][\w -]{0,29}(?=\/|$)/.exec(userAgent)?.[0] ?? 'an unknown device'
}

/** Recognises a browser and network; keyed, because addresses are few enough to be tried. */
export function deviceFingerprint(secretKey: Buffer, device: string, ip: string): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'device'))
    .update(`${device}\0${addressBucket(ip)}`)
    .digest()
}
