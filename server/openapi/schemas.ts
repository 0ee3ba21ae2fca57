import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { ENDPOINT_GROUPS, type NamedEndpoint } from '../../contract/all-endpoints.ts'
import type { Schema } from '../../contract/endpoint.ts'
import * as errors from '../../contract/errors.ts'
import * as values from '../../contract/values.ts'
import { capitalised } from '../../text/names.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

export interface DescribedSchemas {
  /** Only those that an operation refers to. */
  readonly components: Schemas
  request(body: Schema): JsonSchema
  response(schema: Schema): JsonSchema
  /** Empty without parameters. */
  fields(schema: Schema | undefined): JsonSchema
}

/** Throws if one name means two things. */
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
    for (const [status, schema] of Object.entries(errors.listResponses(endpoint)))
      // Files are described as texts.
      if (schema._zod.def.type !== 'string')
        nameOnce(
          outputs,
          responses,
          schema,
          title + (Number(status) < 300 ? 'Response' : `Error${status}`),
        )
  }
  const [input, output] = [jsonSchemas(inputs, 'input'), jsonSchemas(outputs, 'output')]
  const jsonSchemaFor = (schema: Schema) => input[inputs.get(schema) ?? ''] ?? {}
  const requestRef = (schema: Schema) => componentRef(inputs.get(schema) ?? '')
  const responseRef = (schema: Schema) => componentRef(outputs.get(schema) ?? '')
  return {
    components: merge(
      pickUsed([[...bodies].map(requestRef), [...parameters].map(jsonSchemaFor)], input),
      pickUsed([...responses].map(responseRef), output),
    ),
    request: requestRef,
    response: responseRef,
    fields: (schema) => (schema ? jsonSchemaFor(schema) : {}),
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

const REFERENCE = /"\$ref":"#\/components\/schemas\/(\w+)"/g

/** Takes what `part` refers to, and what that refers to. */
function pickUsed(part: unknown, all: Schemas, picked: Record<string, JsonSchema> = {}): Schemas {
  for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE))
    if (!(name in picked)) pickUsed((picked[name] = all[name] ?? {}), all, picked)
  return picked
}

function merge(input: Schemas, output: Schemas): Schemas {
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

const OTHER_NAMES: Readonly<Record<string, string>> = {
  auditEntry: 'AuditLogEntry',
  dayRate: 'Rate',
  errorBody: 'Error',
  manualRate: 'Entry',
  manualRateBody: 'EntryRequest',
  messageResponse: 'Message',
  rateRevision: 'Revision',
  signedIn: 'SignedInResponse',
  written: 'EntryResponse',
}

function exportedSchemas(): Map<Schema, string> {
  const exported = [
    ...ENDPOINT_GROUPS.flatMap(({ files }): readonly object[] => files),
    values,
    errors,
  ]
  const names = new Map<Schema, string>()
  for (const [name, value] of exported.flatMap((file) => Object.entries<unknown>({ ...file }))) {
    if (isSchema(value) && !names.has(value) && isNamed(value))
      names.set(value, OTHER_NAMES[name] ?? capitalised(name).replace(/Body$/, 'Request'))
  }
  return names
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value
}

function isNamed(schema: Schema): boolean {
  if (values.CONFIGURED_VALUES.has(schema)) return true
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'pipe' ? isNamed(def.in) : ['object', 'enum', 'union'].includes(def.type)
}

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly additionalProperties?: JsonSchema | boolean
}

const COMPONENTS = '#/components/schemas/'

function jsonSchemas(names: ReadonlyMap<Schema, string>, io: 'input' | 'output'): Schemas {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => COMPONENTS + id,
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      const configured = values.CONFIGURED_VALUES.get(zodSchema)?.()
      if (configured) jsonSchema.enum = [...configured]
      // Responses may gain fields in time; requests refuse unknown ones.
      if (def.type === 'object' && def.catchall === undefined)
        delete jsonSchema.additionalProperties
      // zod writes the limits of JavaScript.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  if ('__shared' in schemas) {
    throw new Error(
      'A schema of the contract contains itself: describe it as z.unknown(), which every ' +
        'generator can read.',
    )
  }
  const withoutIds = (schema: object) =>
    Object.fromEntries(Object.entries(schema).filter(([key]) => !['$schema', '$id'].includes(key)))
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withoutIds(schema) as JsonSchema]),
  )
}

export function listFields(
  schema: JsonSchema,
): { name: string; schema: JsonSchema; required: boolean }[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    // A field with a default is required only in the output.
    required: field.default === undefined && (schema.required?.includes(name) ?? false),
  }))
}

export const componentRef = (name: string): JsonSchema => ({ $ref: COMPONENTS + name })
