import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { publish } from '../rates/published-rates.fixture.ts'
import { newestSecrets } from '../sign-in/sign-in.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'

/** A client that uses the types generated from the served document. */
const CLIENT = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

type Entry = components['schemas']['Entry']

export async function useApi(baseUrl: string, readCode: (email: string) => Promise<string>) {
  const api = createClient<paths>({ baseUrl })
  const rate = await api.GET('/api/exchange-rate/current/{currency}', {
    params: { path: { currency: 'USD' }, query: { date: '2026-09-29' } },
  })
  const week = await api.GET('/api/exchange-rate/{currency}/last-seven-days', { params: { path: { currency: 'USD' } } })
  const average: number | null | undefined = week.data?.data.weekly_average
  const email = 'kamala@example.lk'
  await api.POST('/api/auth/register', { body: { name: 'Kamala Silva', email } })
  const signedIn = await api.POST('/api/auth/verify-otp', { body: { email, otp: await readCode(email) } })
  const headers = { authorization: 'Bearer ' + (signedIn.data?.token ?? '') }
  const body = { date: '2026-09-29', base_currency: 'USD', target_currency: 'LKR', rate: 301.25 } as const
  const checked = await api.POST('/api/exchange-rate/manual/check', { headers, body })
  const written = await api.POST('/api/exchange-rate/manual', {
    headers,
    params: { header: { 'Idempotency-Key': 'usd-2026-09-29' } },
    body,
  })
  const listed = await api.GET('/api/exchange-rate/recent', { headers, params: { query: { limit: 5 } } })
  const entries: Entry[] = listed.data?.data ?? []
  const deleted = await api.DELETE('/api/exchange-rate/manual/{id}', {
    headers,
    params: { path: { id: entries[0]?.id ?? 0 } },
  })
  const wrong = await api.POST('/api/exchange-rate/manual', { headers, body: { ...body, rate: -1 } })
  const sentences = wrong.error && 'errors' in wrong.error ? wrong.error.errors?.['rate'] : undefined
  return {
    rate: rate.data?.data.rate,
    average,
    user: signedIn.data?.data.user.name,
    warnings: checked.data?.data.warnings.length,
    message: written.data?.message,
    ids: entries.map(({ id }) => id),
    deleted: deleted.data?.message,
    sentences,
  }
}
`

const folder = mkdtempSync(resolve('.cache', 'client-'))
const test = await testAppOfFile()
await publish(test, 'sample', 'USD', { '2026-09-29': '301.1' })
afterAll(() => rmSync(folder, { recursive: true }))

interface Client {
  useApi(baseUrl: string, readCode: (email: string) => Promise<string>): Promise<unknown>
}

it('types generated from the document compile strictly, and a client on them works', async () => {
  // Without a socket: the server would close it while the compiler holds the event loop.
  const { body: document } = await test.app.inject('/api/openapi.json')
  const types = astToString(await openapiTS(document))
  writeFileSync(join(folder, 'api.d.ts'), types)
  const file = join(folder, 'client.ts')
  writeFileSync(file, CLIENT)
  expect(complaints(file)).toEqual([])
  const client = (await import(pathToFileURL(file).href)) as Client
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  const done = await client.useApi(
    address,
    async (email) => (await newestSecrets(test, email)).code,
  )
  expect(done).toEqual({
    rate: 301.1,
    average: 301.1,
    user: 'Kamala Silva',
    warnings: 0,
    message: 'Exchange rate added successfully',
    ids: [27],
    deleted: 'Exchange rate deleted successfully',
    sentences: [expect.stringContaining('greater than 0')],
  })
})

/** Compiles strictly, the generated types included, and returns the errors. */
function complaints(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  })
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file: where, start = 0 }) => {
    const line = where ? where.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${where?.fileName ?? ''}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}
