import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { LANGUAGES } from './language.ts'
import { isCode, normaliseCode } from '../domain/identity/account.ts'
import { endpoint, SIGN_IN_CALL } from './endpoint.ts'
import { errorBody } from './errors.ts'
import * as v from './values.ts'

export const user = z.object({ id: v.id, name: z.string(), email: z.string() })
export type User = z.output<typeof user>

export const ownAccount = z.object({
  user,
  /** While false, every call except those of the account itself gets 403. */
  approved: z.boolean(),
  /** Only for users named by `ADMINS`. */
  admin: z.optional(z.literal(true)),
  /** Only of `GET /api/auth/user`, while not approved. */
  waiting: z.optional(
    z.object({
      registered_at: v.instant,
      confirmed_at: v.instant,
      /** The email to the administrators was sent; null: not yet. */
      told_at: z.nullable(v.instant),
    }),
  ),
})
export type OwnAccount = z.output<typeof ownAccount>
export const userResponse = z.object({ data: ownAccount })
const linkOwner = z.object({
  name: z.string(),
  email: z.string(),
  /** True until the address is proven: the next sign-in may choose another name. */
  name_proposed: z.boolean(),
})
export const linkToken = v
  .plainText(inputError('link missing'))
  .check(
    z.minLength(1, { error: inputError('link missing') }),
    z.maxLength(200, { error: inputError('link form') }),
  )
const takesLinkToken = {
  example: { token: 'the text after #token= in the link' },
  body: z.strictObject({ token: linkToken }),
}

/** No default in the schema, because generated clients would require the field. */
export const emailLanguage = z.pipe(
  z.optional(v.choice('language', LANGUAGES)),
  z.transform((language) => language ?? 'en'),
)

const chosenName = z.optional(v.userName)

const registerBody = z.strictObject({
  name: v.userName,
  email: v.email,
  language: emailLanguage,
})

export const emailState = z.object({
  expires_in: z.int(),
  resend_in: z.int(),
  /** `delayed`: the mail server takes no emails now; the email follows later. */
  delivery: z.enum(['queued', 'delayed']),
  proposed_name: z.optional(z.string()),
})
export type EmailState = z.output<typeof emailState>

export const register = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/auth/register',
  summary: 'Create an account',
  description:
    'Create an account; an email with a link and a code follows. ' +
    'The account can be used once the code or the link from the email has been used. `name` is ' +
    'a proposal: whoever does so chooses it. `language` is that of the email. 409 for an ' +
    'address that has an account.',
  example: { name: 'Nimal Perera', email: 'nimal@example.lk' },
  body: registerBody,
  response: {
    201: z.object({ message: z.string(), data: emailState }),
    403: errorBody,
    409: errorBody,
  },
})

const requestCodeBody = z.strictObject({ email: v.email, language: emailLanguage })

export const requestCode = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/auth/login',
  summary: 'Send an OTP',
  description:
    'Ask for a sign-in code by email. ' +
    'Called again within 60 s of the last email, it sends no second one and says what is left ' +
    'of both times. If the code of that email has been used, it is 429 until the 60 s are over. ' +
    '`language` is that of the email. 404 for an address without an account.',
  example: { email: 'nimal@example.lk' },
  body: requestCodeBody,
  response: {
    200: z.object({ message: z.literal('OTP sent to your email'), data: emailState }),
    403: errorBody,
    404: errorBody,
  },
})

export const signedIn = z.object({ message: z.string(), token: z.string(), data: ownAccount })

export const verifyCode = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/auth/verify-otp',
  summary: 'Verify an OTP',
  description:
    'Sign in with an email address and its newest code. ' +
    'A code is good for 10 minutes and for 5 attempts; only the newest one counts. At the ' +
    'first sign-in `name` is the user’s, in place of the one that the registration proposed; ' +
    'later it is ignored. `language` is that of the emails about the account’s security from ' +
    'now on. Keep `token` and send it as `Authorization: Bearer …`.',
  example: { email: 'nimal@example.lk', otp: '123456' },
  body: z.strictObject({
    email: v.email,
    otp: z.pipe(
      z.string({ error: inputError('code missing') }).check(
        z.maxLength(100),
        z.refine((text) => isCode(normaliseCode(text)), { error: inputError('code form') }),
      ),
      z.transform(normaliseCode),
    ),
    name: chosenName,
    language: emailLanguage,
  }),
  response: { 200: signedIn },
})

export const inspectLink = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/auth/link',
  summary: 'Look at a link',
  description:
    "Tell whose an email's link is, without using it. " +
    'For a page that asks before it signs in. 400 for a link that is used or too old.',
  ...takesLinkToken,
  response: { 200: z.object({ data: linkOwner }) },
})

export const redeemLink = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/auth/authenticate',
  summary: 'Sign in by a link',
  description:
    "Sign in with the token of an email's link. " +
    '`token` is what follows `#token=` in the link. A link works once and for 10 minutes. ' +
    '`name` is that of `POST /api/auth/verify-otp`. `language` is that of the emails about the ' +
    'account’s security from now on.',
  example: takesLinkToken.example,
  body: z.extend(takesLinkToken.body, { name: chosenName, language: emailLanguage }),
  response: { 200: signedIn },
})

export const readUser = endpoint({
  method: 'GET',
  url: '/api/auth/user',
  access: 'read',
  ofOwnAccount: true,
  summary: 'Who is signed in',
  description: 'With a personal access token, its owner.',
  response: { 200: userResponse },
})

export const readUserAgain = endpoint({
  method: 'GET',
  url: '/api/user',
  access: 'read',
  ofOwnAccount: true,
  summary: 'Who is signed in (second name)',
  description: 'The same response as `GET /api/auth/user`.',
  response: { 200: userResponse },
})

export const signOut = endpoint({
  method: 'POST',
  url: '/api/auth/logout',
  access: 'public',
  takesSession: true,
  summary: 'Sign out',
  description:
    'End the session that this is called with; a dead one is no error. ' +
    'The session’s token stops working immediately. Called without a token it does nothing.',
  response: { 200: v.messageResponse },
})

export const checkUser = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/check-user',
  summary: 'Look for an account',
  description: 'Whether an email address has an account. Counted like a sign-in call.',
  example: { email: 'nimal@example.lk' },
  body: z.strictObject({ email: v.email }),
  response: { 200: v.dataResponse({ registered: z.boolean() }) },
})

export const session = z.object({
  id: v.id,
  device: z.string(),
  ip_address: z.string(),
  created_at: v.instant,
  last_seen_at: v.instant,
  expires_at: v.instant,
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  url: '/api/auth/sessions',
  access: 'session',
  summary: 'Sessions',
  description:
    "One's own live sessions, the last used first. " +
    '`current` marks the session that this is called with.',
  response: { 200: z.object({ data: z.array(session) }) },
})

export const endSession = endpoint({
  method: 'DELETE',
  url: '/api/auth/sessions/:id',
  access: 'session',
  summary: 'End a session',
  description: 'Its token stops working immediately. 404 for a session that is not one’s own.',
  params: z.strictObject({ id: v.idInPath }),
  response: { 200: v.messageResponse },
})

export const endOtherSessions = endpoint({
  method: 'POST',
  url: '/api/auth/sessions/revoke-others',
  access: 'session',
  summary: 'End all other sessions',
  description:
    "End all of one's own sessions but this one, and revoke all of one's own access tokens. " +
    '`ended` and `tokens_revoked` say how many there were.',
  response: { 200: v.changeResponse({ ended: z.int(), tokens_revoked: z.int() }) },
})
