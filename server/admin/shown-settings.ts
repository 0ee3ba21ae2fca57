import type { InstallationState } from '../../contract/admin.ts'
import { variableOf, type Config } from '../config.ts'

type Shown = string | null
type Show<T> = (value: NonNullable<T>) => Shown

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

/** How each setting is shown; one that is missing here does not compile. */
const SETTINGS: { readonly [Key in keyof Config]-?: Show<Config[Key]> } = {
  port: plain,
  host: plain,
  dataDir: plain,
  databaseUrl: place,
  databaseOwnerUrl: place,
  databaseListenUrl: place,
  smtpUrl: place,
  mailFrom: plain,
  publicUrl: plain,
  registration: plain,
  registrationDomains: joined,
  admins: joined,
  publicNames: onOff,
  auditDetails: plain,
  strangerEmailsPerHour: plain,
  providerName: plain,
  contact: plain,
  currencies: joined,
  rateFeed: plain,
  rateFeedUrl: origin,
  rateFeedUserAgent: plain,
  publishers: (banks) => joined(banks.map(({ id, name }) => `${id}:${name}`)),
  trustProxy: (value) => (Array.isArray(value) ? joined(value) : String(value || 'off')),
  logLevel: plain,
  secretKey: hidden,
  secretKeyOld: hidden,
  checkpointDir: plain,
  auditPublicKeys: joined,
  metricsPort: plain,
  corsOrigins: joined,
  cachePurgeUrls: (urls) => joined(urls.map(origin)),
  cachePurgeToken: hidden,
}

/** The settings that count, in the order of `.env.example`, without a secret. */
export function shownSettings(config: Config): InstallationState['settings'] {
  return (Object.keys(SETTINGS) as (keyof Config)[]).map((key) => {
    const show = SETTINGS[key] as (value: unknown) => Shown
    const value = config[key]
    const isSet =
      value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    return { name: variableOf(key), is_set: isSet, value: isSet ? show(value) : null }
  })
}
