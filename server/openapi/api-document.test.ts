import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { responsesOf } from '../../contract/responses.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { escapeHtml } from '../text/html.ts'

const test = await testAppOfFile({
  env: { PROVIDER_NAME: 'Bank & Sons', PUBLIC_URL: 'https://rates.example.org', REGISTRATION: 'open' },
})

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')
const described = async () =>
  (await test.app.inject('/api/openapi.json')).json<{
    openapi: string
    paths: Record<string, Record<string, { operationId: string; responses: object; security: object[] }>>
  }>()

describe('the contract', () => {
  it.each(ALL_ENDPOINTS.map(({ name, endpoint }) => [endpoint.method, endpoint.url, name] as const))(
    'is served: %s %s',
    (method, url) => {
      expect(test.app.hasRoute({ method, url })).toBe(true)
    },
  )

  it('holds every route under /api that is served', () => {
    const served = [...test.app.printRoutes({ commonPrefix: false }).matchAll(/(\/api\/\S*) \(([A-Z, ]+)\)/g)]
    const contract = new Set(ALL_ENDPOINTS.map(({ endpoint }) => `${endpoint.method} ${endpoint.url}`))
    const unknown = served.flatMap(([, url = '', methods = '']) =>
      methods
        .split(', ')
        .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
        .map((method) => `${method} ${url}`)
        .filter((route) => !contract.has(route)),
    )
    expect(served.length).toBeGreaterThan(10)
    expect(unknown).toEqual([])
  })

  it('is documented from every file of it', async () => {
    const files = readdirSync('contract', { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.ts$/.test(file) && !/^(all-endpoints|schema)|\.test\.ts$/.test(file),
    )
    const exported = await Promise.all(
      files.map(async (file) => Object.entries((await import(`../../contract/${file}`)) as object)),
    )
    const endpoints = exported.flat().filter(([, value]) => Object.hasOwn(Object(value) as object, 'access'))
    expect(endpoints.map(([name]) => name).sort()).toEqual(ALL_ENDPOINTS.map(({ name }) => name).sort())
  })
})

const session = { session: [] }
const SECURITY = {
  public: [],
  optional: [{}, session],
  session: [session],
  read: [session, { accessToken: ['read'] }],
  write: [session, { accessToken: ['write'] }],
  admin: [session],
}

describe('the OpenAPI document', () => {
  it('is version 3.1 and has every endpoint with its parameters, who may call it and every status', async () => {
    const document = await described()
    expect(document.openapi).toMatch(/^3\.1\./)
    for (const { name, endpoint } of ALL_ENDPOINTS) {
      const operation = document.paths[pathOf(endpoint.url)]?.[endpoint.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      expect(operation?.security).toEqual(SECURITY[endpoint.takesSession ? 'optional' : endpoint.access])
      expect(Object.keys(operation?.responses ?? {})).toEqual(Object.keys(responsesOf(endpoint)))
    }
  })

  it('is fetched once: asked again with its tag, the answer is 304', async () => {
    const first = await test.app.inject('/api/openapi.json')
    const headers = { 'if-none-match': String(first.headers['etag']) }
    const notModified = await test.app.inject({ url: '/api/openapi.json', headers })
    expect([notModified.statusCode, notModified.body]).toEqual([304, ''])
    expect(notModified.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('the page for users', () => {
  it('names every endpoint and the installation, without a script or a foreign origin', async () => {
    const { body, headers } = await test.app.inject('/api/docs')
    for (const { endpoint } of ALL_ENDPOINTS)
      expect(body).toContain(`<code>${escapeHtml(endpoint.url)}</code>`)
    expect(body).toContain('Bank &amp; Sons')
    expect(body).toContain('https://rates.example.org/api/exchange-rate/current/USD')
    expect(body).not.toMatch(/<script|style="|\son\w+="|src="http|href="http/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}';/)
    for (const title of ['curl', 'TypeScript', 'Python', 'A spreadsheet'])
      expect(body).toContain(`<h3>${title}`)
  })

  it('says what is limited, by the numbers that are enforced', async () => {
    const { body } = await test.app.inject('/api/docs')
    const of = (name: string) => body.slice(body.indexOf(`<h3 id="${name}"`)).split('</article>', 1)[0]
    expect(of('requestCode')).toContain('60 calls a minute from a network; a body of up to 4 KiB')
    expect(of('readUser')).toContain('2 requests of a user at once, 4 more wait')
    expect(of('currentRate')).not.toContain('Limits:')
  })

  it('can be explored with one script of this server, and a form for every GET that ends', async () => {
    const { body, headers } = await test.app.inject('/api/docs/explore')
    const scripts = [...body.matchAll(/<script[^>]*>[^<]*/g)].map(([script]) => script)
    expect(scripts).toEqual(['<script type="module" src="/api-explorer.js">'])
    expect(body).not.toMatch(/style="|\son\w+="|src="http/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    const script = await test.app.inject('/api-explorer.js')
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(script.body).not.toMatch(/innerHTML|eval|import /)
    const gets = ALL_ENDPOINTS.filter(
      ({ endpoint: { method, media } }) => method === 'GET' && !media?.includes('text/event-stream'),
    )
    expect(body.match(/<form class="try"/g)).toHaveLength(gets.length)
  })

  it('has no example that changes anything when it is pasted, and says what publishes a rate', async () => {
    const { body } = await test.app.inject('/api/docs')
    const section = body.slice(body.indexOf('id="examples"'), body.indexOf('</section>'))
    const code = [...section.matchAll(/<pre.*?<\/pre>/gs)].map(([block]) => block).join('\n')
    expect(code).toContain('301.25')
    expect(code).not.toMatch(/uuidgen|\d{4}-\d\d-\d\d(?!\.)/)
    const paths = [...code.matchAll(/\/api\/[\w/-]+/g)].map(([path]) => path)
    expect(new Set(paths)).toEqual(
      new Set([
        '/api/exchange-rate/current/USD',
        '/api/exchange-rate/manual/check',
        '/api/exchange-rate/GBP/last-seven-days',
      ]),
    )
    expect(section).toContain('It is public immediately')
  })

  it('shows what the server answers', async () => {
    const { body } = await test.app.inject('/api/docs')
    expect(body).toContain('Example response of currentRate, application/json')
    expect(body).toContain('&quot;requested_date&quot;: &quot;2026-09-29&quot;')
  })
})
