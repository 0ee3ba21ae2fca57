import type { createAccessToken } from '../../contract/access-token.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import type { User } from '../../contract/sign-in.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { RECENT_SIGN_IN_MINUTES } from '../../domain/identity/token-rules.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { sendSecurityEmail } from '../email/security-emails.ts'
import { ApiError } from '../errors.ts'
import { TOKEN_COLUMNS } from '../identity/access-token-queries.ts'
import { actorOf, type RequestContext } from '../identity/actor.ts'
import { ACCESS_TOKEN_PREFIX, newToken, tokenHash } from '../identity/secrets.ts'
import type { SignedIn } from '../identity/session.ts'
import { t } from '../../text/sentences.ts'

/** More than anyone has use for; what is forgotten should be revoked. */
export const MAX_TOKENS = 50

const DAY_MS = 86_400_000

/**
 * Throws a 403 unless the session is minutes old: a stolen session must not become a token that
 * outlives it.
 */
export function demandRecentSignIn({ signedInAt }: SignedIn, now: Date): void {
  if (signedInAt && now.getTime() - signedInAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000) return
  throw new ApiError('sign_in_again', t.accessTokensText.signInRecently)
}

/**
 * Creates a token, emails its owner and audits it. Gives its row and its secret, which is nowhere
 * else. Throws a 409 for the 51st; within `changeAccounts`, so that two at once cannot both be the
 * fiftieth.
 */
export async function createToken(
  trx: Transaction,
  context: RequestContext,
  { user }: SignedIn,
  { name, scope, expires_in_days }: CheckedInput<typeof createAccessToken>['body'],
) {
  const { request, now } = context
  await demandRoom(trx, user, now)
  const token = `${ACCESS_TOKEN_PREFIX}${newToken()}`
  const expiresAt = new Date(now.getTime() + expires_in_days * DAY_MS)
  const data = await trx
    .insertInto('access_token')
    .values({
      user_id: user.id,
      name,
      scope,
      token_hash: tokenHash(token),
      created_at: now,
      expires_at: expiresAt,
    })
    .returning(TOKEN_COLUMNS)
    .executeTakeFirstOrThrow()
  await sendSecurityEmail(trx, context, user, {
    purpose: 'new access token',
    name,
    scope,
    expiresAt,
  })
  const description = t.auditText.tokenCreated({ scope, expires: dayInColombo(expiresAt) })
  await recordAuditEntry(
    trx,
    { actor: actorOf(request), at: now },
    'create access token',
    description,
    {
      personal: { name },
      metadata: { access_token: data.id, scope, expires_at: expiresAt.toISOString() },
    },
  )
  return { token, data }
}

async function demandRoom(trx: Transaction, user: User, now: Date): Promise<void> {
  const { had } = await trx
    .selectFrom('access_token')
    .select((of) => of.fn.countAll<number>().as('had'))
    .where('user_id', '=', user.id)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (had >= MAX_TOKENS)
    throw new ApiError('conflict', t.accessTokensText.tooMany({ most: MAX_TOKENS }))
}
