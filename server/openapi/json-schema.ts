import * as z from 'zod/mini'
import type { Schema } from '../../contract/endpoint.ts'
import { CONFIGURED_VALUES } from '../../contract/values.ts'

/** As much of JSON Schema 2020-12, which OpenAPI 3.1 uses, as the contract's schemas turn into. */
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

/**
 * Schemas as JSON Schema by their names, given (`input`) or returned (`output`); one inside another
 * is a `$ref`. Throws where one contains itself.
 */
export function jsonSchemas(
  names: ReadonlyMap<Schema, string>,
  io: 'input' | 'output',
): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => COMPONENTS + id,
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      const values = CONFIGURED_VALUES.get(zodSchema)?.()
      if (values) jsonSchema.enum = [...values]
      // Answers may get more fields in time; only what is refused in a request is closed.
      if (def.type === 'object' && def.catchall === undefined)
        delete jsonSchema.additionalProperties
      // What every whole number of JavaScript is says nothing.
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
  // The document says which dialect it is in, and a component's place is its name.
  const dropped = ['$schema', '$id']
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      Object.fromEntries(
        Object.entries(schema).filter(([key]) => !dropped.includes(key)),
      ) as JsonSchema,
    ]),
  )
}

/** The fields of an object's schema, in order, each with whether it must be given. */
export function fieldsOf(
  schema: JsonSchema,
): { name: string; schema: JsonSchema; required: boolean }[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    // What has a default is always there only once it was read.
    required: field.default === undefined && (schema.required?.includes(name) ?? false),
  }))
}

/** The schema that a `$ref` of `schema` names, or `schema` itself. */
export function resolved(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return { ...components[$ref.slice(COMPONENTS.length)], ...beside }
}

/**
 * Names of the components that a part of the document refers to, and of those that these refer to.
 */
export function componentsIn(
  part: unknown,
  components: Readonly<Record<string, JsonSchema>>,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return found
  for (const [key, value] of Object.entries(part)) {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(COMPONENTS)) {
      componentsIn(value, components, found)
      continue
    }
    const name = value.slice(COMPONENTS.length)
    if (found.has(name)) continue
    found.add(name)
    componentsIn(components[name], components, found)
  }
  return found
}

export const componentRef = (name: string): JsonSchema => ({ $ref: COMPONENTS + name })
