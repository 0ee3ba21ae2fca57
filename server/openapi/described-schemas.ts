import { isDeepStrictEqual } from 'node:util'
import { type NamedEndpoint, ENDPOINT_GROUPS } from '../../contract/all-endpoints.ts'
import type { Schema } from '../../contract/endpoint.ts'
import { responsesOf } from '../../contract/errors.ts'
import { capitalised } from '../../text/names.ts'
import { componentRef, componentsIn, jsonSchemas, type JsonSchema } from './json-schema.ts'
import type * as z from 'zod/mini'
import * as errors from '../../contract/errors.ts'
import * as values from '../../contract/values.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** The contract's schemas as the document has them: a reference to a name each. */
export interface DescribedSchemas {
  /** `components.schemas`: those that an operation refers to, by name. */
  readonly components: Schemas
  request(body: Schema): JsonSchema
  response(schema: Schema): JsonSchema
  /** An object's schema itself, for the parameters that its fields are; an empty one for none. */
  fields(schema: Schema | undefined): JsonSchema
}

/**
 * Names and describes everything that the endpoints take and answer. Throws where one name means
 * two things.
 */
export function describedSchemas(endpoints: readonly NamedEndpoint[]): DescribedSchemas {
  const inputs = new Map(exportedSchemas())
  const outputs = new Map(inputs)
  const bodies = new Set<Schema>()
  const parameters = new Set<Schema>()
  const responses = new Set<Schema>()
  for (const { name, endpoint } of endpoints) {
    const { body, params, query } = endpoint
    const title = capitalised(name)
    if (body) nameOnce(inputs, bodies, body, `${title}Request`)
    if (params) nameOnce(inputs, parameters, params, `${title}Path`)
    if (query) nameOnce(inputs, parameters, query, `${title}Query`)
    for (const [status, schema] of Object.entries(responsesOf(endpoint)))
      // Files are texts, whatever is in them.
      if (schema._zod.def.type !== 'string')
        nameOnce(
          outputs,
          responses,
          schema,
          title + (Number(status) < 300 ? 'Response' : `Error${status}`),
        )
  }
  const [input, output] = [jsonSchemas(inputs, 'input'), jsonSchemas(outputs, 'output')]
  const schemaOf = (schema: Schema) => input[inputs.get(schema) ?? ''] ?? {}
  const requestRefs = [...bodies].map((body) => componentRef(inputs.get(body) ?? ''))
  const respondRefs = [...responses].map((response) => componentRef(outputs.get(response) ?? ''))
  return {
    components: merged(
      picked(input, componentsIn([...requestRefs, ...[...parameters].map(schemaOf)], input)),
      picked(output, componentsIn(respondRefs, output)),
    ),
    request: (body) => componentRef(inputs.get(body) ?? ''),
    response: (schema) => componentRef(outputs.get(schema) ?? ''),
    fields: (schema) => (schema ? schemaOf(schema) : {}),
  }
}

function nameOnce(
  names: Map<Schema, string>,
  used: Set<Schema>,
  schema: Schema,
  name: string,
): void {
  used.add(schema)
  if (names.has(schema)) return
  if ([...names.values()].includes(name))
    throw new Error(`Two schemas of the contract are named ${name}.`)
  names.set(schema, name)
}

function picked(schemas: Schemas, names: ReadonlySet<string>): Schemas {
  return Object.fromEntries([...names].map((name) => [name, schemas[name] ?? {}]))
}

/** Both, in the order of the alphabet. */
function merged(input: Schemas, output: Schemas): Schemas {
  for (const [name, schema] of Object.entries(input)) {
    if (output[name] && !isDeepStrictEqual(schema, output[name])) {
      throw new Error(
        `${name} is one thing in requests and another in answers: give each a schema of its own.`,
      )
    }
  }
  const all = { ...input, ...output }
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Exports of the contract that go by another name in the document. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  auditEntry: 'AuditLogEntry',
  dayRate: 'Rate',
  errorBody: 'Error',
  emailState: 'EmailState',
  manualRate: 'Entry',
  manualRateBody: 'EntryRequest',
  messageResponse: 'Message',
  rateRevision: 'Revision',
  signedIn: 'SignedInResponse',
  userResponse: 'UserResponse',
  written: 'EntryResponse',
}

/** Every exported schema by its name: `dayRate` as `Rate`. */
function exportedSchemas(): Map<Schema, string> {
  const exported = [
    ...ENDPOINT_GROUPS.flatMap(({ files }): readonly object[] => files),
    values,
    errors,
  ]
  const names = new Map<Schema, string>()
  for (const [name, value] of exported.flatMap((file) => Object.entries<unknown>({ ...file }))) {
    if (isSchema(value) && !names.has(value) && isNamed(value)) names.set(value, documentName(name))
  }
  return names
}

/** `recordManualRate` as `RecordManualRate`. */
function documentName(name: string): string {
  return OTHER_NAMES[name] ?? capitalised(name).replace(/Body$/, 'Request')
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** Texts and numbers stand where they are used. */
function isNamed(schema: Schema): boolean {
  if (values.CONFIGURED_VALUES.has(schema)) return true
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'pipe' ? isNamed(def.in) : ['object', 'enum', 'union'].includes(def.type)
}
