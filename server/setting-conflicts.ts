import { isIP } from 'node:net'

/** Whether `host` is nothing but this machine. `127.example.org` is a name, and anyone can own it. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Whether only this machine can open the address. */
export const isLoopbackUrl = (address: string) =>
  isLoopback(new URL(address).hostname.replace(/^\[|\]$/g, ''))

/** Settings that are of no use without another. A cache is a proxy: without its name every visitor would have its address. */
const NEEDS = [
  ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  ['DATABASE_LISTEN_URL', 'DATABASE_URL'],
  ['CACHE_PURGE_URL', 'TRUST_PROXY'],
  ['CACHE_PURGE_TOKEN', 'CACHE_PURGE_URL'],
] as const

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** What is right alone and wrong together. Looked for only once every variable is right by itself. */
export function contradictions(read: {
  HOST: string
  PORT: number
  PUBLIC_URL?: string | undefined
  REGISTRATION?: string | undefined
  REGISTRATION_DOMAINS: string[]
  [other: string]: unknown
}): string[] {
  const found: string[] = []
  if (!read.REGISTRATION && read.PUBLIC_URL && !isLoopbackUrl(read.PUBLIC_URL))
    found.push(
      'REGISTRATION must be set when PUBLIC_URL is not a loopback address: to domains, invited or approved, or to open to let anyone register and enter rates',
    )
  if ((read.REGISTRATION === 'domains') !== read.REGISTRATION_DOMAINS.length > 0)
    found.push('REGISTRATION_DOMAINS and REGISTRATION=domains need each other: set both or neither')
  if (!read['SMTP_URL'] && !isLoopback(read.HOST))
    found.push(
      'SMTP_URL must be set when HOST is not a loopback address: without it sign-in codes are shown to whoever opens the development mailbox',
    )
  if (read['METRICS_PORT'] !== undefined && read['METRICS_PORT'] === read.PORT)
    found.push('METRICS_PORT must differ from PORT')
  for (const [key, needed] of NEEDS)
    if (isSet(read[key]) && !isSet(read[needed])) found.push(`${key} needs ${needed} beside it`)
  return found
}
