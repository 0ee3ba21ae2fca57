import * as accessToken from './access-token.ts'
import * as account from './account.ts'
import * as admin from './admin.ts'
import * as alerts from './alerts.ts'
import * as auditLog from './audit-log.ts'
import * as calendar from './calendar.ts'
import type { CallInput, Endpoint, ResponseBody } from './endpoint.ts'
import * as entries from './entries.ts'
import * as entryChanges from './entry-changes.ts'
import * as frankfurter from './frankfurter.ts'
import * as imports from './imports.ts'
import * as checkedRates from './rate-check.ts'
import * as valuedBalances from './rate-value.ts'
import * as integrations from './integrations.ts'
import * as periods from './periods.ts'
import * as policies from './policies.ts'
import * as bankBoards from './rates/bank-board.ts'
import * as rateHistory from './rates/rate-history.ts'
import * as rates from './rates/rates.ts'
import * as signIn from './sign-in.ts'
import * as system from './system.ts'

export interface NamedEndpoint {
  readonly name: string
  readonly endpoint: Endpoint
}

export const ENDPOINT_GROUPS = [
  group('Exchange rates', 'The rate of a day or a week, and changes as they happen.', rates),
  group(
    'Boards, histories, citations',
    'All currencies at once, longer periods, and one rate with its origin.',
    rateHistory,
    bankBoards,
  ),
  group('Periods', 'What closes a month, a quarter, a year or a tax year.', periods),
  group(
    'Rate policies',
    'Which rate counts for a purchase, a sale, duty or closing the books; sheets of documents ' +
      'are filled and checked by it, open balances valued.',
    policies,
    checkedRates,
    valuedBalances,
  ),
  group(
    'For other programs',
    'Files for accounting programs, one plain number, a feed of news, and what clients of ' +
      'Frankfurter ask for.',
    integrations,
    frankfurter,
  ),
  group(
    'Alerts',
    'Emails about rates to whoever has confirmed an address; no account is needed.',
    alerts,
  ),
  group(
    'Rates entered by hand',
    'Check, enter, list, delete and restore the rate of a day.',
    entries,
    entryChanges,
  ),
  group(
    'Imports of many rows',
    'Preview, import and undo a table of rates, of customs rates or of bank holidays.',
    imports,
  ),
  group('Calendar', 'The bank holidays of Sri Lanka.', calendar),
  group(
    'Audit trail',
    'Who did what and when, and the proof that nothing was changed since.',
    auditLog,
  ),
  group(
    'Sign-in and sessions',
    'Accounts, sign-in codes and links, and one’s own sessions.',
    signIn,
    account,
  ),
  group(
    'Personal access tokens',
    'Tokens for programs. Only a session can manage them.',
    accessToken,
  ),
  group(
    'Administration',
    'Users, registrations and the state of the installation, for those named in `ADMINS`.',
    admin,
  ),
  group(
    'Health and documentation',
    'For monitoring, and this API for programs and readers.',
    system,
  ),
] as const

export const ALL_ENDPOINTS: readonly NamedEndpoint[] = ENDPOINT_GROUPS.flatMap(
  ({ endpoints }) => endpoints,
)

type ExportsOf<File> = File extends object ? File[keyof File] : never
type AnyEndpoint = Extract<ExportsOf<(typeof ENDPOINT_GROUPS)[number]['files'][number]>, Endpoint>

/** Pages import this type only, so no schema reaches the browser. */
type Api = { readonly [E in AnyEndpoint as `${E['method']} ${E['url']}`]: E }

export type CallName = keyof Api

export type ResponseOf<Name extends CallName> = ResponseBody<Api[Name]>

/** Without the parts that the endpoint does not take. */
export type InputOf<Name extends CallName> = PartsOf<CallInput<Api[Name]>>

type PartsOf<Input> = {
  readonly [Part in keyof Input as undefined extends Input[Part] ? never : Part]: Input[Part]
} & {
  readonly [
    Part in keyof Input as undefined extends Input[Part]
      ? [Input[Part]] extends [undefined]
        ? never
        : Part
      : never
  ]?: Input[Part]
}

function group<Files extends readonly object[]>(
  title: string,
  description: string,
  ...files: Files
) {
  const endpoints = files
    .flatMap((file) => Object.entries(file))
    .flatMap(([name, endpoint]) => (isEndpoint(endpoint) ? [{ name, endpoint }] : []))
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
  return { title, description, endpoints, files }
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'url' in value
}

function sortKey({ endpoint }: NamedEndpoint): string {
  return `${endpoint.url} ${['GET', 'POST', 'DELETE'].indexOf(endpoint.method)}`
}
