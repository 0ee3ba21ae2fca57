import { createHmac } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { OwnAccount, User } from '../../contract/sign-in.ts'
import type { RateKind } from '../../domain/series.ts'
import type { Context } from '../context.ts'
import type { Config } from '../config.ts'
import { deriveKey } from './secrets.ts'

/** A token may write these; an empty list means all. */
export interface TokenLimits {
  /** Banks, or `main` for the main series. */
  readonly publishers: readonly string[]
  readonly kinds: readonly RateKind[]
}

export interface SignedIn {
  readonly user: User
  /** Null for a personal access token. */
  readonly sessionId: number | null
  readonly signedInAt: Date | null
  readonly scope: 'session' | 'read' | 'write'
  readonly approved: boolean
  readonly accessToken?: TokenLimits & { readonly id: number; readonly name: string }
}

/** The device is a User-Agent: at most 200 printable ASCII characters. */
export interface ClientInfo {
  readonly device: string
  readonly ip: string
}

export interface Actor {
  readonly userId: number | null
  readonly email: string | null
  readonly ip: string | null
  readonly device: string | null
  readonly requestId: string | null
  readonly accessToken?: string
  readonly name?: 'operator'
}

export interface Act {
  readonly actor: Actor
  readonly at: Date
}

export const SYSTEM: Actor = { userId: null, email: null, ip: null, device: null, requestId: null }

export const OPERATOR: Actor = { ...SYSTEM, name: 'operator' }

export function readActor(request: FastifyRequest, as?: { id: number; email: string }): Actor {
  const user = as ?? request.signedIn?.user
  return {
    userId: user?.id ?? null,
    email: user?.email ?? null,
    ...readClientInfo(request),
    requestId: request.id,
    ...(request.signedIn?.accessToken && { accessToken: request.signedIn.accessToken.name }),
  }
}

export function readClientInfo(request: FastifyRequest): ClientInfo {
  const agent = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]+/g, '').trim()
  return { device: agent.slice(0, 200) || 'unknown device', ip: clientAddress(request.ip) }
}

export interface RequestContext {
  readonly deps: Context
  readonly request: FastifyRequest
  readonly now: Date
}

export function isAdmin(
  { admins }: Pick<Config, 'admins'>,
  { email }: Pick<User, 'email'>,
): boolean {
  return admins.includes(email)
}

/** `ADMINS` need no approval. */
export function ownAccount(
  config: Pick<Config, 'admins'>,
  { user, approved }: { readonly user: User; readonly approved: boolean },
): OwnAccount {
  return isAdmin(config, user) ? { user, approved: true, admin: true } : { user, approved }
}

/** `ip` is undefined after the client closes its connection. */
export function clientAddress(ip: string | undefined = ''): string {
  // Some proxies write a port into X-Forwarded-For.
  const [, v4, v6 = v4 ?? ip] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(ip) ?? []
  const bare = (v6.split('%', 1)[0] ?? '').toLowerCase()
  const version = isIP(bare)
  if (version === 0) return 'unknown'
  // `URL` writes IPv6 as RFC 5952 does.
  const address = version === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? []
  return high === undefined || low === undefined
    ? address
    : [...hexToBytes(high), ...hexToBytes(low)].join('.')
}

function hexToBytes(group: string): [number, number] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** The /64 of IPv6 (RFC 6177). */
export function addressBucket(ip: string | undefined): string {
  const address = clientAddress(ip)
  return isIPv6(address) ? ipv6Prefix(address, 4) : address
}

/** The /48 of IPv6, which one customer may hold. */
export function siteBucket(ip: string | undefined): string {
  const address = clientAddress(ip)
  return isIPv6(address) ? ipv6Prefix(address, 3) : address
}

function ipv6Prefix(address: string, length: number): string {
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before
  return `${groups
    .slice(0, length)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${length * 16}`
}

/** Order matters: a User-Agent also names the browsers that follow. */
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

/** Lets no address through, because a stranger's words appear in emails. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? /^[A-Za-z][\w -]{0,29}(?=\/|$)/.exec(userAgent)?.[0] ?? 'an unknown device'
}

/** Keyed, because addresses are few enough to try all. */
export function deviceFingerprint(
  secretKey: Buffer,
  { device, ip }: { readonly device: string; readonly ip: string },
): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'device'))
    .update(`${deviceName(device)}\0${addressBucket(ip)}`)
    .digest()
}
