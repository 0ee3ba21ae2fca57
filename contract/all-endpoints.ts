import * as accessToken from './access-token.ts'
import * as account from './account.ts'
import * as admin from './admin.ts'
import * as alerts from './alerts.ts'
import * as auditLog from './audit-log.ts'
import * as calendar from './calendar.ts'
import * as customs from './customs.ts'
import * as documentation from './documentation.ts'
import type { Endpoint, EndpointSchema, SchemaOf } from './endpoint.ts'
import * as entries from './entries.ts'
import * as health from './health.ts'
import * as imports from './imports.ts'
import * as integrations from './integrations.ts'
import * as periods from './periods.ts'
import * as rateBoard from './rates/rate-board.ts'
import * as rateHistory from './rates/rate-history.ts'
import * as rateChanges from './rates/rate-changes.ts'
import * as rates from './rates/rates.ts'
import * as accessTokenSchema from './schema/access-token.schema.ts'
import * as accountSchema from './schema/account.schema.ts'
import * as adminSchema from './schema/admin.schema.ts'
import * as alertsSchema from './schema/alerts.schema.ts'
import * as auditLogSchema from './schema/audit-log.schema.ts'
import * as calendarSchema from './schema/calendar.schema.ts'
import * as customsSchema from './schema/customs.schema.ts'
import * as documentationSchema from './schema/documentation.schema.ts'
import * as entriesSchema from './schema/entries.schema.ts'
import * as healthSchema from './schema/health.schema.ts'
import * as importsSchema from './schema/imports.schema.ts'
import * as integrationsSchema from './schema/integrations.schema.ts'
import * as periodsSchema from './schema/periods.schema.ts'
import * as rateHistorySchema from './schema/rates/rate-history.schema.ts'
import * as rateChangesSchema from './schema/rates/rate-changes.schema.ts'
import * as ratesSchema from './schema/rates/rates.schema.ts'
import * as signInSchema from './schema/sign-in.schema.ts'
import * as secureAccount from './secure-account.ts'
import * as signIn from './sign-in.ts'

/** An endpoint with the name that it and its schema are exported by. */
export interface NamedEndpoint {
  readonly name: string
  readonly endpoint: Endpoint
  readonly schema: EndpointSchema
}

/** Endpoints about one thing, in the order in which they are documented. */
export interface EndpointGroup {
  readonly title: string
  readonly description: string
  readonly endpoints: readonly NamedEndpoint[]
  /** What the same files of `contract/schema/` export besides. */
  readonly files: readonly object[]
}

/** Every endpoint there is: whatever a file of the contract exports is in here by itself. */
export const ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  group('Exchange rates', 'The rate of a day or a week, and changes as they happen.', [
    named(rates, ratesSchema),
  ]),
  group(
    'Boards, histories, citations',
    'All currencies at once, longer periods, and one rate with its origin.',
    [named({ ...rateBoard, ...rateHistory }, rateHistorySchema)],
  ),
  group('Periods', 'What closes a month, a quarter, a year or a tax year.', [named(periods, periodsSchema)]),
  group(
    'For other programs',
    'Files for accounting programs, one plain number, feeds of news, and the forms that clients of other services speak.',
    [named(integrations, integrationsSchema)],
  ),
  group('Alerts', 'Emails about rates to whoever has confirmed an address; no account is needed.', [
    named(alerts, alertsSchema),
  ]),
  group('Rates entered by hand', 'Check, enter, list, delete and restore the rate of a day.', [
    named(entries, entriesSchema),
    named(rateChanges, rateChangesSchema),
  ]),
  group('Imports of many rates', 'Preview, import and undo a table of rates.', [
    named(imports, importsSchema),
  ]),
  group('Customs rates', 'The week’s schedule of rates for duty, entered at once.', [
    named(customs, customsSchema),
  ]),
  group('Calendar', 'The bank holidays of Sri Lanka, and how they are entered.', [
    named(calendar, calendarSchema),
  ]),
  group('Audit trail', 'Who did what and when, and the proof that nothing was changed since.', [
    named(auditLog, auditLogSchema),
  ]),
  group('Sign-in and sessions', 'Accounts, sign-in codes and links, and one’s own sessions.', [
    named(signIn, signInSchema),
    named({ ...account, ...secureAccount }, accountSchema),
  ]),
  group('Personal access tokens', 'Tokens for programs. Only a session can manage them.', [
    named(accessToken, accessTokenSchema),
  ]),
  group(
    'Administration',
    'Users, registrations and the state of the installation, for those named in `ADMINS`.',
    [named(admin, adminSchema)],
  ),
  group('Health', 'For load balancers and monitoring.', [named(health, healthSchema)]),
  group('Documentation', 'This API, described for programs and for readers.', [
    named(documentation, documentationSchema),
  ]),
]

export const ALL_ENDPOINTS: readonly NamedEndpoint[] = ENDPOINT_GROUPS.flatMap(({ endpoints }) => endpoints)

const SCHEMAS = new Map(ALL_ENDPOINTS.map(({ endpoint, schema }) => [endpoint, schema]))

/** What the server checks an endpoint's requests with. Throws for one that the contract does not export. */
export function schemaOf(endpoint: Endpoint): EndpointSchema {
  const schema = SCHEMAS.get(endpoint)
  if (!schema) throw new RangeError(`${endpoint.method} ${endpoint.url} is not in the contract.`)
  return schema
}

interface ContractFile {
  readonly endpoints: readonly NamedEndpoint[]
  readonly schemas: object
}

/** A file's endpoints with their schemas: the compiler holds each to the schema of the same name. */
function named<E extends { readonly [Name in keyof E]: Endpoint }>(
  endpoints: E,
  schemas: { readonly [Name in keyof E]: SchemaOf<E[Name]> },
): ContractFile {
  const names = Object.keys(endpoints) as (keyof E & string)[]
  return {
    schemas,
    endpoints: names.map((name) => ({ name, endpoint: endpoints[name], schema: schemas[name] })),
  }
}

function group(title: string, description: string, files: readonly ContractFile[]): EndpointGroup {
  return {
    title,
    description,
    files: files.map(({ schemas }) => schemas),
    endpoints: files
      .flatMap(({ endpoints }) => endpoints)
      .sort((one, other) => (place(one) < place(other) ? -1 : 1)),
  }
}

/** By address, and at one address reading first. */
function place({ endpoint }: NamedEndpoint): string {
  return `${endpoint.url} ${['GET', 'POST', 'DELETE'].indexOf(endpoint.method)}`
}
