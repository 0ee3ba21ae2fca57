import * as z from 'zod/mini'
import type { Schema } from '../../contract/endpoint.ts'

/** As much of JSON Schema 2020-12, which OpenAPI 3.1 uses, as the contract's schemas turn into. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly maxLength?: number
  readonly [keyword: string]: unknown
}

/** A schema of the contract as JSON Schema: what a caller gives (`input`), or what comes back (`output`). */
export function jsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema
  return Object.fromEntries(
    Object.entries(converted).filter(([key]) => key !== '$schema' && key !== '~standard'),
  )
}

/** The fields of an object's schema, in order, each with whether it must be given. */
export function fieldsOf(schema: JsonSchema): { name: string; schema: JsonSchema; required: boolean }[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }))
}

/** A schema as a person reads it, in the notation of TypeScript: `{ data: { rate: number } }`. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((each) => schemaText(each, indent)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.type === 'array') return `${schemaText(schema.items ?? {}, indent)}[]`
  if (schema.type !== 'object') return plainTypeText(schema)
  const fields = fieldsOf(schema)
  if (fields.length === 0) return 'object'
  const inner = `${indent}  `
  const lines = fields.map(
    (field) => `${inner}${field.name}${field.required ? '' : '?'}: ${schemaText(field.schema, inner)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

function plainTypeText({ type, format }: JsonSchema): string {
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'instant'
  return type === undefined ? 'any' : String(type)
}
