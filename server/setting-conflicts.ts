import { isIP } from 'node:net'

/**
 * Whether `host` is nothing but this machine. `127.example.org` is a name, and anyone can own it.
 */
export const isLoopback = (host: string) =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'))

/** Whether only this machine can open the address. */
export const isLoopbackUrl = (address: string) => isLoopback(new URL(address).hostname)

/**
 * Settings that need another. Without naming a cache as a proxy, every visitor would have its
 * address.
 */
const NEEDS = [
  ['databaseOwnerUrl', 'databaseUrl', 'DATABASE_OWNER_URL needs DATABASE_URL beside it'],
  ['databaseListenUrl', 'databaseUrl', 'DATABASE_LISTEN_URL needs DATABASE_URL beside it'],
  ['cachePurgeUrls', 'trustProxy', 'CACHE_PURGE_URL needs TRUST_PROXY beside it'],
  ['cachePurgeToken', 'cachePurgeUrls', 'CACHE_PURGE_TOKEN needs CACHE_PURGE_URL beside it'],
] as const

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/**
 * What is right alone and wrong together. Looked for only once every variable is right by itself.
 */
export function contradictions(read: {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string | undefined
  readonly registration?: string | undefined
  readonly registrationDomains: readonly string[]
  readonly [other: string]: unknown
}): string[] {
  const found: string[] = []
  if (!read.registration && read.publicUrl && !isLoopbackUrl(read.publicUrl))
    found.push(
      'REGISTRATION must be set when PUBLIC_URL is not a loopback address: to domains, invited ' +
        'or approved, or to open to let anyone register and enter rates',
    )
  if ((read.registration === 'domains') !== read.registrationDomains.length > 0)
    found.push('REGISTRATION_DOMAINS and REGISTRATION=domains need each other: set both or neither')
  if (!read['smtpUrl'] && !isLoopback(read.host))
    found.push(
      'SMTP_URL must be set when HOST is not a loopback address: without it sign-in codes are ' +
        'shown to whoever opens the development mailbox',
    )
  if (read['metricsPort'] !== undefined && read['metricsPort'] === read.port)
    found.push('METRICS_PORT must differ from PORT')
  for (const [key, needed, sentence] of NEEDS)
    if (isSet(read[key]) && !isSet(read[needed])) found.push(sentence)
  return found
}
