import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { jsonLog } from '../operations/json-log.ts'
import { PublicReads, serveKept } from './serve.ts'
import { logRequests, RequestLog, type RequestMetrics } from './request-log.ts'
import { PUBLIC_CACHE, ResponseCache } from './response-cache.ts'
import { createServer } from './server.ts'

type Finished = Parameters<RequestMetrics['finished']>[0]

/** A server that counts what it makes of `/kept/:name`. */
async function startServer(write: (name: string) => string | Promise<string> = (name) => name) {
  const state = { version: 0, made: 0, hooks: 0 }
  const finished: Finished[] = []
  const responses = new ResponseCache(() => String(state.version))
  const requests = new RequestLog({
    finished: (request) => finished.push(request),
    aborted: () => undefined,
  })
  const base = { config: readConfig({}), log: jsonLog('silent') }
  const app = createServer(base, responses, requests)
  onTestFinished(() => app.close())
  logRequests(app, requests)
  responses.keepResponses(app)
  app.decorate('responses', responses).decorate('publicReads', new PublicReads())
  serveKept(app, '/kept/:name', (reply) => {
    state.made++
    const { name } = reply.request.params as { name: string }
    reply.headers(PUBLIC_CACHE).type('text/plain')
    if (name === 'refused') reply.code(404)
    return write(name)
  })
  // Added after the routes, like a hook that a developer adds later.
  app.addHook('onSend', (_request, reply, payload, done) => {
    state.hooks++
    reply.header('x-hook', String(state.hooks))
    done(null, `${String(payload)}!`)
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(address + path, { headers, method })
    return { response, body: await response.text() }
  }
  return { state, finished, get }
}

describe('a kept response', () => {
  test('is what the last hook left, which runs for made responses only', async () => {
    const { state, get } = await startServer()
    for (let n = 0; n < 3; n++) {
      const { response, body } = await get('/kept/usd')
      expect([body, response.headers.get('x-hook')]).toEqual(['usd!', '1'])
    }
    expect([state.made, state.hooks]).toEqual([1, 1])
    state.version++
    expect((await get('/kept/usd')).response.headers.get('x-hook')).toBe('2')
  })

  test('is counted like a made one', async () => {
    const { finished, get } = await startServer()
    const { response } = await get('/kept/usd')
    await get('/kept/usd', {}, 'HEAD')
    await get('/kept/usd', { 'if-none-match': response.headers.get('etag') ?? '' })
    await expect
      .poll(() => finished)
      .toMatchObject([
        { method: 'GET', route: '/kept/:name', status: 200 },
        { method: 'HEAD', route: '/kept/:name', status: 200 },
        { method: 'GET', route: '/kept/:name', status: 304 },
      ])
  })

  test('has the form that the client accepts', async () => {
    const { state, get } = await startServer((name) => name.repeat(9000))
    const first = await get('/kept/usd', { 'accept-encoding': 'gzip, br' })
    const forms = ['gzip, br', 'gzip', 'br;q=0, gzip', 'identity'].map((accepted) =>
      get('/kept/usd', { 'accept-encoding': accepted }),
    )
    const sent = await Promise.all(forms)
    expect(sent.map(({ response }) => response.headers.get('content-encoding'))).toEqual([
      'br',
      'gzip',
      'gzip',
      null,
    ])
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([first.body]))
    expect(first.response.headers.get('vary')).toBe('Accept-Encoding')
    expect(state.made).toBe(1)
  })

  test('stays while others fill the cache, if it is used', async () => {
    const { state, get } = await startServer((name) => name.repeat(80))
    const names = Array.from({ length: 100 }, (_, at) => `${'x'.repeat(94)}${at}`)
    for (let round = 0; round < 50; round++) {
      await Promise.all(names.map((name) => get(`/kept/${name}-${round}`)))
      expect((await get('/kept/usd')).response.headers.get('x-hook')).toBe('101')
    }
    await get(`/kept/${names[0]}-0`)
    expect(state.made).toBe(50 * 100 + 2)
  })

  test('is made once for requests that come together', async () => {
    const { state, get } = await startServer(async (name) => {
      await pause(50)
      return name
    })
    const sent = await Promise.all(Array.from({ length: 20 }, () => get('/kept/usd')))
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set(['usd!']))
    expect(state.made).toBe(1)
  })
})

describe('a response is not kept', () => {
  test('if the version changed while it was made', async () => {
    const { state, get } = await startServer((name) => {
      if (state.version === 0) state.version++
      return name
    })
    for (const made of [1, 2, 2]) {
      expect((await get('/kept/usd')).body).toBe('usd!')
      expect(state.made).toBe(made)
    }
  })

  test('unless it is a 200', async () => {
    const { state, get } = await startServer()
    for (const made of [1, 2]) {
      const { response, body } = await get('/kept/refused')
      expect([response.status, response.headers.get('etag'), body]).toEqual([404, null, 'refused!'])
      expect(state.made).toBe(made)
    }
  })
})

test('an address with a query leads to the one without', async () => {
  const { state, get } = await startServer()
  for (const query of ['?', '?n=1', '?n=2']) {
    const { response } = await get(`/kept/usd${query}`)
    expect([new URL(response.url).pathname, response.redirected]).toEqual(['/kept/usd', true])
  }
  expect(state.made).toBe(1)
})
