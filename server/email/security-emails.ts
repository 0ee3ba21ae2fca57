import { sql } from 'kysely'
import type { AccessToken } from '../../contract/access-token.ts'
import type { Language } from '../../contract/language.ts'
import type { User } from '../../contract/sign-in.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { textIn } from '../../text/sentences.ts'
import type { Db, Transaction } from '../database/schema.ts'
import type { RequestContext } from '../identity/actor.ts'
import {
  composeEmail,
  greeting,
  originPlaces,
  screenUrl,
  type Email,
  type Origin,
} from './compose.ts'
import { queueEmail, readOrigin, readRecipient, type ClaimedEmail } from './outbox.ts'
import type { EmailWriterDependencies } from './worker.ts'

const LIFE_SECONDS = 86_400

type SecurityEmail = ClaimedEmail<'new device' | 'new access token'>
type Queued<E> = E extends SecurityEmail
  ? Pick<E, 'purpose'> & Omit<E['details'], keyof Origin>
  : never

export async function queueSecurityEmail(
  trx: Transaction,
  context: RequestContext,
  user: Pick<User, 'id'>,
  { purpose, ...event }: Queued<SecurityEmail>,
): Promise<void> {
  const { now } = context
  const expiresAt = new Date(now.getTime() + LIFE_SECONDS * 1000)
  const details = { ...readOrigin(context), ...event }
  await queueEmail(
    trx,
    { userId: user.id, purpose, details, expiresAt } as Parameters<typeof queueEmail>[1],
    now,
  )
}

/** Uses the user's language: the request may be somebody else's. */
export async function writeSecurityEmail(
  { db, config }: EmailWriterDependencies,
  claimed: SecurityEmail,
): Promise<Email | null> {
  const { purpose, details, userId } = claimed
  const user = await readRecipient(db, userId)
  if (!user) return null
  const { name, email, language } = user
  const text = textIn(language).securityEmail
  const places = { product: config.siteName, ...originPlaces(language, details) }
  const { subject, what } = purpose === 'new device' ? text.newDevice : text.newAccessToken
  return composeEmail(email, language, subject(places), [
    greeting(language, name),
    what(places),
    ...(purpose === 'new device' ? [] : await tokenLines(db, language, details)),
    text.you,
    { words: text.notYou(places), link: screenUrl(config, language, '/account') },
    text.mailbox,
  ])
}

async function tokenLines(
  db: Db,
  language: Language,
  details: ClaimedEmail<'new access token'>['details'],
): Promise<string[]> {
  const text = textIn(language).securityEmail.newAccessToken
  // Read now: a name in it may be erased while the email waits.
  const { rows } = await sql<Pick<AccessToken, 'name' | 'publishers' | 'kinds'>>`
    SELECT name, publishers, kinds FROM public.access_token
    WHERE id = ${details.accessTokenId}`.execute(db)
  const [token] = rows
  return [
    ...(token ? [text.name({ name: unlinked(token.name) })] : []),
    text.permission({ scope: details.scope }),
    ...(token && token.publishers.length + token.kinds.length > 0
      ? [text.limits({ rates: [...token.publishers, ...token.kinds].join(', ') })]
      : []),
    text.expires({ day: dayInColombo(new Date(details.expiresAt)) }),
    text.createdWith(originPlaces(language, details)),
  ]
}

/** A thief must not advertise links in the email. */
function unlinked(name: string): string {
  return name.replace(/([.:@/])(?=\S)/g, '$1 ')
}
