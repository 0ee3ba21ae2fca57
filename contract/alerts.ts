import * as z from 'zod/mini'
import {
  ALERT_CONDITIONS,
  DAILY_HOURS,
  FIELDS_OF_CONDITION,
  MAX_ALERTS,
  PERCENT_RANGE,
  type AlertCondition,
} from '../domain/alerts/alert-rule.ts'
import type { Currency } from '../domain/currency.ts'
import { inputError } from '../domain/input-error.ts'
import type { Rate } from '../domain/money.ts'
import { endpoint, SIGN_IN_CALL } from './endpoint.ts'
import { LANGUAGES } from './language.ts'
import { errorBody } from './errors.ts'
import { emailLanguage, linkToken } from './sign-in.ts'
import * as v from './values.ts'

const { least, most } = PERCENT_RANGE
const PERCENT_ERROR = inputError(
  'choice',
  'The change',
  `from ${least} to ${most} per cent, with at most 2 decimals`,
)
const HOUR_ERROR = inputError(
  'choice',
  'The hour',
  `from ${DAILY_HOURS.first} to ${DAILY_HOURS.last}`,
)
const MISSING = {
  currency: inputError('currency missing'),
  rate: inputError('rate missing'),
  percent: PERCENT_ERROR,
  hour: HOUR_ERROR,
}

const ruleFields = {
  condition: v.choice('The condition', ALERT_CONDITIONS),
  currency: z.optional(v.currency),
  ...v.kindAndPublisher,
  rate: z.optional(v.rateInput),
  ...v.unitsField,
  percent: z.optional(
    z.number({ error: PERCENT_ERROR }).check(
      z.gte(least, { error: PERCENT_ERROR }),
      z.lte(most, { error: PERCENT_ERROR }),
      z.refine((percent) => Math.round(percent * 100) / 100 === percent, { error: PERCENT_ERROR }),
    ),
  ),
  hour: z.optional(v.wholeNumber(DAILY_HOURS.first, DAILY_HOURS.last, HOUR_ERROR)),
}

type Field = keyof typeof MISSING
type Fields = Readonly<Partial<Record<Field, unknown>>> & { readonly condition: AlertCondition }

const isForItsUnits = z.refine<{
  readonly currency?: Currency | undefined
  readonly rate?: Rate | undefined
  readonly units?: number | undefined
}>(
  ({ currency, rate, units }) =>
    units === undefined ||
    !currency ||
    v.keptRate(currency, rate ?? (1 as Rate), units) !== undefined,
  { error: v.unitsError, path: ['units'] },
)

/** Fields that the condition does not use are ignored. */
const fieldsOfCondition = (['currency', 'rate', 'percent', 'hour'] as const satisfies Field[]).map(
  (field) =>
    z.refine<Fields>(
      (value) =>
        value[field] !== undefined || !FIELDS_OF_CONDITION[value.condition].includes(field),
      { error: MISSING[field], path: [field], when: ({ value }) => hasCondition(value) },
    ),
)

const hasCondition = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'condition' in value &&
  ALERT_CONDITIONS.some((each) => each === value.condition)

/** Fields that the condition does not use are null. */
export const alertRule = z.object({
  id: v.id,
  condition: z.enum(ALERT_CONDITIONS),
  currency: z.nullable(v.currency),
  kind: z.nullable(v.rateKind),
  publisher: z.optional(v.publisher),
  rate: z.nullable(v.rateOutput),
  ...v.unitsField,
  percent: z.nullable(z.number()),
  hour: z.nullable(z.int()),
  language: z.enum(LANGUAGES),
  created_at: v.instant,
  confirmed: z.boolean(),
})

const alertList = v.dataResponse({ email: z.string(), alerts: z.array(alertRule) })

const CONDITIONS =
  '`above` and `below` take `currency` and `rate` and tell when the newest rate crosses it, ' +
  'and once more only after it has been back by 0.25 % of it; `moved` takes `currency` and ' +
  '`percent`, since the rate before; `published` (a rate of today) and `corrected` take ' +
  '`currency`; `stale` tells that the feed has brought no rate for more than a business day; ' +
  '`daily` sends the day’s rates from `hour` on (Colombo), once all are published. `kind` ' +
  'is of the currency’s rates, `publisher` the bank whose they are, `language` that of the ' +
  'emails. At most one email for each alert in a day.'
const TOKEN = '`token` is what follows `#token=` in the link of any email about alerts.'

export const requestAlert = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/alerts',
  summary: 'Request an alert by email',
  description:
    'Sends an email with a link to the address, where the alert is confirmed; nothing else is ' +
    'sent before. The response is the same whatever is known of the address, and a mailbox ' +
    `gets one such email in 24 hours at most. An address has at most ${MAX_ALERTS} alerts. ` +
    CONDITIONS,
  example: { email: 'nimal@example.lk', condition: 'above', currency: 'USD', rate: 310 },
  body: z
    .strictObject({ email: v.email, ...ruleFields, language: emailLanguage })
    .check(...fieldsOfCondition, isForItsUnits),
  response: { 200: v.messageResponse },
})

export const listAlerts = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/alerts/list',
  summary: 'Alerts of an address',
  description: 'The alerts of the address that a link was sent to. ' + TOKEN,
  example: { token: 'the text after #token= in the link' },
  body: z.strictObject({ token: linkToken }),
  response: { 200: alertList },
})

export const addAlert = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/alerts/add',
  summary: 'Add an alert, confirmed at once',
  description:
    `${TOKEN} 409 where the address has ${MAX_ALERTS} confirmed ones already. ` + CONDITIONS,
  example: {
    token: 'the text after #token= in the link',
    condition: 'moved',
    currency: 'USD',
    percent: 1,
  },
  body: z
    .strictObject({ token: linkToken, ...ruleFields, language: emailLanguage })
    .check(...fieldsOfCondition, isForItsUnits),
  response: { 200: alertList, 409: errorBody },
})

const takesAlert = {
  example: { token: 'the text after #token= in the link', id: 12 },
  body: z.strictObject({ token: linkToken, id: v.id }),
  response: { 200: alertList },
}

export const confirmAlert = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/alerts/confirm',
  summary: 'Confirm an alert',
  description:
    `${TOKEN} From now on it sends emails. 404 where it has ended, 409 where the address has ` +
    `${MAX_ALERTS} confirmed ones.`,
  ...takesAlert,
  response: { 200: alertList, 409: errorBody },
})

export const endAlert = endpoint({
  ...SIGN_IN_CALL,
  url: '/api/alerts/end',
  summary: 'End an alert',
  description:
    `${TOKEN} Nothing that still waits is sent. Without alerts, the address is erased within a ` +
    'day.',
  ...takesAlert,
})

export const openUnsubscribe = endpoint({
  method: 'GET',
  url: '/api/alerts/unsubscribe',
  access: 'public',
  summary: 'Page that ends an alert',
  description:
    'Go to the page that ends the alert that an email was sent for. ' +
    'Where the address of the `List-Unsubscribe` header is opened instead of posted to, as ' +
    'browsers and programs that look for harm do. It ends nothing, and leads there whatever ' +
    'the token is.',
  query: z.object({
    token: z.catch(z.string(), ''),
    language: z.catch(z.enum(LANGUAGES), 'en'),
  }),
  response: { 303: v.noBody },
})

export const unsubscribe = endpoint({
  method: 'POST',
  url: '/api/alerts/unsubscribe',
  access: 'public',
  summary: 'End an alert from an email',
  description:
    'End the alert that an email was sent for, with one press in the mail program. ' +
    'The address of the `List-Unsubscribe` header (RFC 8058). What the body holds, of ' +
    'whichever type, is ignored. The response is the same where the alert has ended already.',
  query: z.strictObject({ token: linkToken, language: emailLanguage }),
  response: { 200: v.messageResponse },
})
