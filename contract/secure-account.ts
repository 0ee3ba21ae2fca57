import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { publicFailures } from './error-code.ts'
import { linkToken } from './sign-in.ts'

export const inspectSecureAccountLink = endpoint({
  method: 'POST',
  url: '/api/auth/secure-account/link',
  access: 'public',
  summary: 'Tell whose account the link of a security email secures, without using it',
  schema: {
    body: z.strictObject({ token: linkToken }),
    response: {
      200: z.object({ data: z.object({ name: z.string(), email: z.string() }) }),
      ...publicFailures,
    },
  },
})

export const secureAccount = endpoint({
  method: 'POST',
  url: '/api/auth/secure-account',
  access: 'public',
  summary:
    'End all sessions and access tokens of an account with the link of a security email; it works once',
  schema: {
    body: z.strictObject({ token: linkToken }),
    response: {
      200: z.object({
        message: z.string(),
        data: z.object({ email: z.string(), sessions_ended: z.int(), tokens_revoked: z.int() }),
      }),
      ...publicFailures,
    },
  },
})
