import { expect, test } from 'vitest'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'

const product = await startProduct()

test('a developer reads the API reference and sends a request without leaving the origin', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-29', 330.75)
  const visitor = await visit(product)
  const { page } = visitor
  const requested = new Set<string>()
  page.on('request', (request) => requested.add(request.url().replace(/^data:.*/, 'data:')))
  // A library in the page tries whether it could evaluate text, is refused, and goes on without.
  visitor.watch.expects(/^content security policy: script-src eval/)
  await page.goto('/api/docs')
  // The first screen answers: a request and its response, then where the token goes.
  for (const text of ['curl http', '"rate": 301.1', 'Bearer Token', 'By token'])
    expect((await page.getByText(text).first().boundingBox())?.y).toBeLessThan(844)
  await visitor.link(/^Current rate/).click()
  const request = page.getByRole('button').filter({ hasText: '/exchange-rate/current/' })
  await request.first().click()
  await page.getByRole('button', { name: /^Send Request/ }).click()
  await page.getByRole('dialog').getByText('330.75').first().waitFor()
  const others = [...requested].filter((url) => !url.startsWith(product.url) && url !== 'data:')
  expect(others).toEqual([])
  expect([...requested].join('\n')).toContain('/api/exchange-rate/current/USD')
})
