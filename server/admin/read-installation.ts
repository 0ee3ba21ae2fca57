import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { InstallationState, UnsentEmail } from '../../contract/admin.ts'
import type { BeforeJson } from '../../contract/values.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { ChainWatch } from '../audit-log/watch.ts'
import type { Context } from '../context.ts'
import { variableName, type Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { WITHDRAWN } from '../email/outbox.ts'
import { countWaiting } from '../email/account-emails.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'

export type ObservedServices = Context & {
  readonly liveRateBook: LiveRateBook
  readonly chainWatch: ChainWatch
}

export async function readInstallation(
  deps: ObservedServices,
  warnings: Readonly<Record<string, string>>,
) {
  const { config, readDb, liveRateBook, chainWatch } = deps
  const { verdict, sentence } = chainWatch.state()
  const checkpoint = chainWatch.newestCheckpoint()
  return {
    version: manifest.version,
    registration: {
      mode: config.registration,
      domains: config.registrationDomains,
      invitations: await readInvitations(readDb),
      waiting: await countWaiting(readDb, config),
    },
    feed: config.rateFeed === 'off' ? null : await readFeed(deps, config.rateFeed),
    sample: liveRateBook.loaded && liveRateBook.book.hasSample,
    emails: await readUnsentEmails(readDb),
    audit: {
      verdict,
      sentence,
      checkpoint: checkpoint && { entry: checkpoint.entry, at: checkpoint.at, key: checkpoint.key },
    },
    database: { ...(await readDatabase(readDb)), backup_at: await readBackup(config.dataDir) },
    warnings,
    settings: shownSettings(config),
  }
}

/** Null before the first run, which is due. */
async function readFeed({ readDb, clock }: ObservedServices, name: RateFeedName) {
  const { rows } = await sql<NonNullable<BeforeJson<InstallationState['feed']>>>`
    SELECT ${name}::text AS name, last_try_at, last_success_at,
      coalesce(failure, refused) AS error, next_try_at,
      coalesce(next_try_at <= ${clock()}, true) AS due, publisher_error
    FROM (SELECT) one LEFT JOIN public.rate_feed_state ON feed = ${name}`.execute(readDb)
  return rows[0] ?? null
}

/** Reads the instant from the name that `npm run backup` gives a file once it has read it back. */
async function readBackup(dataDir: string): Promise<Date | null> {
  const names = await readdir(join(dataDir, 'backups')).catch(() => [])
  const digits = names.flatMap((name) => /^rupee-rates-(\d{14})\.backup$/.exec(name)?.[1] ?? [])
  const newest = digits.sort().at(-1)
  if (newest === undefined) return null
  const [, day, time] = /^(\d{8})(\d{6})$/.exec(newest) ?? []
  return new Date(`${day?.replace(/(..)(..)$/, '-$1-$2')}T${time?.replace(/(..)(..)$/, ':$1:$2')}Z`)
}

async function readDatabase(db: Db) {
  const { rows } = await sql<{ version: string; megabytes: number }>`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      round(pg_database_size(current_database()) / 1e6, 1)::float8 AS megabytes`.execute(db)
  return rows[0] ?? { version: '', megabytes: 0 }
}

const MAX_INVITATIONS = 100
const MAX_EMAILS = 20

async function readInvitations(db: Db) {
  const { rows } = await sql<{ email: string; created_at: Date }>`
    SELECT email, created_at FROM public.invitation
    ORDER BY created_at DESC, email LIMIT ${MAX_INVITATIONS}`.execute(db)
  return rows
}

/** A withdrawn email is neither waiting nor failed. */
async function readUnsentEmails(db: Db) {
  const { rows } = await sql<
    BeforeJson<UnsentEmail> & { waiting_in_all: number; failed_in_all: number }
  >`
    SELECT id, purpose, user_id, details IS NULL AS failed, created_at, attempts,
      CASE WHEN details IS NOT NULL THEN next_attempt_at END AS next_attempt_at,
      last_error AS error,
      (count(*) FILTER (WHERE details IS NOT NULL) OVER ())::int AS waiting_in_all,
      (count(*) FILTER (WHERE details IS NULL) OVER ())::int AS failed_in_all
    FROM public.email_outbox
    WHERE details IS NOT NULL OR (given_up_at IS NOT NULL AND last_error <> ${WITHDRAWN})
    ORDER BY id DESC LIMIT ${MAX_EMAILS}`.execute(db)
  const found = rows.map(({ waiting_in_all: waiting, failed_in_all: failed, ...email }) => ({
    waiting,
    failed,
    // Mail servers repeat the address that they refuse.
    email: { ...email, error: email.error?.replace(/[^\s<>"',;:()]+/g, withoutAddress) ?? null },
  }))
  const { waiting = 0, failed = 0 } = found[0] ?? {}
  return { waiting, failed, newest: found.map(({ email }) => email) }
}

const withoutAddress = (word: string) => (word.includes('@') ? '…' : word)

type Shown = string | null
type Show<T> = (value: NonNullable<T>) => Shown

const hidden = (): null => null
const plain = (value: string | number | string[]): string => String(value)
const onOff = (value: boolean): string => (value ? 'on' : 'off')
const joined = (values: readonly string[]): string => values.join(', ')

/** The path may contain an API key. */
const origin = (value: string): string => URL.parse(value)?.origin ?? ''

function hideCredentials(value: string): string {
  // A socket's URL has no host, which `URL` requires.
  const url = URL.parse(value.replace('@/', '@socket/'))
  return url ? `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}` : ''
}

/** A missing setting does not compile. */
const SETTINGS: { readonly [Key in keyof Config]-?: Show<Config[Key]> } = {
  port: plain,
  host: plain,
  dataDir: plain,
  databaseUrl: hideCredentials,
  databaseOwnerUrl: hideCredentials,
  databaseListenUrl: hideCredentials,
  smtpUrl: hideCredentials,
  mailFrom: plain,
  publicUrl: plain,
  registration: plain,
  registrationDomains: joined,
  admins: joined,
  publicNames: onOff,
  auditDetails: plain,
  strangerEmailsPerHour: plain,
  siteName: plain,
  providerName: plain,
  notice: plain,
  downloadPrefix: plain,
  contact: plain,
  currencies: joined,
  rateFeed: plain,
  rateFeedUrl: origin,
  rateFeedUserAgent: plain,
  publishers: (banks) => joined(banks.map(({ id, name }) => `${id}:${name}`)),
  trustProxy: (value) => (value === false ? 'off' : joined(value)),
  logLevel: plain,
  secretKey: hidden,
  secretKeyOld: hidden,
  checkpointDir: plain,
  auditPublicKeys: joined,
  maxEventLoopDelay: plain,
  metricsPort: plain,
  corsOrigins: joined,
}

function shownSettings(config: Config): InstallationState['settings'] {
  return (Object.keys(SETTINGS) as (keyof Config)[]).map((key) => {
    const show = SETTINGS[key] as (value: unknown) => Shown
    const value = config[key]
    const isSet =
      value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    return { name: variableName(key), is_set: isSet, value: isSet ? show(value) : null }
  })
}
