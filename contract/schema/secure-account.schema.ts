import * as z from 'zod/mini'
import type { EndpointSchema } from '../endpoint.ts'
import { linkOwner, takesLinkToken } from './sign-in.schema.ts'
import * as v from './values.ts'

export const inspectSecureAccountLink = {
  summary: 'Tell whose account the link of a security email secures, without using it',
  description: 'For a page that asks before it acts. 400 for a link that is used or too old.',
  ...takesLinkToken,
  response: {
    200: z.object({ data: linkOwner }),
  },
} satisfies EndpointSchema

export const secureAccount = {
  summary:
    'End all sessions and access tokens of an account with the link of a security email; it works once',
  description: 'No sign-in is needed: whoever has the email can call it. It signs nobody in.',
  ...takesLinkToken,
  response: {
    200: v.changeResponse({ email: z.string(), sessions_ended: z.int(), tokens_revoked: z.int() }),
  },
} satisfies EndpointSchema
