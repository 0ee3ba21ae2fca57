import * as z from 'zod/mini'
import { isCode, normaliseCode } from '../domain/sign-in-code.ts'
import { endpoint } from './endpoint.ts'
import { errorAnswer, publicFailures, signedInFailures } from './error-code.ts'
import { email, id, idInPath, instant, messageAnswer, personName, plainText } from './values.ts'

export const user = z.object({ id, name: z.string(), email: z.string() })
export type User = z.output<typeof user>

const ownAccount = z.object({
  user,
  /** False while the operator has not approved the account: reading works, every change is answered with 403. */
  approved: z.boolean(),
})
const userAnswer = z.object({ data: ownAccount })
/** The secret of an email's link. */
export const linkToken = plainText('The token is missing.').check(
  z.minLength(1, { error: 'The token is missing.' }),
  z.maxLength(200, { error: 'This is not a token.' }),
)

/** What a person fills in to register. */
export const registerBody = z.strictObject({ name: personName, email })

/** How a letter that was asked for fares. */
const letterState = z.object({
  /** Seconds for which the newest code is still good. */
  expires_in: z.int(),
  /** Seconds until another letter may be asked for. */
  resend_in: z.int(),
  /** `delayed` while the mail server does not take letters: it follows as soon as it does. */
  delivery: z.enum(['queued', 'delayed']),
})
export type LetterState = z.output<typeof letterState>

export const register = endpoint({
  method: 'POST',
  url: '/api/auth/register',
  access: 'public',
  summary: 'Create an account; a letter with a link and a code follows',
  schema: {
    body: registerBody,
    response: {
      201: z.object({ message: z.string(), data: letterState }),
      ...publicFailures,
      403: errorAnswer,
      409: errorAnswer,
    },
  },
})

/** What a person fills in to get a code. */
export const requestCodeBody = z.strictObject({ email })

export const requestCode = endpoint({
  method: 'POST',
  url: '/api/auth/login',
  access: 'public',
  summary: 'Ask for a sign-in code by e-mail',
  schema: {
    body: requestCodeBody,
    response: {
      200: z.object({
        message: z.literal('OTP sent to your email'),
        data: letterState,
      }),
      ...publicFailures,
      403: errorAnswer,
    },
  },
})

const signedIn = z.object({ message: z.string(), token: z.string(), data: ownAccount })

export const verifyCode = endpoint({
  method: 'POST',
  url: '/api/auth/verify-otp',
  access: 'public',
  summary: 'Sign in with an e-mail address and its newest code',
  schema: {
    body: z.strictObject({
      email,
      otp: z.pipe(
        z.string({ error: 'Enter the 6-digit code.' }).check(
          z.maxLength(100),
          z.refine((text) => isCode(normaliseCode(text)), { error: 'The code has exactly 6 digits.' }),
        ),
        z.transform(normaliseCode),
      ),
    }),
    response: { 200: signedIn, ...publicFailures },
  },
})

export const inspectLink = endpoint({
  method: 'POST',
  url: '/api/auth/link',
  access: 'public',
  summary: "Tell whose a letter's link is, without using it",
  schema: {
    body: z.strictObject({ token: linkToken }),
    response: {
      200: z.object({ data: z.object({ name: z.string(), email: z.string() }) }),
      ...publicFailures,
    },
  },
})

export const redeemLink = endpoint({
  method: 'POST',
  url: '/api/auth/authenticate',
  access: 'public',
  summary: "Sign in with the token of a letter's link",
  schema: { body: z.strictObject({ token: linkToken }), response: { 200: signedIn, ...publicFailures } },
})

export const readUser = endpoint({
  method: 'GET',
  url: '/api/auth/user',
  access: 'read',
  summary: 'Who is signed in',
  schema: { response: { 200: userAnswer, ...signedInFailures } },
})

export const readUserAgain = endpoint({
  method: 'GET',
  url: '/api/user',
  access: 'read',
  summary: 'Who is signed in, under its second name',
  schema: { response: { 200: userAnswer, ...signedInFailures } },
})

export const signOut = endpoint({
  method: 'POST',
  url: '/api/auth/logout',
  access: 'public',
  summary: 'End the session that this is called with; a dead one is no error',
  schema: { response: { 200: messageAnswer, ...publicFailures } },
})

export const checkUser = endpoint({
  method: 'POST',
  url: '/api/check-user',
  access: 'public',
  summary: 'Whether an e-mail address has an account',
  schema: {
    body: z.strictObject({ email }),
    response: { 200: z.object({ data: z.object({ registered: z.boolean() }) }), ...publicFailures },
  },
})

export const session = z.object({
  id,
  device: z.string(),
  ip_address: z.string(),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  url: '/api/auth/sessions',
  access: 'session',
  summary: "One's own live sessions, the last used first",
  schema: { response: { 200: z.object({ data: z.array(session) }), ...signedInFailures } },
})

export const endSession = endpoint({
  method: 'DELETE',
  url: '/api/auth/sessions/:id',
  access: 'session',
  summary: "End one of one's own sessions",
  schema: { params: z.strictObject({ id: idInPath }), response: { 200: messageAnswer, ...signedInFailures } },
})

export const endOtherSessions = endpoint({
  method: 'POST',
  url: '/api/auth/sessions/revoke-others',
  access: 'session',
  summary: "End all of one's own sessions but this one, and revoke all of one's own access tokens",
  schema: {
    response: {
      200: z.object({
        message: z.string(),
        /** How many sessions and access tokens ended. */
        data: z.object({ ended: z.int(), tokens_revoked: z.int() }),
      }),
      ...signedInFailures,
    },
  },
})
