import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { PUBLISHER_ERRORS } from '../domain/rate-precedence.ts'
import { endpoint } from './endpoint.ts'
import { AUDIT_RESULTS } from './audit-log.ts'
import { errorBody } from './errors.ts'
import * as v from './values.ts'

/** `unverified`: the address was never proven; `waiting`: for approval. */
const USER_STATES = ['unverified', 'waiting', 'active', 'suspended'] as const
export type UserState = (typeof USER_STATES)[number]

const listedUser = z.object({
  id: v.id,
  name: z.string(),
  email: z.string(),
  state: z.enum(USER_STATES),
  admin: z.boolean(),
  registered_at: v.instant,
  last_sign_in_at: z.nullable(v.instant),
  sessions: z.int(),
  access_tokens: z.int(),
})
export type ListedUser = z.output<typeof listedUser>

export const listUsers = endpoint({
  method: 'GET',
  url: '/api/admin/users',
  access: 'admin',
  summary: 'Users',
  description:
    'Every user with state and last sign-in, the newest first. ' +
    'Users whose account is closed are not listed.',
  query: z.strictObject({
    page: z.optional(v.countInQuery(999_999, 'page')),
    search: z.optional(
      v
        .plainText()
        .check(
          z.maxLength(200, { error: inputError('text too long', '200') }),
          z.meta({ description: 'Part of the name or of the email address, in capitals or not.' }),
        ),
    ),
    state: z.optional(
      z.enum(USER_STATES, {
        error: inputError('choice', 'The state', 'unverified, waiting, active or suspended'),
      }),
    ),
  }),
  response: { 200: z.object({ data: z.array(listedUser), ...v.pageFields }) },
})

export const invitation = z.object({ email: z.string(), created_at: v.instant })

export const feedDetails = z.object({
  name: v.rateSource,
  last_try_at: z.nullable(v.instant),
  last_success_at: z.nullable(v.instant),
  error: z.nullable(z.string()),
  next_try_at: z.nullable(v.instant),
  due: z.boolean(),
  publisher_error: z.nullable(z.enum(PUBLISHER_ERRORS)),
})

const EMAIL_PURPOSES = [
  'sign-in code',
  'new device',
  'new access token',
  'invitation',
  'approval request',
  'approval',
  'alert',
  'alert confirmation',
] as const

const unsentEmail = z.object({
  id: v.id,
  purpose: z.enum(EMAIL_PURPOSES),
  user_id: z.nullable(v.id),
  failed: z.boolean(),
  created_at: v.instant,
  attempts: z.int(),
  next_attempt_at: z.nullable(v.instant),
  error: z.nullable(z.string()),
})
export type UnsentEmail = z.output<typeof unsentEmail>
export type EmailPurpose = UnsentEmail['purpose']

const shownSetting = z.object({
  name: z.string(),
  is_set: z.boolean(),
  /** Null for an unset setting or a secret. */
  value: z.nullable(z.string()),
})

export const newestCheckpoint = z.object({
  entry: v.id,
  at: v.instant,
  /** Beginning of the SHA-256 of the public key that signed it. */
  key: z.string(),
})

export const installationState = endpoint({
  method: 'GET',
  url: '/api/admin/state',
  access: 'admin',
  summary: 'State of the installation',
  description:
    'Version, registrations, feed, unsent emails, checkpoints, database and settings of the installation. ' +
    'Secrets are never part of it: URLs are shown without user, password and query. `warnings` ' +
    'are those of `GET /api/health/ready`.',
  response: {
    200: v.dataResponse({
      version: z.string(),
      registration: z.object({
        mode: z.enum(['open', 'domains', 'invited', 'approved']),
        domains: z.array(z.string()),
        waiting: z.int(),
        /** The newest 100 unused ones. */
        invitations: z.array(invitation),
      }),
      feed: z.nullable(feedDetails),
      sample: z.boolean(),
      emails: z.object({
        waiting: z.int(),
        failed: z.int(),
        newest: z.array(unsentEmail),
      }),
      audit: z.object({
        verdict: z.enum([...AUDIT_RESULTS, 'NOT CHECKED']),
        sentence: z.string(),
        checkpoint: z.nullable(newestCheckpoint),
      }),
      database: z.object({
        version: z.string(),
        megabytes: z.number(),
        /** The newest in `DATA_DIR/backups`. Backups elsewhere are not known. */
        backup_at: z.nullable(v.instant),
      }),
      warnings: z.record(z.string(), z.string()),
      settings: z.array(shownSetting),
    }),
  },
})
export type InstallationState = z.output<(typeof installationState)['response'][200]>['data']

const invitationBody = z.strictObject({ email: v.email })

export const inviteUser = endpoint({
  method: 'POST',
  url: '/api/admin/invitations',
  access: 'admin',
  summary: 'Invite an address',
  description:
    'Invite an email address; an email with a link to the registration follows. ' +
    'With `REGISTRATION=invited` only invited addresses can register. Called again, it sends ' +
    'the email again. 409 for an address that has an account.',
  example: { email: 'kamala@example.lk' },
  body: invitationBody,
  response: { 200: v.messageResponse, 409: errorBody },
})

export const withdrawInvitation = endpoint({
  method: 'POST',
  url: '/api/admin/invitations/withdraw',
  access: 'admin',
  summary: 'Withdraw an invitation',
  description: '404 for an address that is not invited.',
  example: { email: 'kamala@example.lk' },
  body: invitationBody,
  response: { 200: v.messageResponse, 404: errorBody },
})

const changesUser = {
  params: z.strictObject({ id: v.idInPath }),
  response: { 200: v.messageResponse, 409: errorBody },
}

export const approveUser = endpoint({
  method: 'POST',
  url: '/api/admin/users/:id/approve',
  access: 'admin',
  summary: 'Approve a user',
  description: 'Let a user who waits for approval change rates. 409 for a user who is approved.',
  ...changesUser,
})

export const rejectUser = endpoint({
  method: 'POST',
  url: '/api/admin/users/:id/reject',
  access: 'admin',
  summary: 'Reject a registration',
  description:
    'Reject the registration of a user who waits for approval. ' +
    'Closes the account and erases its personal data, which cannot be undone; the address can ' +
    'register again. 409 for a user who is approved.',
  ...changesUser,
})

export const suspendUser = endpoint({
  method: 'POST',
  url: '/api/admin/users/:id/suspend',
  access: 'admin',
  summary: 'Suspend a user',
  description:
    'Keep a user out: every session and access token ends immediately. ' +
    'No code or link signs the user in until the suspension ends; what they entered stays. 409 ' +
    'for a user who is suspended, and for one’s own account.',
  ...changesUser,
})

export const unsuspendUser = endpoint({
  method: 'POST',
  url: '/api/admin/users/:id/unsuspend',
  access: 'admin',
  summary: 'End a suspension',
  description:
    'Sessions and access tokens that the suspension ended stay ended. 409 for a user who is ' +
    'not suspended.',
  ...changesUser,
})

export const endUserAccess = endpoint({
  method: 'POST',
  url: '/api/admin/users/:id/end-access',
  access: 'admin',
  summary: 'End a user’s sessions',
  description:
    'End all sessions of a user and revoke all of their access tokens. ' +
    'The user can sign in again at once.',
  params: changesUser.params,
  response: { 200: v.messageResponse },
})

export const requestImport = endpoint({
  method: 'POST',
  url: '/api/admin/feed/import',
  access: 'admin',
  summary: 'Fetch the feed now',
  description:
    'Have the feed fetched now instead of at its next time. ' +
    'The import follows in the background: `feed.due` of the installation’s state is true ' +
    'until it is done. At most once a minute. 409 where `RATE_FEED` is off or an import is due ' +
    'already.',
  response: { 200: v.messageResponse, 409: errorBody },
})
