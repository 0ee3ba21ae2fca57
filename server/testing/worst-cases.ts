import { BODY_LIMIT, type Endpoint } from '../../contract/endpoint.ts'
import { PERIOD_UNITS } from '../../domain/period.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { listFields } from '../openapi/schemas.ts'
import { SeededRandom } from './seeded-random.ts'
import { ENDPOINTS, jsonSchemaOf, type GeneratedRequest } from './generated-requests.ts'

/** Texts of about a length in bytes that have made programs slow. */
const TEXTS: readonly ((length: number) => string)[] = [
  (length) => 'a'.repeat(length),
  (length) => `${'1-'.repeat(length / 2)}x`,
  (length) => `1${' '.repeat(length)}x1`,
  (length) => `1.${'0'.repeat(length)}1`,
  (length) => `${'1,'.repeat(length / 2)}x`,
  (length) => `Mon${'a'.repeat(length)}`,
  (length) => `1${'\t'.repeat(length / 2)}`,
  (length) => '\n'.repeat(length / 2),
  (length) => '"'.repeat(length / 2),
  (length) => '%_\\'.repeat(length / 4),
  (length) => `${'a@'.repeat(length / 2)}.lk`,
  (length) => `nimal@${'a-'.repeat(length / 2)}.lk`,
  (length) => 'අ'.repeat(length / 3),
  (length) => '\u0000'.repeat(length / 6),
  (length) => '\ud800'.repeat(length / 6),
  (length) => `2026-11-${'1'.repeat(length)}`,
  (length) => `${'1-'.repeat(31)}x\n`.repeat(length / 64),
  (length) => `${'a,'.repeat(15)}\n`.repeat(length / 31),
  (length) => '2026-11-20,USD,301.25\n'.repeat(length / 22),
  (length) => fullTable(Math.min(9999, length / 80)),
]

/** As many rows as an import may have, each as long as may be. */
function fullTable(rows: number): string {
  return times(
    rows,
    (at) => `2026-${1 + (at % 12)}-${1 + (at % 28)},USD,30${at % 10}.25,${'x'.repeat(60)}`,
    '\n',
  )
}

/** Bodies of about a length in bytes that are no valid input. */
const BODIES: readonly ((length: number) => string)[] = [
  (length) => `{${times(length / 12, (at) => `"f${String(at).padStart(7, '0')}":1`)}}`,
  (length) => `{${times(length / 12, (at) => `"${at * 4096}":1`)}}`,
  (length) => `{"${'k'.repeat(length - 10)}":1}`,
  (length) => `{${times(98, (at) => `"${at}${'k'.repeat(length / 98 - 8)}":1`)}}`,
  (length) => '['.repeat(length),
  (length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  (length) => '{"a":'.repeat(length / 5),
  (length) => `[${times(length / 2 - 2, () => '1')}]`,
  (length) => `[${times(length / 10 - 2, () => '{"a":[1]}')}]`,
  (length) => `{"a":${'1'.repeat(length - 10)}}`,
  (length) => `{"constructor":{"a":"${'\\u0061'.repeat(length / 6 - 10)}"}}`,
  (length) => `{"a":"${'\\'.repeat(length - 10)}"}`,
  (length) => ' '.repeat(length),
  (length) => `"${'x'.repeat(length - 2)}`,
]

/** Node's limit is 16 KiB for all headers together. */
const HEADER_LENGTH = 8000
const HEADERS: readonly string[] = [
  'accept-encoding',
  'authorization',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'user-agent',
  'x-forwarded-for',
]
const HEADER_TEXTS: readonly string[] = [
  'W/"a",'.repeat(HEADER_LENGTH / 6),
  'br;q=0,'.repeat(HEADER_LENGTH / 7),
  `Bearer ${'a'.repeat(HEADER_LENGTH)}`,
  `${'a '.repeat(HEADER_LENGTH / 2)}x`,
  '%'.repeat(HEADER_LENGTH),
  '::ffff:'.repeat(HEADER_LENGTH / 7),
]

/** Parameters of the longest response. */
const WIDEST: Readonly<Record<string, readonly string[]>> = {
  currency: ['USD'],
  date: ['2026-11-20'],
  file: ['all.csv', 'all.beancount'],
  base: ['USD'],
  quote: ['LKR'],
  kind: RATE_KINDS,
  unit: PERIOD_UNITS,
  month: ['2026-11'],
  layout: ['long', 'wide'],
}
/**
 * Days of 30 years, and as many as a response in the form of Frankfurter has; with a unit they are
 * months.
 */
const FIRST_DAYS = ['1996-12-01', '2021-12-01']

const PAGES = [
  '/periods/USD?from=1986-12',
  '/periods/USD?from=2016-12',
  '/periods/USD?unit=tax-year&from=1986-12',
  '/rates/USD?from=1996-12-01',
  '/rates/USD?from=1996-12-01&compare=GBP,AUD',
  '/si/periods/USD?from=2006-12',
  '/periods?unit=tax-year&month=1986-12',
  '/',
]

/**
 * The most expensive requests over all endpoints, up to the body limit of each; the same for the
 * same seed. `token`: of a live session.
 */
export class WorstCases {
  private readonly random: SeededRandom

  constructor(seed: number) {
    this.random = new SeededRandom(seed)
  }

  next(token: string): GeneratedRequest {
    const { random } = this
    if (random.oneIn(20))
      return {
        endpoint: null,
        method: 'GET',
        url: random.pick(PAGES),
        headers: {},
        payload: undefined,
      }
    const endpoint = random.pick(ENDPOINTS)
    if (endpoint.method === 'GET' && random.oneIn(3)) {
      const headers = { authorization: `Bearer ${token}` }
      return { endpoint, method: 'GET', url: this.widest(endpoint), headers, payload: undefined }
    }
    const limit = endpoint.bodyLimit ?? BODY_LIMIT
    const hasBody = endpoint.body !== undefined
    const kind = random.pick(
      hasBody ? (['field', 'field', 'body', 'header'] as const) : (['field', 'header'] as const),
    )
    const body =
      kind === 'body'
        ? random.pick(BODIES)(limit - 100)
        : this.fields(endpoint, limit, kind === 'field')
    return {
      endpoint,
      method: endpoint.method,
      url: this.address(endpoint, kind === 'field' && !hasBody),
      headers: {
        ...(!random.oneIn(20) && { authorization: `Bearer ${token}` }),
        ...(hasBody && {
          'content-type': random.pick([
            'application/json',
            ...(endpoint.csv === undefined ? [] : ['text/csv']),
          ]),
        }),
        ...(kind === 'header' && { [random.pick(HEADERS)]: random.pick(HEADER_TEXTS) }),
      },
      payload: hasBody ? Buffer.from(body).subarray(0, limit) : undefined,
    }
  }

  private widest(endpoint: Endpoint): string {
    const { random } = this
    const names = endpoint.query
      ? listFields(jsonSchemaOf(endpoint.query)).map(({ name }) => name)
      : []
    const path = endpoint.url.replace(/:(\w+)/g, (_all, name: string) =>
      random.pick(WIDEST[name] ?? ['1']),
    )
    const query = names.flatMap((name) => {
      const values = name === 'from' ? FIRST_DAYS : name === 'date' ? undefined : WIDEST[name]
      if (values === undefined) return []
      const value = random.pick(values)
      return `${name}=${name === 'from' && names.includes('unit') ? value.slice(0, 7) : value}`
    })
    return query.length === 0 ? path : `${path}?${query.join('&')}`
  }

  /** One field is as long as the limit allows. */
  private fields(endpoint: Endpoint, limit: number, spoil: boolean): string {
    const { body } = endpoint
    if (body === undefined) return ''
    const fields = listFields(jsonSchemaOf(body)).map(({ name }) => name)
    const long = spoil ? this.random.pick([...fields, 'another']) : undefined
    const text = this.random.pick(TEXTS)(limit - 600)
    const rest = {
      date: '2026-11-20',
      base_currency: 'USD',
      rate: 301.25,
      text: '2026-11-20,USD,301.25',
    }
    const given = Object.entries(rest).filter(([name]) => fields.includes(name))
    return JSON.stringify({
      ...Object.fromEntries(given),
      ...(long !== undefined && { [long]: text }),
    })
  }

  /** One parameter, or many unknown ones, as long as the limit allows. */
  private address(endpoint: Endpoint, spoil: boolean): string {
    const { random } = this
    const { url, query: fields } = endpoint
    const long = encodeURIComponent(random.pick(TEXTS)(3000).toWellFormed())
      .slice(0, 9000)
      .replace(/%.?$/, '')
    const names = fields ? listFields(jsonSchemaOf(fields)).map(({ name }) => name) : []
    const spoilPath = spoil && url.includes(':') && random.oneIn(2)
    const path = url.replace(/:(\w+)/g, (_all, name: string) =>
      spoilPath ? long : name === 'currency' ? 'USD' : name === 'date' ? '2026-11-20' : '1',
    )
    if (!spoil || spoilPath) return path
    const query = random.oneIn(3)
      ? times(1500, (at) => `q${at}=1`, '&')
      : `${random.pick([...names, 'another'])}=${long}${names.includes('format') ? '&format=csv&up_to=1' : ''}`
    return `${path}?${query}`
  }
}

function times(count: number, one: (at: number) => string, mark = ','): string {
  return Array.from({ length: Math.floor(count) }, (_, at) => one(at)).join(mark)
}
