import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { DEFAULT_CURRENCIES, TARGET_CURRENCY, type Currency } from '../domain/currency.ts'
import { isEmailAddress, normaliseEmail } from '../domain/identity/account.ts'
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

/** Accepts what Fastify's `trustProxy` accepts in a list. */
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

/** `sampath:Sampath Bank,hnb:HNB`. */
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
  dataDir: z
    .string()
    .prefault('./data')
    .transform((path) => resolve(path)),
  /** Unset: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: databaseUrl.optional(),
  /** Owns the tables and runs the migrations. */
  databaseOwnerUrl: databaseUrl.optional(),
  /** Goes around a pooler, for LISTEN. */
  databaseListenUrl: databaseUrl.optional(),
  smtpUrl: url(['smtp:', 'smtps:'], 'must be like smtp://user:password@host:587').optional(),
  mailFrom: text(
    (value) => /^(?:[^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(value),
    'must be like Rupee Rates <no-reply@example.org>',
  ).optional(),
  publicUrl: text(isOrigin, 'must be like https://rates.example.org, without a path')
    .transform(withoutSlash)
    .optional(),
  registration: z.enum(registrations, `must be one of ${registrations.join(', ')}`).optional(),
  registrationDomains: listOf(
    (domain) => isEmailAddress(`a@${domain}`),
    'must be domains like bank.example.lk, with commas between them',
    (domain) => domain.toLowerCase(),
  ),
  admins: listOf(
    isEmailAddress,
    'must be email addresses with commas between them',
    normaliseEmail,
  ),
  publicNames: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((value) => value === 'on'),
  auditDetails: z.enum(['all', 'own'], 'must be all or own').optional(),
  /** From devices that never signed in as the recipient, in all. */
  strangerEmailsPerHour: text(
    (value) => /^[1-9]\d{0,4}$/.test(value),
    'must be a whole number from 1 to 99999',
  )
    .transform(Number)
    .default(500),
  siteName: name.default('Rupee Rates'),
  providerName: name.optional(),
  notice: text(
    (value) => value.length <= 200 && !/\p{Cc}/u.test(value),
    'must be one line of at most 200 characters',
  ).optional(),
  downloadPrefix: text(
    (value) => /^[\w-]{1,20}$/.test(value),
    'must be at most 20 letters, digits, hyphens and underscores',
  ).optional(),
  /** Unset: the sender of emails, if it takes answers. */
  contact: text(
    (value) => value.length <= 200 && (isEmailAddress(value) || isHttpUrl(value)),
    'must be an email address, or an http or https address',
  ).optional(),
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
  rateFeedUserAgent: text(
    (value) => /^[\x20-\x7e]{1,200}$/.test(value),
    'must be at most 200 letters, digits and signs of ASCII',
  ).optional(),
  publishers: publisherList,
  trustProxy: text(
    (value) => list(value).every(isAddressOrRange),
    'must be the proxies that may name the client: addresses or ranges like 10.0.0.0/8, or ' +
      'loopback for a proxy on this machine. A number of hops would believe any client',
  )
    .prefault('')
    .transform((value) => value !== '' && list(value)),
  logLevel: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  /** Unset: the file that the first start makes in `dataDir`. */
  secretKey: secretKey.optional(),
  secretKeyOld: secretKey.optional(),
  checkpointDir: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  /** Empty: the key in `dataDir`. */
  auditPublicKeys: listOf(
    (key) => /^[\w-]{43}$/.test(key),
    'must be the line that npm run audit:key prints, or several with commas between them',
  ),
  /** In ms; 0 refuses nothing. */
  maxEventLoopDelay: text(
    (value) => /^(0|[1-9]\d{1,4})$/.test(value),
    'must be 0 or milliseconds from 10 to 99999',
  )
    .transform(Number)
    .default(500),
  metricsPort: wholeNumber(1, 'must be a port number from 1 to 65535').optional(),
  corsOrigins: listOf(
    isOrigin,
    'must be origins like https://rates.example.org, with commas between them',
    withoutSlash,
  ),
})
