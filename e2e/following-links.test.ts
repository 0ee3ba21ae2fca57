import { test } from 'vitest'
import { holdResponses } from '../harness/browser/held-responses.ts'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

test('with service worker and prefetching, a clerk enters a rate and finds it in the trail', async () => {
  const user = await product.user()
  const visitor = await visit(product, { as: user, keepsPages: true })
  const { page } = visitor
  const press = async (name: string) => {
    const link = page.getByRole('link', { name, exact: true }).first()
    await link.hover()
    await link.click()
  }
  await visitor.open('/')
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await press('View Rates')
  await visitor.isAt('/rates')
  await press('Dashboard')
  await visitor.isAt('/dashboard')
  await visitor.field('Rate').fill('330.75')
  await visitor.button('Save Rate').click()
  await visitor.sees(/Exchange rate added successfully/)
  await press('Audit Trail')
  await visitor.isAt('/auditlog')
  await page.getByText('330.7500').first().waitFor()
  await press('Exchange Rates')
  await visitor.isAt('/rates')
  await page.getByText('330.7500').first().waitFor()
  await visitor.reload()
  await page.getByText('330.7500').first().waitFor()
})

test('an aborted prefetch is not reported as an error', async () => {
  const visitor = await visit(product, { at: '/rates' })
  await visitor.page.route('**/api/exchange-rate/periods/**', (route) => route.abort('aborted'))
  await visitor.page.route('**/periods?**', (route) => route.abort('aborted'))
  await visitor.page.getByRole('link', { name: 'Averages' }).hover()
  await visitor.page.clock.runFor(1000)
  await visitor.hasResponses()
  await visitor.seesNot(/could not be shown/)
})

test('choices made while others load show at once and are all kept', async () => {
  const visitor = await visit(product, { at: '/rates' })
  let responses = await holdResponses(visitor.page)
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.field('Date').fill('2026-09-28')
  await visitor.link('CAD Canadian Dollar').click()
  await visitor.holds('Base currency', 'CAD')
  await visitor.holds('Date', '2026-09-28')
  await responses.end()
  await visitor.isAt('/rates?date=2026-09-28&base=CAD')

  await visitor.open('/periods/USD')
  responses = await holdResponses(visitor.page)
  await visitor.link('Quarters').click()
  await visitor.link('GBP').click()
  await visitor.page.locator('[aria-current=page]', { hasText: 'GBP' }).waitFor()
  await responses.end()
  await visitor.isAt('/periods/GBP?unit=quarter')

  await visitor.open('/rates/USD')
  responses = await holdResponses(visitor.page)
  await visitor.link('90 days').click()
  await visitor.menu('More').click()
  await visitor.link('Compare with GBP').click()
  await visitor.field('Amount').fill('5')
  await responses.end()
  await visitor.isAt('/rates/USD?period=90d&compare=GBP&amount=5')
  await visitor.page.goBack()
  await visitor.isAt('/rates/USD')
})
