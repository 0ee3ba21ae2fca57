import type { InjectOptions } from 'fastify'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FIREFOX } from '../sign-in/sign-in.fixture.ts'
import type { TestApp } from '../testing/test-app.ts'

/** What a call is made with, beside its endpoint. */
export interface Call extends Pick<InjectOptions, 'headers' | 'payload' | 'remoteAddress'> {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  /** Stands under `errors` instead of its operation. */
  readonly isError?: boolean
}

type Recorded = Record<string, Record<string, Record<string, unknown>>>

/** Calls the application and keeps what it answers, by operation, status and media type. */
export class ResponseRecorder {
  readonly recorded: Recorded = {}
  private readonly test: Pick<TestApp, 'app' | 'deps'>

  constructor(test: Pick<TestApp, 'app' | 'deps'>) {
    this.test = test
  }

  async call(
    endpoint: Endpoint,
    { params = {}, query = '', isError = false, headers, ...rest }: Call = {},
  ): Promise<Record<string, unknown>> {
    const { name = '' } = ALL_ENDPOINTS.find((each) => each.endpoint === endpoint) ?? {}
    const response = await this.test.app.inject({
      method: endpoint.method,
      url: endpoint.url.replace(/:(\w+)/g, (_all, param: string) => String(params[param])) + query,
      // Documentation's own range (RFC 5737).
      remoteAddress: '203.0.113.7',
      headers: { 'user-agent': FIREFOX, ...headers },
      ...rest,
    })
    const [media = ''] = (response.headers['content-type'] ?? '').split(';')
    this.keep(isError ? 'errors' : name, String(response.statusCode), media, response.body)
    return media === 'application/json' ? response.json<Record<string, unknown>>() : {}
  }

  /** Keeps a response, with what differs from run to run made the same. */
  keep(operation: string, status: string, media: string, body: string): void {
    const { dataDir } = this.test.deps.config
    const text = withoutVariance(body).replaceAll(dataDir, '/var/lib/rupee-rates')
    const value: unknown = media === 'application/json' ? JSON.parse(text) : text
    const kept = (this.recorded[operation] ??= {})
    kept[status] = { ...kept[status], [media]: value }
  }
}

const HASH = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'

function withoutVariance(text: string): string {
  return text
    .replace(/"token":"[\w-]+"/, '"token":"example-token"')
    .replace(/(request_id\\*"+:\\*"+)[0-9a-f]{16}/g, '$10123456789abcdef')
    .replace(/\b(?!0{64})[0-9a-f]{64}\b/g, HASH)
    .replace(/("(?:key|fingerprint)\\*"+:\\*"+)[0-9a-f]{16}/g, '$1aafe54365a14e5e8')
    .replace(/(public_key\\*"+:\\*"+|signature\\*"+:\\*"+)[\w+/=-]+/g, '$1MCowBQYDK2VwAyEA')
    .replace(/^retry: \d+/m, 'retry: 2000')
}
