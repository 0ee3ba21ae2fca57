import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { DEFAULT_CURRENCIES, type Currency } from '../domain/currency.ts'
import { RATE_FEEDS } from '../domain/rate-precedence.ts'
import { isEmailAddress, normaliseEmail } from '../domain/identity/sign-in-code.ts'
import {
  databaseUrl,
  isAddressOrRange,
  isCurrencyList,
  isHttpUrl,
  isOrigin,
  keyBytes,
  list,
  listOf,
  publisherList,
  text,
  url,
  wholeNumber,
} from './setting-values.ts'
import { contradictions, isLoopback, isLoopbackUrl } from './setting-conflicts.ts'
import { StartError } from './start-error.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const registrations = ['open', 'domains', 'invited', 'approved'] as const
export type Registration = (typeof registrations)[number]

const withoutSlash = (origin: string) => origin.replace(/\/$/, '')

const secretKey = text(
  (value) => /^[\w+/=-]+$/.test(value) && keyBytes(value).length >= 32,
  'must be at least 32 random bytes in base64 or hex',
).transform(keyBytes)

const name = text(
  (value) => value.length <= 60 && !/[\p{Cc}<>@]/u.test(value),
  'must be at most 60 characters without <, > or @',
)

/** Every setting, in the order of `.env.example`; `variableOf` names their variables. */
const SETTINGS = z.object({
  port: wholeNumber(0, 'must be a port number from 0 to 65535').default(3000),
  host: text(
    (value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
    'must be an address or a host name',
  ).default('127.0.0.1'),
  /** Absolute path of the folder that holds the embedded database, keys and checkpoints. */
  dataDir: z
    .string()
    .prefault('./data')
    .transform((path) => resolve(path)),
  /** Unset: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: databaseUrl.optional(),
  /** The role that owns the tables and runs the migrations. Unset: `databaseUrl`. */
  databaseOwnerUrl: databaseUrl.optional(),
  /** A connection that goes around a pooler, for LISTEN. Unset: `databaseUrl`. */
  databaseListenUrl: databaseUrl.optional(),
  smtpUrl: url(['smtp:', 'smtps:'], 'must be like smtp://user:password@host:587').optional(),
  mailFrom: text(
    (value) => /^(?:[^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(value),
    'must be like Rupee Rates <no-reply@example.org>',
  ).optional(),
  /** What every link in an email begins with; no slash at its end. */
  publicUrl: text(isOrigin, 'must be like https://rates.example.org, without a path')
    .transform(withoutSlash)
    .optional(),
  /** Who may create an account; `approved`: anyone, but an administrator has to approve it. */
  registration: z.enum(registrations, `must be one of ${registrations.join(', ')}`).optional(),
  /** In lower case; the domains whose addresses may register where `registration` is `domains`. */
  registrationDomains: listOf(
    (domain) => isEmailAddress(`a@${domain}`),
    'must be domains like bank.example.lk, with commas between them',
    (domain) => domain.toLowerCase(),
  ),
  /** The addresses of the administrators, as addresses are stored. */
  admins: listOf(
    isEmailAddress,
    'must be email addresses with commas between them',
    normaliseEmail,
  ),
  /** Whether public pages and the public API show the names of users. */
  publicNames: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((value) => value === 'on'),
  /** `own`: the audit trail shows other users' email and network addresses masked. */
  auditDetails: z.enum(['all', 'own'], 'must be all or own').optional(),
  /** Emails in an hour, in all, that devices may request which never signed in as the recipient. */
  strangerEmailsPerHour: text(
    (value) => /^[1-9]\d{0,4}$/.test(value),
    'must be a whole number from 1 to 99999',
  )
    .transform(Number)
    .default(500),
  siteName: name.default('Rupee Rates'),
  /** Unset: `siteName`. */
  providerName: name.optional(),
  /** A sentence that every page shows. */
  notice: text(
    (value) => value.length <= 200 && !/\p{Cc}/u.test(value),
    'must be one line of at most 200 characters',
  ).optional(),
  /**
   * Whom visitors ask about their data: an email address or a page. Unset: the sender of emails, if
   * it is set and takes answers.
   */
  contact: text(
    (value) => value.length <= 200 && (isEmailAddress(value) || isHttpUrl(value)),
    'must be an email address, or an http or https address',
  ).optional(),
  /** The currencies that are shown, entered, imported and published, in this order. */
  currencies: text(
    (value) => isCurrencyList(list(value.toUpperCase())),
    'must be codes of ISO 4217 other than LKR, each once, with commas between them, like USD,EUR',
  )
    .prefault(DEFAULT_CURRENCIES.join())
    .transform((value) => list(value.toUpperCase()) as Currency[]),
  rateFeed: z
    .enum([...RATE_FEEDS, 'off'], `must be ${RATE_FEEDS.join(', ')} or off`)
    .default('cbsl'),
  rateFeedUrl: url(['http:', 'https:'], 'must be an http or https address').optional(),
  /** How the feed names this installation to the Central Bank. */
  rateFeedUserAgent: text(
    (value) => /^[\x20-\x7e]{1,200}$/.test(value),
    'must be at most 200 letters, digits and signs of ASCII',
  ).optional(),
  /** Banks whose rates are kept beside the main ones, in the order of the setting. */
  publishers: publisherList,
  /** In the form that Fastify takes: addresses and ranges, a number of hops, or nobody. */
  trustProxy: text(
    (value) => /^[1-9]$/.test(value) || list(value).every(isAddressOrRange),
    'must be the proxies that may name the client: addresses or ranges like 10.0.0.0/8, ' +
      'loopback, or a number of hops from 1 to 9',
  )
    .prefault('')
    .transform((value) =>
      value === '' ? false : /^[1-9]$/.test(value) ? Number(value) : list(value),
    ),
  logLevel: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  /** At least 32 bytes. Unset: the file that the first start makes in `dataDir`. */
  secretKey: secretKey.optional(),
  /** The key before, while what it has written is still read. */
  secretKeyOld: secretKey.optional(),
  /** One more folder for the audit trail's signed checkpoints, besides the one in `dataDir`. */
  checkpointDir: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  /** The public keys whose checkpoints count. Empty: the key in `dataDir`. */
  auditPublicKeys: listOf(
    (key) => /^[\w-]{43}$/.test(key),
    'must be the line that npm run audit:key prints, or several with commas between them',
  ),
  /** Unset: no metrics are served. */
  metricsPort: wholeNumber(1, 'must be a port number from 1 to 65535').optional(),
  /** The other origins whose pages may call the API. */
  corsOrigins: listOf(
    isOrigin,
    'must be origins like https://rates.example.org, with commas between them',
    withoutSlash,
  ),
  /** Where the shared caches in front of the server take purges. Empty: there are none. */
  cachePurgeUrls: listOf(isHttpUrl, 'must be http or https addresses, with commas between them'),
  cachePurgeToken: text(
    (value) => /^[\x21-\x7e]+$/.test(value),
    'must be a token of ASCII letters, digits and signs without spaces',
  ).optional(),
})
type Read = Required<z.output<typeof SETTINGS>>

/**
 * The settings, read once at start from the environment, with what is made of others where these
 * are unset.
 */
export type Config = Read & {
  readonly mailFrom: string
  readonly publicUrl: string
  readonly providerName: string
  readonly registration: Registration
  readonly auditDetails: 'all' | 'own'
  readonly rateFeedUserAgent: string
}

/**
 * Thrown by `readConfig`; `problems` has one sentence for every wrong variable, each beginning with
 * its name.
 */
export class ConfigError extends StartError {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Settings with several values, whose variables are older than that. */
const OTHER_VARIABLES: Readonly<Record<string, string>> = {
  auditPublicKeys: 'AUDIT_PUBLIC_KEY',
  cachePurgeUrls: 'CACHE_PURGE_URL',
}

/** The variable of a setting: that of `rateFeedUrl` is RATE_FEED_URL. */
export const variableOf = (setting: string) =>
  OTHER_VARIABLES[setting] ?? setting.replace(/[A-Z]/g, '_$&').toUpperCase()

/** The variables that the server reads, in the order of `.env.example`. */
export const configKeys = () => Object.keys(SETTINGS.shape).map(variableOf)

/**
 * Turns the environment into a `Config`, or throws one `ConfigError` with everything that is wrong
 * in it.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.keys(SETTINGS.shape).map((key) => [
    key,
    env[variableOf(key)]?.trim() || undefined,
  ])
  const parsed = SETTINGS.safeParse(Object.fromEntries(given))
  const problems = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map((issue) => `${variableOf(String(issue.path[0]))} ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const read = parsed.data as Read
  const publicUrl = read.publicUrl ?? `http://localhost:${read.port}`
  const registration = read.registration ?? 'open'
  const isClosed = registration === 'domains' || registration === 'invited'
  return {
    ...read,
    publicUrl,
    registration,
    providerName: read.providerName ?? read.siteName,
    mailFrom: read.mailFrom ?? `${read.siteName} <no-reply@${new URL(publicUrl).hostname}>`,
    contact: read.contact ?? answeringAddress(read.mailFrom),
    auditDetails: read.auditDetails ?? (isClosed ? 'all' : 'own'),
    rateFeedUserAgent: read.rateFeedUserAgent ?? `rupee-rates (+${publicUrl})`,
  }
}

function answeringAddress(sender: string | undefined): string | undefined {
  const address = sender && (/<([^<>]+)>$/.exec(sender)?.[1] ?? sender)
  return address && /^no-?reply@/i.test(address) ? undefined : address
}

/**
 * Whether emails can be read at `/dev/mailbox`: no mail server, and an address that only this
 * machine can open. A public address means a proxy, which may call the server by a local name for
 * anyone.
 */
export const hasMailbox = ({
  smtpUrl,
  host,
  publicUrl,
}: Pick<Config, 'smtpUrl' | 'host' | 'publicUrl'>) =>
  smtpUrl === undefined && isLoopback(host) && isLoopbackUrl(publicUrl)
