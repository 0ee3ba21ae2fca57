import * as z from 'zod/mini'
import { LANGUAGES } from './language.ts'
import { accessToken } from './access-token.ts'
import { alertRule } from './alerts.ts'
import { auditEntry } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import { session, user } from './sign-in.ts'
import * as v from './values.ts'

export const renameUser = endpoint({
  method: 'POST',
  url: '/api/auth/user/name',
  access: 'session',
  summary: 'Change one’s name',
  description: 'The change is audited. Entries that were made before show the new name as well.',
  example: { name: 'Nimal Perera' },
  body: z.strictObject({ name: v.userName }),
  response: { 200: v.changeResponse({ user }) },
})

export const MAX_EXPORTED = 10_000

export const exportAccount = endpoint({
  method: 'GET',
  url: '/api/auth/user/export',
  access: 'session',
  summary: 'Download one’s data',
  description:
    'Everything stored about the signed-in user, as one file. ' +
    `Tokens come without their secrets. Of rates and audit entries the newest ${MAX_EXPORTED} ` +
    'are listed. The export itself is audited, and a user may have 30 in an hour.',
  response: {
    200: z.object({
      exported_at: v.instant,
      profile: z.object({
        ...user.shape,
        language: z.enum(LANGUAGES),
        created_at: v.instant,
        verified_at: z.nullable(v.instant),
        approved_at: z.nullable(v.instant),
      }),
      sessions: z.array(session),
      access_tokens: z.array(accessToken),
      rates: z.array(
        z.object({
          id: v.id,
          currency: v.currency,
          date: v.calendarDate,
          rate: v.rateOutput,
          created_at: v.instant,
          updated_at: v.instant,
          deleted_at: z.nullable(v.instant),
          /** `kind` is absent for `indicative`. */
          ...v.kindAndPublisher,
        }),
      ),
      alerts: z.array(z.omit(alertRule, { id: true })),
      /** Emails of the last 30 days, without their content. */
      emails: z.array(
        z.object({
          purpose: z.string(),
          created_at: v.instant,
          sent_at: z.nullable(v.instant),
          given_up_at: z.nullable(v.instant),
        }),
      ),
      complete: z.boolean(),
      audit_entries: z.array(auditEntry),
      audit_entries_about: z.array(
        z.object({ id: v.id, action: z.string(), created_at: v.instant }),
      ),
    }),
  },
})

export const closeAccount = endpoint({
  method: 'POST',
  url: '/api/auth/user/close',
  access: 'session',
  summary: 'Close one’s account',
  description:
    "Close one's own account and erase one's personal data. " +
    'Needs the account’s email address as a confirmation. Ends every session and access token ' +
    'and cannot be undone. Rates and audit entries stay, attributed to “a former user”.',
  example: { email: 'nimal@example.lk' },
  body: z.strictObject({ email: v.email }),
  response: { 200: v.messageResponse },
})
