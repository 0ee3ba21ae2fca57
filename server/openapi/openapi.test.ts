import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { listResponses } from '../../contract/errors.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { commitImport } from '../../contract/imports.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { openApiPath, type openApiDocument } from './document.ts'

const folder = mkdtempSync('.cache/openapi-')
const test = await testAppOfFile({
  env: {
    SITE_NAME: 'Bank & Sons',
    PUBLIC_URL: 'https://rates.example.org',
    REGISTRATION: 'open',
  },
})
const document = (await test.app.inject('/api/openapi.json')).json<
  ReturnType<typeof openApiDocument>
>()
afterAll(() => rmSync(folder, { recursive: true }))

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

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

it('the document has every endpoint with parameters, security and statuses, in version 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  for (const { name, endpoint } of ALL_ENDPOINTS) {
    const operation = document.paths[openApiPath(endpoint)]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(operation?.security).toEqual(
      SECURITY[endpoint.takesSession ? 'optional' : endpoint.access],
    )
    expect(Object.keys(operation?.responses ?? {})).toEqual(Object.keys(listResponses(endpoint)))
  }
})

it('the document answers 304 to its tag', async () => {
  const first = await test.app.inject('/api/openapi.json')
  const headers = { 'if-none-match': String(first.headers['etag']) }
  const notModified = await test.app.inject({ url: '/api/openapi.json', headers })
  expect([notModified.statusCode, notModified.body]).toEqual([304, ''])
  expect(notModified.headers['x-content-type-options']).toBe('nosniff')
})

it('the document has no error or warning by redocly.yaml', async () => {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const linter = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--format=json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  // It ends with status 1 where it finds something.
  const stdout = await new Promise<string>((done) => {
    execFile(process.execPath, linter, { env }, (_error, printed) => done(printed))
  })
  const { problems } = JSON.parse(stdout) as {
    problems: { ruleId: string; message: string; location: unknown }[]
  }
  expect(problems).toEqual([])
})

it('patterns and media types mean the same in every language', () => {
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      // JSON Schema 2020-12, section 6.4: what all dialects of regular expressions have.
      if (key === 'pattern') expect(value).toMatch(/^\^(\[[\w-]+\]|\{\d+(,\d+)?\}|[\w+*?-])*\$$/)
      if (/^application\/(.+\+)?json$/.test(key))
        expect(value, key).not.toHaveProperty('schema.type', 'string')
      visit(value)
    }
  }
  visit(document)
})

it('no object is described twice', () => {
  const seen = new Map<string, string>()
  const twice: string[] = []
  const visit = (part: unknown, path: string) => {
    if (typeof part !== 'object' || part === null) return
    // An envelope of one field is no thing of its own.
    if ('properties' in part && Object.keys(part.properties as object).length > 1) {
      const text = JSON.stringify(part)
      const before = seen.get(text)
      if (before !== undefined)
        twice.push(`${before} and ${path}: export this schema from its contract file`)
      else seen.set(text, path)
    }
    for (const [key, value] of Object.entries(part)) visit(value, `${path}/${key}`)
  }
  visit(document.components.schemas, 'components')
  visit(document.paths, 'paths')
  expect(twice).toEqual([])
})

it('every operation has a summary and a description', () => {
  for (const { operationId, summary, description } of operations()) {
    expect(summary, operationId).toMatch(/^[A-Z].{3,38}[^.]$/)
    expect(description, operationId).toMatch(/[.]$/)
  }
})

describe('an example', () => {
  it.each(ALL_ENDPOINTS.map(({ name, endpoint }) => [name, endpoint] as const))(
    'of %s has the form that its schema says',
    (_name, endpoint) => {
      const { requestBody, responses } =
        document.paths[openApiPath(endpoint)]![endpoint.method.toLowerCase()]!
      const { body } = endpoint
      const example = requestBody?.content['application/json']?.example
      // A file has no example.
      const isJson = body !== undefined
      expect(example === undefined, 'the body has an example').toBe(!isJson)
      if (isJson) expect(z.safeParse(body, example).error).toBeUndefined()
      const schemas = listResponses(endpoint)
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const example = content['application/json']?.example
        const schema = schemas[Number(status)]
        if (example !== undefined && schema)
          expect(z.safeParse(schema, example).error).toBeUndefined()
      }
    },
  )

  it.each([recordManualRate, commitImport])(
    'of $method $url publishes nothing when it is sent',
    async (endpoint) => {
      const { headers } = await signedInUser(test)
      const { method, url, example: payload } = endpoint
      const response = await sendRequest(test, { method, url, headers, payload })
      expect(response.status).toBe(400)
      const rates = test.db.selectFrom('fact_state').select('id').where('subject', '=', 'rate')
      expect(await rates.execute()).toEqual([])
    },
  )
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
