import type { InstallationState } from '../../contract/admin.ts'
import type { Config } from '../config.ts'

type Shown = string | null
type Setting<T> = readonly [name: string, show: (value: NonNullable<T>) => Shown]

/** A secret: that it is set can be seen, and nothing else. */
const hidden = (): null => null
const plain = (value: string | number | string[]): string => String(value)
const onOff = (value: boolean): string => (value ? 'on' : 'off')
const joined = (values: readonly string[]): string => values.join(', ')

/** Who answers for a URL of somebody else's, whose path may hold a key. */
const origin = (value: string): string => URL.parse(value)?.origin ?? ''

/** A URL without what may be secret in it: user, password and query. */
function place(value: string): string {
  // `postgresql://user@/database?host=/folder` names a socket and is no URL until it has a host.
  const url = URL.parse(value.replace('@/', '@socket/'))
  return url ? `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}` : ''
}

/** Every setting by its variable; one that is missing here does not compile. */
const SETTINGS: { readonly [Key in keyof Config]-?: Setting<Config[Key]> } = {
  port: ['PORT', plain],
  host: ['HOST', plain],
  dataDir: ['DATA_DIR', plain],
  databaseUrl: ['DATABASE_URL', place],
  databaseOwnerUrl: ['DATABASE_OWNER_URL', place],
  databaseListenUrl: ['DATABASE_LISTEN_URL', place],
  smtpUrl: ['SMTP_URL', place],
  mailFrom: ['MAIL_FROM', plain],
  publicUrl: ['PUBLIC_URL', plain],
  registration: ['REGISTRATION', plain],
  registrationDomains: ['REGISTRATION_DOMAINS', joined],
  admins: ['ADMINS', joined],
  publicNames: ['PUBLIC_NAMES', onOff],
  auditDetails: ['AUDIT_DETAILS', plain],
  strangerEmailsPerHour: ['STRANGER_EMAILS_PER_HOUR', plain],
  providerName: ['PROVIDER_NAME', plain],
  contact: ['CONTACT', plain],
  currencies: ['CURRENCIES', joined],
  rateFeed: ['RATE_FEED', plain],
  rateFeedUrl: ['RATE_FEED_URL', origin],
  rateFeedUserAgent: ['RATE_FEED_USER_AGENT', plain],
  publishers: ['PUBLISHERS', (banks) => joined(banks.map(({ id, name }) => `${id}:${name}`))],
  trustProxy: [
    'TRUST_PROXY',
    (value) => (Array.isArray(value) ? joined(value) : String(value || 'off')),
  ],
  logLevel: ['LOG_LEVEL', plain],
  secretKey: ['SECRET_KEY', hidden],
  secretKeyOld: ['SECRET_KEY_OLD', hidden],
  checkpointDir: ['CHECKPOINT_DIR', plain],
  auditPublicKeys: ['AUDIT_PUBLIC_KEY', joined],
  metricsPort: ['METRICS_PORT', plain],
  corsOrigins: ['CORS_ORIGINS', joined],
  cachePurgeUrls: ['CACHE_PURGE_URL', (urls) => joined(urls.map(origin))],
  cachePurgeToken: ['CACHE_PURGE_TOKEN', hidden],
}

/** The settings that count, in the order of `.env.example`, without a secret. */
export function shownSettings(config: Config): InstallationState['settings'] {
  return (Object.keys(SETTINGS) as (keyof Config)[]).map((key) => {
    const [name, show] = SETTINGS[key] as readonly [string, (value: unknown) => Shown]
    const value = config[key]
    const isSet =
      value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    return { name, is_set: isSet, value: isSet ? show(value) : null }
  })
}
