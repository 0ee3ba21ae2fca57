import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { ACCESS_SCOPES, DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS } from '../domain/identity/account.ts'
import { isPublisher, RATE_KINDS } from '../domain/series.ts'
import { endpoint } from './endpoint.ts'
import { errorBody } from './errors.ts'
import * as v from './values.ts'

const scope = z.enum(ACCESS_SCOPES, { error: inputError('token scope') })

export const accessToken = z.object({
  id: v.id,
  name: z.string(),
  scope,
  /** Empty: all. */
  publishers: z.array(z.string()),
  kinds: z.array(v.rateKind),
  created_at: v.instant,
  /** Expired tokens stay listed for 30 days. */
  expires_at: v.instant,
  last_used_at: z.nullable(v.instant),
  last_used_device: z.nullable(z.string()),
  last_used_ip: z.nullable(z.string()),
})
export type AccessToken = z.output<typeof accessToken>

export const listAccessTokens = endpoint({
  method: 'GET',
  url: '/api/auth/access-tokens',
  access: 'session',
  summary: 'Access tokens',
  description:
    "One's own personal access tokens, without their secrets. " +
    'A token that was revoked is no longer listed. Only a session can call this, not a token.',
  response: { 200: z.object({ data: z.array(accessToken) }) },
})

const expiresInDays = v
  .wholeNumber(1, MAX_TOKEN_DAYS, inputError('token life', String(MAX_TOKEN_DAYS)))
  .check(z.meta({ examples: [DEFAULT_TOKEN_DAYS] }))

const tokenPublisher = z.string().check(
  z.refine((text) => text === 'main' || isPublisher(text), {
    error: inputError('choice', 'publishers', 'main or banks of the setting PUBLISHERS'),
  }),
)

const createAccessTokenBody = z.strictObject({
  name: z.string({ error: inputError('token name missing') }).check(
    z.trim(),
    z.minLength(1, { error: inputError('token name missing') }),
    z.maxLength(60, { error: inputError('token name too long', '60') }),
    // No pattern: regular expressions of other languages do not know these classes.
    z.refine((name) => !/[\p{C}\u2028\u2029]/u.test(name), {
      error: inputError('token name characters'),
    }),
  ),
  scope,
  publishers: z._default(z.array(tokenPublisher).check(z.maxLength(50)), []),
  kinds: z._default(z.array(v.rateKind).check(z.maxLength(RATE_KINDS.length)), []),
  expires_in_days: z._default(expiresInDays, DEFAULT_TOKEN_DAYS),
})

export const createAccessToken = endpoint({
  method: 'POST',
  url: '/api/auth/access-tokens',
  access: 'session',
  summary: 'Create an access token',
  description:
    'Create a personal access token; its secret is shown in this response only. ' +
    'The response’s `token` is not stored: keep it where your program reads it. Needs a ' +
    'session that began at most 10 minutes ago. A token with the scope `read` cannot change ' +
    'anything; `publishers` (banks, or `main` for the main series) and `kinds` limit the rates ' +
    'that one with the scope `write` may change.',
  example: { name: 'Treasury spreadsheet', scope: 'read' },
  body: createAccessTokenBody,
  response: {
    201: z.object({ message: z.string(), token: z.string(), data: accessToken }),
    409: errorBody,
  },
})

export const revokeAccessToken = endpoint({
  method: 'DELETE',
  url: '/api/auth/access-tokens/:id',
  access: 'session',
  summary: 'Revoke an access token',
  description: 'The token stops working immediately. 404 for a token that is not one’s own.',
  params: z.strictObject({ id: v.idInPath }),
  response: { 200: v.messageResponse },
})
