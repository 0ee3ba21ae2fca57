import * as accessToken from './access-token.ts'
import * as auditTrail from './audit-trail.ts'
import * as documentation from './documentation.ts'
import type { Endpoint } from './endpoint.ts'
import * as exchangeRate from './exchange-rate.ts'
import * as health from './health.ts'
import * as manualRate from './manual-rate.ts'
import * as rateBoard from './rate-board.ts'
import * as rateHistory from './rate-history.ts'
import * as rateImport from './rate-import.ts'
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
  readonly endpoints: readonly NamedEndpoint[]
}

/** Every endpoint there is: whatever a file of the contract exports is in here by itself. */
export const ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  { title: 'Exchange rates', endpoints: endpointsOf(exchangeRate) },
  {
    title: 'Boards, histories, citations',
    endpoints: [...endpointsOf(rateBoard), ...endpointsOf(rateHistory)],
  },
  { title: 'Rates entered by hand', endpoints: endpointsOf(manualRate) },
  { title: 'Imports of many rates', endpoints: endpointsOf(rateImport) },
  { title: 'Audit trail', endpoints: endpointsOf(auditTrail) },
  { title: 'Sign-in and sessions', endpoints: [...endpointsOf(signIn), ...endpointsOf(secureAccount)] },
  { title: 'Personal access tokens', endpoints: endpointsOf(accessToken) },
  { title: 'Health', endpoints: endpointsOf(health) },
  { title: 'Documentation', endpoints: endpointsOf(documentation) },
]

export const ALL_ENDPOINTS: readonly NamedEndpoint[] = ENDPOINT_GROUPS.flatMap(({ endpoints }) => endpoints)

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
