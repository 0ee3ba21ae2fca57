import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { linkOwner, linkToken } from './sign-in.ts'

export const inspectSecureAccountLink = endpoint({
  method: 'POST',
  url: '/api/auth/secure-account/link',
  access: 'public',
  limit: 'sign-in',
  summary: 'Tell whose account the link of a security email secures, without using it',
  description: 'For a page that asks before it acts. 400 for a link that is used or too old.',
  example: { token: 'the text after #token= in the link' },
  schema: {
    body: z.strictObject({ token: linkToken }),
    response: {
      200: z.object({ data: linkOwner }),
    },
  },
})

export const secureAccount = endpoint({
  method: 'POST',
  url: '/api/auth/secure-account',
  access: 'public',
  limit: 'sign-in',
  summary:
    'End all sessions and access tokens of an account with the link of a security email; it works once',
  description: 'No sign-in is needed: whoever has the email can call it. It signs nobody in.',
  example: { token: 'the text after #token= in the link' },
  schema: {
    body: z.strictObject({ token: linkToken }),
    response: {
      200: z.object({
        message: z.string(),
        data: z.object({ email: z.string(), sessions_ended: z.int(), tokens_revoked: z.int() }),
      }),
    },
  },
})
