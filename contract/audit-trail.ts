import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { signedInFailures } from './error-code.ts'
import { calendarDate, countInQuery, id, instant, pageFields } from './values.ts'

/** Everything that is audited. The first word chooses the badge. */
export const AUDIT_ACTIONS = [
  'login',
  'login failed',
  'logout',
  'register',
  'create exchange rate',
  'update exchange rate',
  'delete exchange rate',
  'restore exchange rate',
  'import exchange rates',
  'export audit trail',
  'revoke session',
  'create access token',
  'revoke access token',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const auditEntry = z.object({
  id,
  action: z.string(),
  description: z.string(),
  created_at: instant,
  /** E-mail address of who acted; null where nobody was signed in, as for the feed. */
  user: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  metadata: z.record(z.string(), z.json()),
})
export type AuditEntry = z.output<typeof auditEntry>

const text = z.string().check(z.maxLength(200, { error: 'At most 200 characters.' }))

export const auditFilter = {
  action: z.optional(text),
  search: z.optional(text),
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  user: z.optional(text),
} as const

export const listAuditEntries = endpoint({
  method: 'GET',
  url: '/api/audit-logs',
  access: 'read',
  summary: 'The audit trail, newest first',
  schema: {
    querystring: z.strictObject({
      page: z.optional(countInQuery(999_999_999, 'page')),
      per_page: z.optional(countInQuery(100, 'per_page')),
      ...auditFilter,
    }),
    response: {
      200: z.object({
        data: z.array(auditEntry),
        ...pageFields,
        /** True where counting stopped early: there are at least `total`. */
        total_is_minimum: z.boolean(),
        actions: z.array(z.string()),
      }),
      ...signedInFailures,
    },
  },
})
