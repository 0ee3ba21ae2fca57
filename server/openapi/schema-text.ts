import { fieldsOf, resolved, type JsonSchema } from './json-schema.ts'

/**
 * A schema as a reader takes it in, in the notation of TypeScript: `{ data: { rate: number } }`. References are followed,
 * but not within themselves.
 */
export function schemaText(
  given: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  indent = '',
  within: readonly string[] = [],
): string {
  if (given.$ref !== undefined && within.includes(given.$ref)) return 'any'
  const inside = given.$ref === undefined ? within : [...within, given.$ref]
  const schema = resolved(given, components)
  const text = (part: JsonSchema, by = indent) => schemaText(part, components, by, inside)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((each) => text(each)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.type === 'array') return `${text(schema.items ?? {})}[]`
  if (schema.type !== 'object') return plainTypeText(schema)
  const fields = fieldsOf(schema)
  if (fields.length === 0) return 'object'
  const inner = `${indent}  `
  const lines = fields.map(
    (field) => `${inner}${field.name}${field.required ? '' : '?'}: ${text(field.schema, inner)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

function plainTypeText({ type, format }: JsonSchema): string {
  if (type === 'integer') return 'whole number'
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'instant'
  return type === undefined ? 'any' : String(type)
}
