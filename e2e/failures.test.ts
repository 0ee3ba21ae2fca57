import { test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import type { Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct()
const RECORD = '**/api/exchange-rate/manual'

/** Near the sample, so that no warning is raised. */
const USUAL = { USD: '330.75', AUD: '232.25', GBP: '438.05' }

async function prepareRate(
  currency: keyof typeof USUAL = 'USD',
): Promise<{ visitor: Visitor; save: () => Promise<void> }> {
  const visitor = await product.visit({ as: await product.user(), at: '/dashboard' })
  await visitor.field('Base Currency').selectOption(currency)
  await visitor.field('Rate').fill(USUAL[currency])
  return { visitor, save: () => visitor.button('Save Rate').click() }
}

test('a network error is named, and the same press works afterwards', async () => {
  const { visitor, save } = await prepareRate()
  // The list beside the form may be on its way when the server goes.
  visitor.watch.expects(
    /net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED)$|The list could not be fetched/,
  )
  await product.stop()
  try {
    await save()
    await visitor.sees('Network error - please check your connection')
  } finally {
    await product.start()
  }
  await visitor.context.setOffline(true)
  await save()
  await visitor.sees('Network error - please check your connection')
  await visitor.context.setOffline(false)
  await save()
  await visitor.sees('Exchange rate added successfully')
})

test('a lost response does not save twice when retried', async () => {
  const { visitor, save } = await prepareRate('GBP')
  visitor.watch.expects(/^POST \/api\/exchange-rate\/manual: net::ERR_FAILED$/)
  let lost = false
  await visitor.page.route(RECORD, async (route) => {
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    return route.abort()
  })
  await save()
  await visitor.sees('Network error - please check your connection')
  await save()
  await visitor.sees('Exchange rate added successfully')
})

test('a choice shows at once, the awaited page later, and another choice replaces it', async () => {
  const visitor = await product.visit({ at: '/rates' })
  const { page } = visitor
  await page.route(/current\/(GBP|CAD)/, () => undefined)
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.holds('Base currency', 'GBP')
  await page.locator('main[aria-busy=true]').waitFor()
  await visitor.isAt('/rates')
  await visitor.link('Averages').click()
  await visitor.isAt('/periods')
  await page.goBack()
  await visitor.isAt('/rates')
  await visitor.holds('Base currency', 'USD')
})

const missingAsset = /^GET \/assets\/[\w-]+\.js: 404$/
/** Chromium's errors for a missing script, and the loader's for a missing style sheet. */
const notFetched =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Unable to preload CSS for/

test('a tab from before an upgrade reloads if a script is gone', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(missingAsset)
  visitor.watch.expects(notFetched)
  await visitor.open('/')
  let requested = 0
  await visitor.page.route('**/assets/rates-page-*.js', (route) =>
    requested++ === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await visitor.link('Exchange Rates').click()
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.isAt('/rates')
})

test('a page without its scripts stays readable', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(missingAsset)
  visitor.watch.expects(notFetched)
  await visitor.page.route('**/assets/register-page-*.js', (route) =>
    route.fulfill({ status: 404, body: '' }),
  )
  await visitor.page.goto('/login')
  await visitor.link('Create Account').click()
  await visitor.heading('Create Account').waitFor()
  // The server's page, which nothing hydrates.
  await visitor.page.waitForURL('**/register')
})

test('a browser without storage shows every public page', async () => {
  const visitor = await product.visit()
  await visitor.context.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })`)
  await visitor.open('/')
  await visitor.link('Exchange Rates').click()
  await visitor.isAt('/rates')
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.seesNot('This page could not be shown.')
})
