import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { endpoint } from './endpoint.ts'
import * as v from './values.ts'

export type AuditAction =
  | 'login'
  | 'failed login'
  | 'logout'
  | 'register'
  | 'create exchange rate'
  | 'update exchange rate'
  | 'delete exchange rate'
  | 'restore exchange rate'
  | 'import exchange rates'
  | 'refused exchange rate'
  | 'change bank holidays'
  | 'change rate policy'
  | 'export audit trail'
  | 'revoke session'
  | 'create access token'
  | 'revoke access token'
  | 'invite user'
  | 'withdraw invitation'
  | 'approve user'
  | 'reject user'
  | 'suspend user'
  | 'restore user'
  | 'undo exchange rates'
  | 'request import'
  | 'seal period'
  | 'restore database'
  | 'rotate audit key'
  | 'repair schema'
  | 'change name'
  | 'export account'
  | 'erase user'

export const auditEntry = z.object({
  id: v.id,
  action: z.string(),
  description: z.string(),
  created_at: v.instant,
  actor: z.enum(['user', 'operator', 'system']),
  /** `a former user (#12)` once the account is closed. */
  name: z.nullable(z.string()),
  user: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  /** SHA-256 in hexadecimal of the entry and the hash before it. */
  hash: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

const text = v.plainText().check(z.maxLength(200, { error: inputError('text too long', '200') }))

const textAbout = (description: string) => z.optional(text.check(z.meta({ description })))

const auditFilter = {
  action: textAbout('Exactly one action, as `actions` of the response lists them.'),
  search: textAbout(
    'Part of the description or the reason, in capitals or not. `%`, `_` and `\\` are plain ' +
      'characters; an empty text is no filter. Days are found by `from`, `to`, `rate_from` and ' +
      '`rate_to`.',
  ),
  from: z.optional(v.calendarDate.check(z.meta({ description: 'The first day, in Colombo.' }))),
  to: z.optional(v.calendarDate.check(z.meta({ description: 'The last day, in Colombo.' }))),
  rate_from: z.optional(
    v.calendarDate.check(
      z.meta({ description: 'The first of the days that an entry changed something of.' }),
    ),
  ),
  rate_to: z.optional(
    v.calendarDate.check(
      z.meta({ description: 'The last of the days that an entry changed something of.' }),
    ),
  ),
  user: textAbout(
    'Who acted: a whole email address, one of the list of users, `operator` or `system`.',
  ),
  currency: z.optional(v.currency.check(z.meta({ description: 'What the act was about.' }))),
  publisher: z.optional(
    v.publisher.check(z.meta({ description: 'A publisher whose rates it changed.' })),
  ),
  entry: z.optional(v.countInQuery(999_999_999, 'entry', 'The number of exactly one entry.')),
  up_to: z.optional(
    v.countInQuery(
      999_999_999,
      'up_to',
      'The newest entry to look at. Later ones are left out, so that pages do not shift while ' +
        'entries come in.',
    ),
  ),
} as const

export const FILTERED_DEPTH = 10_000

export const listAuditEntries = endpoint({
  method: 'GET',
  url: '/api/audit-logs',
  access: 'read',
  summary: 'Audit trail',
  description:
    'Where many entries match, counting stops early: `total` is then a minimum, ' +
    '`total_is_minimum` is true, and the pages go on as they are turned. `newest_id` is the ' +
    'end of the trail; given back as `up_to` it keeps the pages still. Of what a filter finds, ' +
    'pages reach the newest 10,000 entries; `to` leads to older ones. `metadata` has the first ' +
    '100 changes of an entry as `changes`, and their number as `changes_total`; an export has all.',
  query: z.strictObject({
    page: z.optional(v.countInQuery(999_999_999, 'page')),
    per_page: z.optional(v.countInQuery(100, 'per_page')),
    ...auditFilter,
  }),
  response: {
    200: z.object({
      data: z.array(auditEntry),
      ...v.pageFields,
      total_is_minimum: z.boolean(),
      newest_id: z.int(),
      actions: z.array(z.string()),
      /** `own` leaves out email addresses, network addresses and devices of other users. */
      details: z.enum(['all', 'own']),
    }),
  },
})

export const listAuditUsers = endpoint({
  method: 'GET',
  url: '/api/audit-logs/users',
  access: 'read',
  summary: 'Users in the audit trail',
  description:
    'The users who appear in the audit trail, each as the filter `user` takes them. ' +
    'By address; erased users come last, as `a former user (#12)`. At most 1,000. If the ' +
    'addresses of others are left out, only your own.',
  response: { 200: z.object({ data: z.array(z.string()) }) },
})

/**
 * `GUARDS CHANGED`: tables, triggers, functions or rights are not this version's. `NOT COVERED`:
 * intact, but no signed checkpoint covers it.
 */
export const AUDIT_RESULTS = [
  'OK',
  'EDITED',
  'GAP',
  'TRUNCATED',
  'REWRITTEN',
  'GUARDS CHANGED',
  'NOT COVERED',
] as const
export type AuditResult = (typeof AUDIT_RESULTS)[number]

export const auditTrailState = endpoint({
  method: 'GET',
  url: '/api/audit-logs/state',
  access: 'read',
  summary: 'State of the chain',
  description:
    "Whether the audit trail's chain is intact, as far as the server has checked it by itself, " +
    'which it last did at `checked_at`.',
  response: {
    200: v.dataResponse({
      verdict: z.enum([...AUDIT_RESULTS, 'NOT CHECKED']),
      checked_to: z.int(),
      checked_at: z.nullable(v.instant),
      broken_at: z.nullable(z.int()),
      sentence: z.string(),
      signed_to: z.nullable(z.int()),
      signed_at: z.nullable(v.instant),
      public_key: z.nullable(z.string()),
    }),
  },
})

export const exportAuditTrail = endpoint({
  method: 'GET',
  url: '/api/audit-logs/export',
  access: 'read',
  media: ['text/csv', 'application/x-ndjson'],
  summary: 'Export the audit trail',
  description:
    'Everything that a filter finds as one file, oldest first: entries with their changes ' +
    'and hashes. ' +
    'The export itself is audited. `jsonl` is a line each for an entry and for each of its ' +
    'changes, all that their hashes are made of: `/verify-audit-trail.mjs` checks a whole ' +
    'export, or an unbroken stretch such as a span of days, with Node alone. `csv` is for ' +
    'reading.',
  query: z.strictObject({
    format: z.enum(['csv', 'jsonl'], {
      error: inputError('choice', 'The format', 'csv or jsonl'),
    }),
    ...auditFilter,
  }),
  response: { 200: z.string() },
})

export const downloadCheckpoints = endpoint({
  method: 'GET',
  url: '/api/audit-logs/checkpoints',
  access: 'read',
  media: ['application/x-ndjson'],
  summary: 'Checkpoints',
  description:
    'Every signed checkpoint of the chain, one line of JSON each. ' +
    'A line says which hash an entry had at a time, signed with the key that it names ' +
    '(Ed25519). Compared with an export it shows whether the chain was rewritten since.',
  response: { 200: z.string() },
})
