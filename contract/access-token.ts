import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { errorAnswer, signedInFailures } from './error-code.ts'
import { id, idInPath, instant, messageAnswer } from './values.ts'

/** What a personal access token may do: read, or read and write rates. */
export const ACCESS_SCOPES = ['read', 'write'] as const
const scope = z.enum(ACCESS_SCOPES, { error: 'The scope must be read or write.' })

export const accessToken = z.object({
  id,
  name: z.string(),
  scope,
  created_at: instant,
  last_used_at: z.nullable(instant),
})
export type AccessToken = z.output<typeof accessToken>

export const listAccessTokens = endpoint({
  method: 'GET',
  url: '/api/auth/access-tokens',
  access: 'session',
  summary: "One's own personal access tokens, without their secrets",
  schema: { response: { 200: z.object({ data: z.array(accessToken) }), ...signedInFailures } },
})

/** What a person fills in to get a token. */
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
})

export const createAccessToken = endpoint({
  method: 'POST',
  url: '/api/auth/access-tokens',
  access: 'session',
  summary: 'Make a personal access token; its secret is shown in this answer only',
  schema: {
    body: createAccessTokenBody,
    response: {
      201: z.object({ message: z.string(), token: z.string(), data: accessToken }),
      ...signedInFailures,
      409: errorAnswer,
    },
  },
})

export const revokeAccessToken = endpoint({
  method: 'DELETE',
  url: '/api/auth/access-tokens/:id',
  access: 'session',
  summary: "Revoke one of one's own personal access tokens",
  schema: { params: z.strictObject({ id: idInPath }), response: { 200: messageAnswer, ...signedInFailures } },
})
