import { readdirSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { listResponses } from '../../contract/errors.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const test = await testAppOfFile({
  env: {
    SITE_NAME: 'Bank & Sons',
    PUBLIC_URL: 'https://rates.example.org',
    REGISTRATION: 'open',
  },
})

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')
const described = async () =>
  (await test.app.inject('/api/openapi.json')).json<{
    openapi: string
    paths: Record<
      string,
      Record<string, { operationId: string; responses: object; security: object[] }>
    >
  }>()

describe('the contract', () => {
  it.each(
    ALL_ENDPOINTS.map(({ name, endpoint }) => [endpoint.method, endpoint.url, name] as const),
  )('is served: %s %s', (method, url) => {
    expect(test.app.hasRoute({ method, url })).toBe(true)
  })

  it('contains every served route under /api', () => {
    const served = [
      ...test.app.printRoutes({ commonPrefix: false }).matchAll(/(\/api\/\S*) \(([A-Z, ]+)\)/g),
    ]
    const contract = new Set(
      ALL_ENDPOINTS.map(({ endpoint }) => `${endpoint.method} ${endpoint.url}`),
    )
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

  it('lists every endpoint of its files', async () => {
    const files = readdirSync('contract', { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.ts$/.test(file) && !/^(all-endpoints|schema)|\.test\.ts$/.test(file),
    )
    const exported = await Promise.all(
      files.map(async (file) => Object.entries((await import(`../../contract/${file}`)) as object)),
    )
    const endpoints = exported
      .flat()
      .filter(([, value]) => Object.hasOwn(Object(value) as object, 'url'))
    expect(endpoints.map(([name]) => name).sort()).toEqual(
      ALL_ENDPOINTS.map(({ name }) => name).sort(),
    )
  })
})

const session = { token: ['session'] }
const SECURITY = {
  public: [],
  optional: [{}, session],
  session: [session],
  read: [{ token: ['read'] }],
  write: [{ token: ['write'] }],
  admin: [session],
}

describe('the OpenAPI document', () => {
  it('has every endpoint with parameters, security and statuses, in version 3.1', async () => {
    const document = await described()
    expect(document.openapi).toMatch(/^3\.1\./)
    for (const { name, endpoint } of ALL_ENDPOINTS) {
      const operation = document.paths[pathOf(endpoint.url)]?.[endpoint.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      expect(operation?.security).toEqual(
        SECURITY[endpoint.takesSession ? 'optional' : endpoint.access],
      )
      expect(Object.keys(operation?.responses ?? {})).toEqual(Object.keys(listResponses(endpoint)))
    }
  })

  it('answers 304 to its tag', async () => {
    const first = await test.app.inject('/api/openapi.json')
    const headers = { 'if-none-match': String(first.headers['etag']) }
    const notModified = await test.app.inject({ url: '/api/openapi.json', headers })
    expect([notModified.statusCode, notModified.body]).toEqual([304, ''])
    expect(notModified.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('the page for users', () => {
  it('names the installation and loads one script under its own policy', async () => {
    const { body, headers } = await test.app.inject('/api/docs')
    expect(body).toContain('Bank &amp; Sons')
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/api-reference.js" defer>'])
    expect(body).not.toMatch(/\son\w+="|(src|href)="(http|\/\/)/)
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'unsafe-inline'",
      "font-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    for (const path of ['/api/openapi.json', '/api-reference.js', '/api/docs/x', '/privacy'])
      expect((await test.app.inject(path)).headers['content-security-policy']).not.toContain(
        'unsafe',
      )
  })

  it('serves its script compressed', async () => {
    const request = { url: '/api-reference.js', headers: { 'accept-encoding': 'br' } }
    const { headers, rawPayload } = await test.app.inject(request)
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(brotliDecompressSync(rawPayload).toString()).toContain('createApiReference')
    expect(rawPayload.length).toBeLessThan(1_200_000)
  })
})
