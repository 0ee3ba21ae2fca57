import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { DEFAULT_CURRENCIES, TARGET_CURRENCY, type Currency } from '../domain/currency.ts'
import { isEmailAddress, normaliseEmail } from '../domain/identity/sign-in-code.ts'
import { MAX_PUBLISHER_ID, MAX_PUBLISHER_NAME, type Publisher } from '../domain/series.ts'
import { RATE_FEEDS, RATE_SOURCES } from '../domain/rate-precedence.ts'

/** `sentence` follows the name of the variable. */
const text = (test: (value: string) => boolean, sentence: string) =>
  z.string().refine(test, sentence)

const wholeNumber = (least: number, sentence: string) =>
  text(
    (value) => /^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= 65535,
    sentence,
  ).transform(Number)

const url = (protocols: string[], sentence: string) =>
  text((value) => {
    // `postgresql://user@/database?host=/folder` names a socket, but a URL needs a host.
    const parsed = URL.parse(value.replace('@/', '@socket/'))
    return parsed !== null && protocols.includes(parsed.protocol)
  }, sentence)

const databaseUrl = url(
  ['postgres:', 'postgresql:'],
  'must be like postgresql://user:password@host:5432/database',
)

const isHttpUrl = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

const isOrigin = (value: string) => {
  const parsed = URL.parse(value)
  return (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.origin === value.replace(/\/$/, '')
  )
}

/** Fastify accepts as proxies an IP address, a CIDR range or the name of one. */
const isAddressOrRange = (value: string) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...more] = value.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    more.length === 0 &&
    longest > 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  )
}

const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const listOf = (
  test: (part: string) => boolean,
  sentence: string,
  form: (part: string) => string = (part) => part,
) =>
  text((value) => list(value).every(test), sentence)
    .prefault('')
    .transform((value) => list(value).map(form))

const isCurrencyList = (codes: readonly string[]) =>
  codes.length > 0 &&
  new Set(codes).size === codes.length &&
  codes.every((code) => code !== TARGET_CURRENCY && CODES.has(code))
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const keyBytes = (value: string): Buffer =>
  /^(?:[0-9a-f]{2})+$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')

const RESERVED_PUBLISHERS: readonly string[] = [...RATE_SOURCES, 'all']
const isName = (name: string) =>
  name !== '' && name.length <= MAX_PUBLISHER_NAME && !/[\p{C}<>@]/u.test(name)

const areDistinct = (values: readonly string[]) =>
  new Set(values.map((value) => value.toLowerCase())).size === values.length

/** Banks, such as `sampath:Sampath Bank,hnb:HNB`. */
const publisherList = z
  .string()
  .prefault('')
  .transform((value) =>
    list(value).map((part): Publisher => {
      const [id = '', ...name] = part.split(':').map((each) => each.trim())
      return { id, name: name.join(':') }
    }),
  )
  .refine(
    (banks) =>
      banks.every(
        ({ id, name }) =>
          /^[a-z][a-z0-9-]*$/.test(id) &&
          id.length <= MAX_PUBLISHER_ID &&
          !RESERVED_PUBLISHERS.includes(id) &&
          isName(name),
      ) &&
      areDistinct(banks.map(({ id }) => id)) &&
      areDistinct(banks.map(({ name }) => name)),
    'must be banks like sampath:Sampath Bank,hnb:HNB, each once: an identifier of at most ' +
      `${MAX_PUBLISHER_ID} small letters, digits and hyphens that is none of ` +
      `${RESERVED_PUBLISHERS.join(', ')}, and a name of at most ${MAX_PUBLISHER_NAME} characters`,
  )

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

/** In the order of `.env.example`; `variableName` names the variables. */
export const SETTINGS = z.object({
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
  /** Beginning of every link in an email, without a slash at its end. */
  publicUrl: text(isOrigin, 'must be like https://rates.example.org, without a path')
    .transform(withoutSlash)
    .optional(),
  /** With `approved`, anyone registers and an administrator approves the account. */
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
  /** Public pages and the public API show the names of users. */
  publicNames: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((value) => value === 'on'),
  /** `own`: the audit trail leaves out other users' addresses and devices. */
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
  notice: text(
    (value) => value.length <= 200 && !/\p{Cc}/u.test(value),
    'must be one line of at most 200 characters',
  ).optional(),
  /** Begins the names of downloaded files. */
  downloadPrefix: text(
    (value) => /^[\w-]{1,20}$/.test(value),
    'must be at most 20 letters, digits, hyphens and underscores',
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
  /** Addresses and ranges, a number of hops, or false for none. */
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
  /** In ms: a loop that is later refuses requests. 0 refuses none because of it. */
  maxEventLoopDelay: text(
    (value) => /^(0|[1-9]\d{1,4})$/.test(value),
    'must be 0 or milliseconds from 10 to 99999',
  )
    .transform(Number)
    .default(500),
  /** Unset: no metrics are served. */
  metricsPort: wholeNumber(1, 'must be a port number from 1 to 65535').optional(),
  /** The other origins whose pages may call the API. */
  corsOrigins: listOf(
    isOrigin,
    'must be origins like https://rates.example.org, with commas between them',
    withoutSlash,
  ),
})
