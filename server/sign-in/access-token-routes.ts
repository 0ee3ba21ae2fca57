import type { FastifyInstance } from 'fastify'
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
  type AccessToken,
} from '../../contract/access-token.ts'
import { actorOf } from '../actor.ts'
import { recordAuditEntry } from '../audit-trail/record-audit-entry.ts'
import type { AppDependencies } from '../dependencies.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { revokeAccessTokenById } from './revoke-access-tokens.ts'
import { ACCESS_TOKEN_PREFIX, newToken, tokenHash } from './secrets.ts'

/** More than anyone has use for; what is forgotten should be revoked. */
export const MOST_TOKENS = 50

/** One's own personal access tokens, with which scripts call the API. */
export function accessTokenRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const { db, clock } = deps

  serve(app, listAccessTokens, async ({ signedIn }) => {
    const rows = await db
      .selectFrom('access_token')
      .select(['id', 'name', 'scope', 'created_at', 'last_used_at'])
      .where('user_id', '=', signedIn.user.id)
      .orderBy('id', 'desc')
      .execute()
    return { data: rows.map(asAnswer) }
  })

  serve(app, createAccessToken, async ({ body, signedIn, request, reply }) => {
    const at = clock()
    const token = `${ACCESS_TOKEN_PREFIX}${newToken()}`
    const row = await db.transaction().execute(async (trx) => {
      // Held so that two at once cannot both be the fiftieth.
      // Not FOR UPDATE: whoever writes an audit entry about this person holds the chain's end and waits for the row.
      await trx
        .selectFrom('app_user')
        .select('id')
        .where('id', '=', signedIn.user.id)
        .forNoKeyUpdate()
        .execute()
      const { had } = await trx
        .selectFrom('access_token')
        .select((of) => of.fn.countAll<number>().as('had'))
        .where('user_id', '=', signedIn.user.id)
        .executeTakeFirstOrThrow()
      if (had >= MOST_TOKENS)
        throw new ApiError(
          'conflict',
          `You have ${MOST_TOKENS} access tokens. Revoke one that you no longer use.`,
        )
      const created = await trx
        .insertInto('access_token')
        .values({
          ...body,
          user_id: signedIn.user.id,
          token_hash: tokenHash(token),
          created_at: at,
          expires_at: new Date(at.getTime() + 90 * 86_400_000),
        })
        .returning(['id', 'name', 'scope', 'created_at', 'last_used_at'])
        .executeTakeFirstOrThrow()
      await recordAuditEntry(trx, {
        action: 'create access token',
        description: `${signedIn.user.email} made the access token "${created.name}", which may ${created.scope}`,
        actor: actorOf(request),
        at,
        metadata: { access_token: created.id, scope: created.scope },
      })
      return created
    })
    reply.code(201)
    return {
      message: 'Access token made. Copy it now: it is not shown again.',
      token,
      data: asAnswer(row),
    }
  })

  serve(app, revokeAccessToken, async ({ params, signedIn, request }) => {
    const at = clock()
    await db.transaction().execute(async (trx) => {
      const revoked = await revokeAccessTokenById(trx, signedIn.user.id, params.id)
      if (!revoked) throw new ApiError('not_found', 'There is no such access token of yours.')
      await recordAuditEntry(trx, {
        action: 'revoke access token',
        description: `${signedIn.user.email} revoked the access token "${revoked.name}"`,
        actor: actorOf(request),
        at,
        metadata: { access_token: revoked.id },
      })
    })
    return { message: 'Access token revoked' }
  })
}

interface TokenRow {
  id: number
  name: string
  scope: AccessToken['scope']
  created_at: Date
  last_used_at: Date | null
}

function asAnswer({ id, name, scope, created_at, last_used_at }: TokenRow): AccessToken {
  return {
    id,
    name,
    scope,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}
