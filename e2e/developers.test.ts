import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

const readClipboard = () =>
  (
    globalThis as unknown as { navigator: { clipboard: { readText: () => Promise<string> } } }
  ).navigator.clipboard.readText()

test('the footer leads to texts to copy, which work in this installation as they are', async () => {
  const visitor = await product.visit({ at: '/' })
  const { page } = visitor
  await page.getByRole('contentinfo').getByRole('link', { name: 'API and feeds' }).click()
  await visitor.isAt('/developers')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 320, height: 800 })
  const cut = `[...document.querySelectorAll('pre')].filter((code) => code.scrollWidth > code.clientWidth)`
  expect(await page.evaluate(`${cut}.length`)).toBe(0)
  const copied: string[] = []
  for (const box of await page.getByRole('main').getByRole('listitem').all()) {
    await box.getByRole('button').click()
    await box.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
    copied.push(await page.evaluate(readClipboard))
  }
  expect(copied).toHaveLength(9)
  const addresses = copied.flatMap((text) => {
    const formula = text.replace('"&TEXT(A2,"yyyy-mm-dd")&"', '2026-09-29')
    const pair = formula.replace('{from_currency}', 'USD').replace('{to_currency}', 'LKR')
    const query = /Query = \[from = "(.*?)"\]/.exec(pair)?.[1]
    const file = pair.includes('api/export')
      ? `${product.url}/api/export/all.csv?from=${query}`
      : ''
    return file || (/http[^"\s]+/.exec(pair)?.[0] ?? [])
  })
  const answers = await Promise.all(
    addresses.map(async (address) => [address, (await fetch(address)).status]),
  )
  // A rate is entered by POST, of which the stranger has no token.
  expect(answers.map(([, status]) => status)).toEqual([200, 200, 200, 404, 200, 200, 200])
  const reference = page.getByRole('link', { name: 'All endpoints' })
  expect(await reference.getAttribute('href')).toBe('/api/docs')
})

test('a developer reads the API reference and sends a request without leaving the origin', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-29', 330.75)
  const visitor = await product.visit()
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
