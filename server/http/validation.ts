import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import type { CallInput, Endpoint, Schema } from '../../contract/endpoint.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { ApiError, invalid, namedFields } from '../errors.ts'
import { t } from '../../text/sentences.ts'

/** The issues of one part of a request, on their way from the validator to the error handler. */
export class InvalidPart extends Error {
  readonly part: string | undefined
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(part: string | undefined, issues: readonly z.core.$ZodIssue[]) {
    super('Invalid request')
    this.part = part
    this.issues = issues
  }
}

/**
 * Makes Fastify check requests with the contract's schemas: no coercion, nothing removed, no
 * defaults. Answers are typed, and only serialised here.
 */
export function useContractSchemas(app: FastifyInstance): void {
  const validator: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
    return (value: unknown) => {
      const given = httpPart === 'querystring' ? plainQuery(value) : value
      const result = z.safeParse(schema, given)
      return result.success
        ? { value: result.data }
        : { error: new InvalidPart(httpPart, result.error.issues) }
    }
  }
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler(() => (body) => JSON.stringify(body))
}

/** What a handler gets of what a caller gives, checked as the route does; throws `InvalidPart`. */
export function checkedInput(endpoint: Endpoint, given: Partial<CallInput<Endpoint>>) {
  const part = (name: 'params' | 'query' | 'body') => {
    const schema = endpoint[name]
    const result = schema && z.safeParse(schema, given[name])
    if (result?.success === false) throw new InvalidPart(name, result.error.issues)
    return result?.data
  }
  return { params: part('params'), query: part('query'), body: part('body') }
}

/** Parts of a path of which another value is malformed, not the name of nothing. */
const isMalformed = new Set<unknown>(['date', 'policy'])

/** An ApiError for what the validator refused, or undefined where the error is another. */
export function validationError(error: unknown): ApiError | undefined {
  if (!(error instanceof InvalidPart)) return undefined
  const fields = namedFields(wrongFields(error.issues))
  // A path that names nothing: `/api/exchange-rate/current/EUR` is not found rather than malformed.
  if (error.part === 'params' && !error.issues.some(({ path: [at] }) => isMalformed.has(at))) {
    return new ApiError('not_found', Object.values(fields)[0]?.[0] ?? t.httpText.notFound)
  }
  return invalid(fields)
}

/** Every wrong field with its sentence; what is wrong with the whole body stands under `body`. */
export function* wrongFields(
  issues: readonly z.core.$ZodIssue[],
): Generator<[field: string, sentence: string]> {
  for (const issue of issues) {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield [[...path, key].join('.'), t.httpText.unknownField]
    } else if (path.length === 0) yield ['body', t.httpText.noObject]
    else yield [path.join('.'), inputErrorSentence(issue.message)]
  }
}

/** The query as a plain object: `?a&a` gives arrays. */
function plainQuery(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? { ...value } : value
}
