import { isIP } from 'node:net'
import type * as z from 'zod'
import { setCurrencies } from '../domain/currency.ts'
import { reserveNames } from '../domain/identity/user-name.ts'
import { setPublishers } from '../domain/series.ts'
import { SETTINGS, type Registration } from './settings.ts'
import { StartError } from './start-error.ts'

type Read = Required<z.output<typeof SETTINGS>>

export type Config = Read & {
  readonly mailFrom: string
  readonly publicUrl: string
  readonly providerName: string
  readonly registration: Registration
  readonly auditDetails: 'all' | 'own'
  readonly rateFeedUserAgent: string
}

export class ConfigError extends StartError {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const OTHER_VARIABLES: Readonly<Record<string, string>> = {
  auditPublicKeys: 'AUDIT_PUBLIC_KEY',
}

export const variableName = (setting: string) =>
  OTHER_VARIABLES[setting] ?? setting.replace(/[A-Z]/g, '_$&').toUpperCase()

export const configKeys = () => Object.keys(SETTINGS.shape).map(variableName)

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.keys(SETTINGS.shape).map((key) => [
    key,
    env[variableName(key)]?.trim() || undefined,
  ])
  const parsed = SETTINGS.safeParse(Object.fromEntries(given))
  const problems = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map((issue) => `${variableName(String(issue.path[0]))} ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const read = parsed.data as Read
  const publicUrl = read.publicUrl ?? `http://localhost:${read.port}`
  const registration = read.registration ?? 'open'
  const isOpen = registration === 'open' && !isLoopbackUrl(publicUrl)
  return {
    ...read,
    publicUrl,
    registration,
    providerName: read.providerName ?? read.siteName,
    mailFrom: read.mailFrom ?? `${read.siteName} <no-reply@${new URL(publicUrl).hostname}>`,
    contact: read.contact ?? answeringAddress(read.mailFrom),
    auditDetails: read.auditDetails ?? (isOpen ? 'own' : 'all'),
    rateFeedUserAgent: read.rateFeedUserAgent ?? `rupee-rates (+${publicUrl})`,
  }
}

/** The domain keeps these for the whole process. */
export function configure({ publishers, currencies, siteName, providerName }: Config): void {
  setPublishers(publishers)
  setCurrencies(currencies)
  reserveNames([siteName, providerName])
}

function answeringAddress(sender: string | undefined): string | undefined {
  const address = sender && (/<([^<>]+)>$/.exec(sender)?.[1] ?? sender)
  return address && /^no-?reply@/i.test(address) ? undefined : address
}

/** Emails can be read at `/dev/mailbox`. A public address means a proxy, which lets anyone in. */
export const hasMailbox = ({
  smtpUrl,
  host,
  publicUrl,
}: Pick<Config, 'smtpUrl' | 'host' | 'publicUrl'>) =>
  smtpUrl === undefined && isLoopback(host) && isLoopbackUrl(publicUrl)

/** `127.example.org` is a name that anyone can own. */
export const isLoopback = (host: string) =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'))

export const isLoopbackUrl = (address: string) => isLoopback(new URL(address).hostname)

const NEEDS = [
  ['databaseOwnerUrl', 'databaseUrl', 'DATABASE_OWNER_URL needs DATABASE_URL beside it'],
  ['databaseListenUrl', 'databaseUrl', 'DATABASE_LISTEN_URL needs DATABASE_URL beside it'],
] as const

function contradictions(read: z.output<typeof SETTINGS>): string[] {
  const found: string[] = []
  if (!read.registration && read.publicUrl && !isLoopbackUrl(read.publicUrl))
    found.push(
      'REGISTRATION must be set when PUBLIC_URL is not a loopback address: to domains, invited ' +
        'or approved, or to open to let anyone register and enter rates',
    )
  if ((read.registration === 'domains') !== read.registrationDomains.length > 0)
    found.push('REGISTRATION_DOMAINS and REGISTRATION=domains need each other: set both or neither')
  if (!read.smtpUrl && !isLoopback(read.host))
    found.push(
      'SMTP_URL must be set when HOST is not a loopback address: without it sign-in codes are ' +
        'shown to whoever opens the development mailbox',
    )
  if (read.metricsPort === read.port) found.push('METRICS_PORT must differ from PORT')
  for (const [key, needed, sentence] of NEEDS) if (read[key] && !read[needed]) found.push(sentence)
  return found
}

export const RETENTION_DAYS = {
  email: 30,
  unverified: 1,
  device: 365,
  expiredToken: 30,
  response: 7,
} as const

export const LIMIT_WINDOW_MINUTES = { calls: 1, emails: 60 } as const
