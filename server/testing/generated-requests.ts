import * as z from 'zod/mini'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import type { Endpoint, Schema } from '../../contract/endpoint.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import type { JsonSchema } from '../openapi/schemas.ts'
import {
  HOSTILE_BODIES,
  HOSTILE_HEADERS,
  HOSTILE_QUERIES,
  HOSTILE_TYPES,
  HOSTILE_VALUES,
} from './hostile-values.ts'
import { SeededRandom } from './seeded-random.ts'

export interface GeneratedRequest {
  /**
   * Null if method or path was spoilt.
   */
  readonly endpoint: Endpoint | null
  readonly method: string
  /** Path and query, percent-encoded. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer | undefined
}

type Fields = Record<string, unknown>

/** Without streams, which never end. */
export const ENDPOINTS = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  ({ media }) => media?.includes('text/event-stream') !== true,
)

/**
 * Requests of the contract, the same for the same seed: a third valid, half with one thing spoilt,
 * the rest noise. Whole files cost a hundred times as much, so they are a twentieth as frequent.
 */
export class RequestGenerator {
  private readonly random: SeededRandom
  private readonly today: CalendarDate

  constructor(seed: number, today: CalendarDate) {
    this.random = new SeededRandom(seed)
    this.today = today
  }

  /** `token`: of a live session. */
  next(token: string): GeneratedRequest {
    const { random } = this
    let endpoint = random.pick(ENDPOINTS)
    if (endpoint.media && !random.oneIn(20))
      endpoint = random.pick(ENDPOINTS.filter(({ media }) => !media))
    const kind = random.pick(['valid', 'valid', 'field', 'field', 'field', 'noise'] as const)
    const schema = endpoint
    const params = this.fields(schema.params)
    const query = this.fields(schema.query)
    const body = schema.body === undefined ? undefined : this.fields(schema.body)
    const csv = random.oneIn(3) ? endpoint.csv : undefined
    if (kind === 'field') this.spoilOne([params, query, ...(body ? [body] : [])])
    const plain: GeneratedRequest = {
      endpoint,
      method: endpoint.method,
      url: pathOf(endpoint.url, params) + queryOf(query),
      headers: {
        ...(random.oneIn(15) ? {} : { authorization: `Bearer ${token}` }),
        ...(random.oneIn(4) && { 'idempotency-key': `key-${random.below(1000)}` }),
        ...(body && { 'content-type': csv === undefined ? 'application/json' : 'text/csv' }),
      },
      payload: body && Buffer.from(csv ?? JSON.stringify(body)),
    }
    return kind === 'noise' ? this.spoilForm(plain) : plain
  }

  private fields(schema: Schema | undefined): Fields {
    if (schema === undefined) return {}
    const { oneOf, ...one } = jsonSchemaOf(schema)
    const { properties = {}, required = [] } = flat(oneOf ? this.random.pick(oneOf) : one)
    const chosen = Object.entries(properties).filter(
      ([name]) => required.includes(name) || (name !== 'currency' && this.random.oneIn(3)),
    )
    const made = Object.fromEntries(chosen.map(([name, field]) => [name, this.valid(name, field)]))
    // One of two names is needed, which no schema of one field can say.
    if ('base_currency' in properties)
      made['base_currency'] = this.random.pick(['USD', 'AUD', 'CAD', 'GBP'])
    return made
  }

  private valid(name: string, schema: JsonSchema): unknown {
    const { random } = this
    const made: Record<string, () => unknown> = {
      otp: () => String(random.below(1_000_000)).padStart(6, '0'),
      rate: () => (3_000_000 + random.below(100_000)) / 10_000,
      text: () =>
        `date,currency,rate\n${addDays(this.today, -random.below(90))},USD,${300 + random.below(9)}.25\n`,
      known_at: () => `${addDays(this.today, -random.below(10))}T00:00:00Z`,
      format: () => random.pick(['csv', 'jsonl']),
    }
    if (made[name]) return made[name]()
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    if (schema.format === 'date') return addDays(this.today, -random.below(90))
    if (schema.format === 'email') return `somebody${random.below(200)}@example.lk`
    if (schema.type === 'integer') return String(1 + random.below(100))
    return random.pick(['Nimal Perera', 'rate', 'create exchange rate', 'අගය', 'x'])
  }

  /**
   * Gives one field a wrong value, removes it, or adds an unknown one.
   */
  private spoilOne(parts: Fields[]): void {
    const { random } = this
    const part = random.pick(
      parts.filter((each) => Object.keys(each).length > 0).concat(parts.at(-1) ?? {}),
    )
    const names = Object.keys(part)
    const name =
      names.length === 0 || random.oneIn(8)
        ? random.pick(['extra', '__proto__', 'page', ''])
        : random.pick(names)
    if (random.oneIn(8)) Reflect.deleteProperty(part, name)
    else
      Object.defineProperty(part, name, {
        value: random.pick(HOSTILE_VALUES),
        enumerable: true,
        configurable: true,
      })
  }

  /**
   * Spoils other parts than fields: method, path, query, headers, the body's bytes or their type.
   */
  private spoilForm(request: GeneratedRequest): GeneratedRequest {
    const { random } = this
    const [path = '', query = ''] = request.url.split('?')
    switch (random.pick(['method', 'path', 'query', 'headers', 'body', 'type'])) {
      case 'method':
        return {
          ...request,
          endpoint: null,
          method: random.pick(['PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'OPTIONS']),
        }
      case 'path': {
        const spoilt = random.pick([
          `${path}/`,
          `/${path}`,
          path.toUpperCase(),
          `${path}%2f`,
          `${path}/%00`,
          `${path}%zz`,
          '/api/',
          '/api/%ff',
        ])
        return { ...request, endpoint: null, url: spoilt + (query && `?${query}`) }
      }
      case 'query':
        return { ...request, url: `${path}?${query}&${random.pick(HOSTILE_QUERIES)}` }
      case 'headers':
        return { ...request, headers: { ...request.headers, ...random.pick(HOSTILE_HEADERS) } }
      case 'type':
        return {
          ...request,
          headers: { ...request.headers, 'content-type': random.pick(HOSTILE_TYPES) },
        }
      default:
        return {
          ...request,
          method: request.method === 'GET' ? 'POST' : request.method,
          endpoint: request.method === 'GET' ? null : request.endpoint,
          headers: { ...request.headers, 'content-type': 'application/json' },
          payload: random.pick(HOSTILE_BODIES),
        }
    }
  }
}

/** One line, to repeat the request by hand. */
export function describeRequest({ method, url, headers, payload }: GeneratedRequest): string {
  const shown = JSON.stringify(headers, (name, value: unknown) =>
    name === 'authorization' ? '…' : value,
  )
  const parts = [method, url, shown, payload?.toString() ?? '']
  return parts.map((part) => part.slice(0, 200)).join(' ')
}

const known = new Map<unknown, JsonSchema>()

export function jsonSchemaOf(schema: Schema): JsonSchema {
  const found =
    known.get(schema) ??
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  known.set(schema, found)
  return found
}

/** Takes the first of alternatives. */
function flat(schema: JsonSchema): JsonSchema {
  return schema.properties ? schema : (schema.anyOf?.[0] ?? schema)
}

const pathOf = (url: string, params: Fields) =>
  url.replace(/:(\w+)/g, (_all, name: string) => encoded(params[name] ?? '-'))

function queryOf(query: Fields): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${encoded(name)}=${encoded(each)}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text.toWellFormed())
}
