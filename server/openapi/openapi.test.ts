import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  env: { PUBLIC_URL: 'https://rates.example.org', REGISTRATION: 'open' },
})
const document = (await test.app.inject('/api/openapi.json')).json<
  ReturnType<typeof openApiDocument>
>()
afterAll(() => rmSync(folder, { recursive: true }))

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

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
