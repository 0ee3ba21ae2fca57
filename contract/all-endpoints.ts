import * as account from './account.ts'
import * as accessToken from './access-token.ts'
import * as auditTrail from './audit-log.ts'
import * as documentation from './documentation.ts'
import type { Endpoint } from './endpoint.ts'
import * as exchangeRate from './rates.ts'
import * as health from './health.ts'
import * as manualRate from './entries.ts'
import * as rateBoard from './rate-board.ts'
import * as rateHistory from './rate-history.ts'
import * as rateImport from './imports.ts'
import * as secureAccount from './secure-account.ts'
import * as signIn from './sign-in.ts'

/** An endpoint with the name that it is exported by. */
export interface NamedEndpoint {
  readonly name: string
  readonly endpoint: Endpoint
}

/** Endpoints about one thing, in the order in which they are documented. */
export interface EndpointGroup {
  readonly title: string
  readonly description: string
  readonly endpoints: readonly NamedEndpoint[]
  /** What the same files of the contract export besides. */
  readonly files: readonly object[]
}

/** Every endpoint there is: whatever a file of the contract exports is in here by itself. */
export const ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  group('Exchange rates', 'The rate of a day or a week, and changes as they happen.', exchangeRate),
  group(
    'Boards, histories, citations',
    'All currencies at once, longer periods, and one rate with its origin.',
    rateBoard,
    rateHistory,
  ),
  group('Rates entered by hand', 'Check, enter, list, delete and restore the rate of a day.', manualRate),
  group('Imports of many rates', 'Preview, import and undo a table of rates.', rateImport),
  group('Audit trail', 'Who did what and when, and the proof that nothing was changed since.', auditTrail),
  group(
    'Sign-in and sessions',
    'Accounts, sign-in codes and links, and one’s own sessions.',
    signIn,
    account,
    secureAccount,
  ),
  group('Personal access tokens', 'Tokens for programs. Only a session can manage them.', accessToken),
  group('Health', 'For load balancers and monitoring.', health),
  group('Documentation', 'This API, described for programs and for readers.', documentation),
]

export const ALL_ENDPOINTS: readonly NamedEndpoint[] = ENDPOINT_GROUPS.flatMap(({ endpoints }) => endpoints)

function group(title: string, description: string, ...files: object[]): EndpointGroup {
  return { title, description, files, endpoints: files.flatMap(endpointsOf) }
}

function endpointsOf(file: object): NamedEndpoint[] {
  return Object.entries(file)
    .flatMap(([name, value]: [string, unknown]) => (isEndpoint(value) ? [{ name, endpoint: value }] : []))
    .sort((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** By address, and at one address reading first. */
function place({ endpoint }: NamedEndpoint): string {
  return `${endpoint.url} ${['GET', 'POST', 'DELETE'].indexOf(endpoint.method)}`
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'access' in value && 'url' in value && 'method' in value
  )
}
