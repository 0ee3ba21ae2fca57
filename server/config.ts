import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { RATE_FEEDS, type RateFeedName } from '../domain/rate-precedence.ts'
import { isEmailAddress } from '../domain/identity/sign-in-code.ts'
import {
  databaseUrl,
  emailAddresses,
  isAddressOrRange,
  isHttpUrl,
  isOrigin,
  keyBytes,
  list,
  text,
  url,
  wholeNumber,
} from './setting-values.ts'
import { contradictions, isLoopback, isLoopbackUrl } from './setting-conflicts.ts'
import { StartError } from './start-error.ts'

/** Every setting of the server, read once at start from the environment. `.env.example` has exactly these keys. */
export type Config = {
  port: number
  host: string
  /** Absolute path of the folder that holds the embedded database, keys and checkpoints. */
  dataDir: string
  /** Unset: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  /** The role that owns the tables and runs the migrations. Unset: `databaseUrl`. */
  databaseOwnerUrl: string | undefined
  /** A connection that goes around a pooler, for LISTEN. Unset: `databaseUrl`. */
  databaseListenUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** What every link in an email begins with; no slash at its end. */
  publicUrl: string
  /** Who may create an account; `approved`: anyone, but without writing until the operator approves them. */
  registration: Registration
  /** In lower case; the domains whose addresses may register where `registration` is `domains`. */
  registrationDomains: string[]
  /** The addresses of the administrators, as addresses are stored. */
  admins: string[]
  /** Whether public pages and the public API show the names of users. */
  publicNames: boolean
  /** `own`: the audit trail shows other users' email and network addresses masked. */
  auditDetails: 'all' | 'own'
  /** How many emails may be requested in an hour, in all, from devices that have not signed in as the recipient before. */
  strangerEmailsPerHour: number
  providerName: string
  /** Whom visitors and users ask about their data: an email address or the address of a page. Unset: nobody is named. */
  contact: string | undefined
  rateFeed: RateFeedName | 'off'
  rateFeedUrl: string | undefined
  /** How the feed names this installation to the Central Bank. */
  rateFeedUserAgent: string
  /** In the form that Fastify takes: addresses and ranges, a number of hops, or nobody. */
  trustProxy: string[] | number | false
  logLevel: LogLevel
  /** At least 32 bytes. Unset: the file that the first start makes in `dataDir`. */
  secretKey: Buffer | undefined
  /** The key before, while what it has written is still read. */
  secretKeyOld: Buffer | undefined
  /** One more folder for the audit trail's signed checkpoints, besides the one in `dataDir`. */
  checkpointDir: string | undefined
  /** The public keys whose checkpoints count. Empty: the key in `dataDir`. */
  auditPublicKeys: string[]
  /** Unset: no metrics are served. */
  metricsPort: number | undefined
  /** The other origins whose pages may call the API. */
  corsOrigins: string[]
  /** Where the shared caches in front of the server take purges. Empty: there are none. */
  cachePurgeUrls: string[]
  /** What a purge carries as its bearer token. */
  cachePurgeToken: string | undefined
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const registrations = ['open', 'domains', 'invited', 'approved'] as const
export type Registration = (typeof registrations)[number]

/** Thrown by `readConfig`; `problems` has one sentence for every wrong variable, each beginning with its name. */
export class ConfigError extends StartError {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** The keys that the server reads, in the order of `.env.example`. */
export const configKeys = () => Object.keys(variables)

/** Turns the environment into a `Config`, or throws one `ConfigError` with everything that is wrong in it. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(configKeys().map((key) => [key, env[key]?.trim() || undefined]))
  const parsed = z.object(variables).safeParse(given)
  const problems = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const read = parsed.data
  const publicUrl = read.PUBLIC_URL ?? `http://localhost:${read.PORT}`
  const registration = read.REGISTRATION ?? 'open'
  const openToAll = registration === 'open' && !isLoopbackUrl(publicUrl)
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    databaseListenUrl: read.DATABASE_LISTEN_URL,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM ?? `${read.PROVIDER_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    publicUrl,
    registration,
    registrationDomains: read.REGISTRATION_DOMAINS,
    admins: read.ADMINS,
    publicNames: read.PUBLIC_NAMES === 'on',
    auditDetails: read.AUDIT_DETAILS ?? (openToAll ? 'own' : 'all'),
    strangerEmailsPerHour: read.STRANGER_EMAILS_PER_HOUR,
    providerName: read.PROVIDER_NAME,
    contact: read.CONTACT,
    rateFeed: read.RATE_FEED,
    rateFeedUrl: read.RATE_FEED_URL,
    rateFeedUserAgent: read.RATE_FEED_USER_AGENT ?? `rupee-rates (+${publicUrl})`,
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
    secretKey: read.SECRET_KEY,
    secretKeyOld: read.SECRET_KEY_OLD,
    checkpointDir: read.CHECKPOINT_DIR,
    auditPublicKeys: read.AUDIT_PUBLIC_KEY,
    metricsPort: read.METRICS_PORT,
    corsOrigins: read.CORS_ORIGINS,
    cachePurgeUrls: read.CACHE_PURGE_URL,
    cachePurgeToken: read.CACHE_PURGE_TOKEN,
  }
}

/**
 * Whether emails can be read at `/dev/mailbox`: no mail server, and an address that only this machine can open. A public address
 * means a proxy, and a proxy may call the server by a local name for whoever asks it.
 */
export const hasMailbox = ({ smtpUrl, host, publicUrl }: Pick<Config, 'smtpUrl' | 'host' | 'publicUrl'>) =>
  smtpUrl === undefined && isLoopback(host) && isLoopbackUrl(publicUrl)

const secretKey = text(
  (value) => /^[\w+/=-]+$/.test(value) && keyBytes(value).length >= 32,
  'must be at least 32 random bytes in base64 or hex',
).transform(keyBytes)

const variables = {
  PORT: wholeNumber(0, 'must be a port number from 0 to 65535').default(3000),
  HOST: text(
    (value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
    'must be an address or a host name',
  ).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .prefault('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_LISTEN_URL: databaseUrl.optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'must be like smtp://user:password@host:587').optional(),
  MAIL_FROM: text(
    (value) => /^(?:[^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(value),
    'must be like Rupee Rates <no-reply@example.org>',
  ).optional(),
  PUBLIC_URL: text(isOrigin, 'must be like https://rates.example.org, without a path')
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  REGISTRATION: z.enum(registrations, `must be one of ${registrations.join(', ')}`).optional(),
  REGISTRATION_DOMAINS: text(
    (value) => list(value).every((domain) => isEmailAddress(`a@${domain}`)),
    'must be domains like bank.example.lk, with commas between them',
  )
    .prefault('')
    .transform((value) => list(value.toLowerCase())),
  ADMINS: emailAddresses,
  PUBLIC_NAMES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  AUDIT_DETAILS: z.enum(['all', 'own'], 'must be all or own').optional(),
  STRANGER_EMAILS_PER_HOUR: text(
    (value) => /^[1-9]\d{0,4}$/.test(value),
    'must be a whole number from 1 to 99999',
  )
    .transform(Number)
    .default(500),
  PROVIDER_NAME: text(
    (value) => value.length <= 60 && !/[\p{Cc}<>@]/u.test(value),
    'must be at most 60 characters without <, > or @',
  ).default('Rupee Rates'),
  CONTACT: text(
    (value) => value.length <= 200 && (isEmailAddress(value) || isHttpUrl(value)),
    'must be an email address, or an http or https address',
  ).optional(),
  RATE_FEED: z.enum([...RATE_FEEDS, 'off'], `must be ${RATE_FEEDS.join(', ')} or off`).default('cbsl'),
  RATE_FEED_URL: url(['http:', 'https:'], 'must be an http or https address').optional(),
  RATE_FEED_USER_AGENT: text(
    (value) => /^[\x20-\x7e]{1,200}$/.test(value),
    'must be at most 200 letters, digits and signs of ASCII',
  ).optional(),
  TRUST_PROXY: text(
    (value) => /^[1-9]$/.test(value) || list(value).every(isAddressOrRange),
    'must be the proxies that may name the client: addresses or ranges like 10.0.0.0/8, loopback, or a number of hops from 1 to 9',
  )
    .prefault('')
    .transform((value) => (value === '' ? false : /^[1-9]$/.test(value) ? Number(value) : list(value))),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_OLD: secretKey.optional(),
  CHECKPOINT_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  AUDIT_PUBLIC_KEY: text(
    (value) => list(value).every((key) => /^[\w-]{43}$/.test(key)),
    'must be the line that npm run audit:key prints, or several with commas between them',
  )
    .prefault('')
    .transform(list),
  METRICS_PORT: wholeNumber(1, 'must be a port number from 1 to 65535').optional(),
  CORS_ORIGINS: text(
    (value) => list(value).every(isOrigin),
    'must be origins like https://rates.example.org, with commas between them',
  )
    .prefault('')
    .transform((value) => list(value).map((origin) => origin.replace(/\/$/, ''))),
  CACHE_PURGE_URL: text(
    (value) => list(value).every((each) => isHttpUrl(each)),
    'must be http or https addresses, with commas between them',
  )
    .prefault('')
    .transform(list),
  CACHE_PURGE_TOKEN: text(
    (value) => /^[\x21-\x7e]+$/.test(value),
    'must be a token of ASCII letters, digits and signs without spaces',
  ).optional(),
}
