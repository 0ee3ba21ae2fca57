import { expect, test, afterAll } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Each calls `hit` if it is put into a page as anything but text. */
const HOSTILE = [
  '</script><script>hit()</script>',
  '"><img src=x onerror=hit()>',
  'javascript:hit()',
]

const product = await startProduct({ env: { NOTICE: HOSTILE.join(' ') }, recorded: {} })

test('scripts in names, notices and addresses are shown as text and never run', async () => {
  const user = await product.user(`Kumari ${HOSTILE[0]}`)
  const visitor = await product.visit({ as: user })
  const { page, context, watch } = visitor
  const hits: string[] = []
  await context.exposeBinding('hit', ({ page }) => void hits.push(page.url()))
  watch.expects(/^GET \/\S*: 40[04]$/)
  await user.enters('AUD', '2026-09-29', 232.25)
  await visitor.open('/manage')
  await visitor.sees(HOSTILE[0] ?? '')
  await visitor.sees(HOSTILE.join(' '))
  for (const text of HOSTILE) {
    const part = encodeURIComponent(text)
    await visitor.open(`/auditlog?search=${part}&action=${part}&user=${part}`)
    await visitor.open(`/rates?date=${part}&base=${part}`)
    await page.goto(`/${part}?${part}#${part}`)
    await page.goto(`/login?email=${part}#token=${part}`)
  }
  await page.evaluate('hit()')
  // The trap itself works.
  expect(hits).toHaveLength(1)
})

/** A page of somebody else's, on an origin of its own. */
const otherOrigin = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>Elsewhere</title>')
}).listen(0, '127.0.0.1')
await once(otherOrigin, 'listening')
afterAll(() => otherOrigin.close())
const address = `http://127.0.0.1:${(otherOrigin.address() as AddressInfo).port}`

test('another origin reads rates, errors and the stream, but nothing that takes a token', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(new RegExp(address))
  visitor.watch.expects(/404|CORS policy|ERR_FAILED|\/api\/user/)
  await visitor.page.goto(address)
  const read = (path: string, headers: Record<string, string> = {}) =>
    visitor.page.evaluate(
      async ([url, sent]) => {
        try {
          const response = await fetch(url, { headers: sent })
          return { status: response.status, body: await response.json() }
        } catch {
          return 'refused'
        }
      },
      [product.url + path, headers] as const,
    )
  const rate = { status: 200, body: { data: { rate: 330.9054, date: '2026-09-29' } } }
  expect(await read('/api/exchange-rate/current/USD')).toMatchObject(rate)
  // Asked for a second time it comes from memory; with a header of its own the browser sends a
  // preflight first.
  expect(
    await read('/api/exchange-rate/current/USD', { 'content-type': 'application/json' }),
  ).toMatchObject(rate)
  expect(await read('/api/exchange-rate/current/EUR')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect(await read('/api/user')).toBe('refused')
  expect(await read('/api/user', { authorization: 'Bearer x' })).toBe('refused')
  const greeted = await visitor.page.evaluate(
    (url) =>
      new Promise((resolve) => {
        const stream = new EventSource(url)
        stream.addEventListener('hello', () => {
          stream.close()
          resolve('hello')
        })
      }),
    `${product.url}/api/exchange-rate/stream`,
  )
  expect(greeted).toBe('hello')
})
