import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'

const product = await startProduct()

test('A developer searches the API, copies an example and sends requests, with a session and with a token', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-29', 330.75)
  const visitor = await visit(product, { as: user })
  const { page } = visitor
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/api/docs')
  await visitor.link('Search, copy examples and send requests').click()
  await visitor.isAt('/api/docs/explore')

  await visitor.button('Copy: Example: curl').click()
  await visitor.button('Copied: Example: curl').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
    `${product.url}/api/exchange-rate/current/USD`,
  )

  await visitor.field('Search the endpoints').fill('auth/user who')
  await visitor.sees(/^\d+ of \d+ endpoints$/)
  await visitor.link('GET /api/auth/user').waitFor()
  expect(await visitor.link('GET /api/audit-logs').isVisible()).toBe(false)

  const form = (name: string) => page.getByRole('form', { name: `Try ${name}`, exact: true })
  const send = (name: string) => form(name).getByRole('button', { name: 'Send request' }).click()
  const response = (name: string) => form(name).getByRole('region', { name: `Response to ${name}` })
  await send('readUser')
  await form('readUser')
    .getByText(/^GET \/api\/auth\/user: 200 · \d+ ms · \d+ bytes$/)
    .waitFor()
  expect(await response('readUser').textContent()).toContain(user.email)
  // Of the whole page, whose text is the one of /api/docs, axe would need a minute.
  await expectAccessible(page, 'explorer of the API, with a response')
  visitor.watch.expects(/^GET \/api\/auth\/user: 401$/)
  await visitor.field('Access token').fill('A'.repeat(43))
  await send('readUser')
  await form('readUser')
    .getByText(/: 401 · /)
    .waitFor()

  await visitor.field('Search the endpoints').fill('')
  await form('currentRate').getByLabel('currency').selectOption('USD')
  await form('currentRate').getByLabel('date').fill('2026-09-29')
  await send('currentRate')
  await form('currentRate')
    .getByText(/^GET \/api\/exchange-rate\/current\/USD\?date=2026-09-29: 200/)
    .waitFor()
  expect(await response('currentRate').textContent()).toContain('330.75')
})
