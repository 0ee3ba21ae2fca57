import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { DAY_RULES, POLICY_NAMES } from '../domain/policy.ts'
import { endpoint, PUBLIC_READ } from './endpoint.ts'
import { errorBody } from './errors.ts'
import { knownAt } from './rates/rate-history.ts'
import * as v from './values.ts'

export const policyName = v.choice('policy', POLICY_NAMES)
/** For doors that answer the rate to use on a day. */
export const decisionQuery = { policy: z.optional(policyName), known_at: knownAt } as const

interface ChosenRates {
  readonly policy?: unknown
  readonly known_at?: unknown
  readonly kind?: unknown
  readonly publisher?: unknown
}

/** Refuses a kind or a publisher beside a policy, and an instant without one. */
export const oneChoice = [
  z.refine<ChosenRates>(
    ({ policy, kind, publisher }) => policy === undefined || (kind ?? publisher) === undefined,
    {
      error: inputError('choice', 'policy', 'given alone: it names its own kind and publisher'),
      path: ['policy'],
    },
  ),
  z.refine<ChosenRates>(({ policy, known_at }) => policy !== undefined || known_at === undefined, {
    error: inputError('choice', 'known_at', 'given with a policy'),
    path: ['known_at'],
  }),
] as const

export const POLICY_DESCRIPTION =
  ' With `policy`, it is the rate that this policy takes for the day, as ' +
  '`/api/rate-policy/{policy}` gives it, and the header `Rate-Policy` names the policy and its ' +
  'version; `known_at` goes by policy and rates of that time. `kind` and `publisher` are then ' +
  'refused.'

const policyParams = z.strictObject({ policy: policyName })

const policyFields = {
  publisher: z.optional(v.publisher),
  kind: v.rateKind,
  rule: v.choice('rule', DAY_RULES),
} as const

const listedPolicy = z.object({
  policy: policyName,
  ...policyFields,
  /** Number of its last change; 0 if it never changed. */
  version: z.int(),
  changed_at: z.nullable(v.instant),
  changed_by: z.nullable(z.string()),
})
export type ListedPolicy = z.output<typeof listedPolicy>

export const citation = z.object({ url: z.string(), text: z.string() })

export const listPolicies = endpoint({
  method: 'GET',
  url: '/api/rate-policy',
  access: 'read',
  summary: 'Rate policies',
  description:
    'The rate policies: which kind of rate of which day counts for what. ' +
    'All four are there from the start; `version` is 0 and `changed_at` null until somebody ' +
    'changes one.',
  response: {
    200: z.object({
      data: z.array(listedPolicy),
      /** It is `nobody` as long as `ADMINS` is missing where anyone may register. */
      changed_by: z.enum(['administrators', 'users', 'nobody']),
      may_change: z.boolean(),
    }),
  },
})

export const policyRate = endpoint({
  ...PUBLIC_READ,
  url: '/api/rate-policy/:policy',
  summary: 'Rate of a policy',
  description:
    'The rate that a policy takes for a day, with the rule in words and a citation. ' +
    'The day defaults to today in Colombo. `date` is the rate’s own day: the newest on or ' +
    'before the day that the rule names. Of an average it is the last day that it is of, and ' +
    '`rule` says of how many days. Without `known_at` it goes by the policy and the rates of ' +
    'now; with it, a time such as `2026-09-29T10:00:00Z`, by policy, rates and bank holidays ' +
    'as they were then. `publisher` is there where the policy names a bank. An unknown policy ' +
    'gets 400 with the list of those there are.',
  params: policyParams,
  query: z.strictObject({
    currency: v.currency,
    date: z.optional(v.calendarDate),
    known_at: knownAt,
  }),
  response: {
    200: v.dataResponse({
      rate: v.rateOutput,
      ...v.unitsField,
      date: v.calendarDate,
      kind: v.rateKind,
      publisher: z.optional(v.publisher),
      rule: z.string(),
      citation,
    }),
  },
})

export const changePolicy = endpoint({
  method: 'POST',
  url: '/api/rate-policy/:policy',
  access: 'write',
  summary: 'Change a policy',
  description:
    'Change which rate a policy takes. ' +
    'For administrators. Without the setting `ADMINS`, for every user, unless the installation ' +
    'is public and anyone may register: then nobody may. ' +
    'Counts from the next request on, and only for what is asked without `known_at`. `version` ' +
    'is that of the policy as the caller saw it; where it is another by now, the response is ' +
    '409 and nothing is changed. `data.id` is the entry of the audit trail, by which the ' +
    'change is undone.',
  // No policy has this version, so the pasted example changes nothing.
  example: { kind: 'indicative', rule: 'of the day', version: 999_999_999_999_999 },
  params: policyParams,
  body: z.strictObject({
    ...policyFields,
    version: v.wholeNumber(0, 999_999_999_999_999, inputError('not a version', 'version')),
  }),
  response: { 200: v.changeResponse({ id: v.id, ...listedPolicy.shape }), 409: errorBody },
})

export const undoPolicyChange = endpoint({
  method: 'POST',
  url: '/api/rate-policy/changes/:id/undo',
  access: 'write',
  summary: 'Undo a change of a policy',
  description:
    'Take a change of a policy back: it is again what it was before. ' +
    '409 where the policy was changed again since, or the change was undone already.',
  params: z.strictObject({ id: v.idInPath }),
  response: { 200: v.messageResponse, 409: errorBody },
})
