import * as z from 'zod/mini'
import { ACCESS_SCOPES, DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS } from '../../domain/token-rules.ts'
import type { EndpointSchema } from '../endpoint.ts'
import { errorBody } from './error.schema.ts'
import { id, idInPath, instant, messageResponse } from './values.ts'

const scope = z.enum(ACCESS_SCOPES, { error: 'The scope must be read or write.' })

export const accessToken = z.object({
  id,
  name: z.string(),
  scope,
  created_at: instant,
  /** From then on it is refused; expired tokens stay listed for 30 days. */
  expires_at: instant,
  last_used_at: z.nullable(instant),
  /** Browser or program of the last use, and the network address that it came from. */
  last_used_device: z.nullable(z.string()),
  last_used_ip: z.nullable(z.string()),
})
export type AccessToken = z.output<typeof accessToken>

export const listAccessTokens = {
  summary: "One's own personal access tokens, without their secrets",
  description: 'A token that was revoked is no longer listed. Only a session can call this, not a token.',
  response: { 200: z.object({ data: z.array(accessToken) }) },
} satisfies EndpointSchema

const expiresInDays = z
  .int({ error: `Enter a whole number of days from 1 to ${MAX_TOKEN_DAYS}.` })
  .check(
    z.minimum(1, { error: `Enter a whole number of days from 1 to ${MAX_TOKEN_DAYS}.` }),
    z.maximum(MAX_TOKEN_DAYS, { error: `Enter a whole number of days from 1 to ${MAX_TOKEN_DAYS}.` }),
    z.meta({ examples: [DEFAULT_TOKEN_DAYS] }),
  )

/** What a user fills in to get a token. */
export const createAccessTokenBody = z.strictObject({
  name: z
    .string({ error: 'Give the token a name.' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Give the token a name.' }),
      z.maxLength(60, { error: 'A name may have at most 60 characters.' }),
      z.regex(/^[^\p{C}\u2028\u2029]*$/u, { error: 'A name may not contain control characters.' }),
    ),
  scope,
  expires_in_days: z._default(expiresInDays, DEFAULT_TOKEN_DAYS),
})

export const createAccessToken = {
  summary: 'Create a personal access token; its secret is shown in this answer only',
  description:
    'The answer’s `token` is not stored: keep it where your program reads it. Needs a session that began at most 10 minutes ago. A token with the scope `read` cannot change anything.',
  example: { name: 'Treasury spreadsheet', scope: 'read' },
  body: createAccessTokenBody,
  response: {
    201: z.object({ message: z.string(), token: z.string(), data: accessToken }),
    409: errorBody,
  },
} satisfies EndpointSchema

export const revokeAccessToken = {
  summary: "Revoke one of one's own personal access tokens",
  description: 'The token stops working immediately. 404 for a token that is not one’s own.',
  params: z.strictObject({ id: idInPath }),
  response: { 200: messageResponse },
} satisfies EndpointSchema
