import { test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct()
const missingAsset = /^GET \/assets\/[\w-]+\.js: 404$/
/** Chromium's errors for a missing script, and the loader's for a missing style sheet. */
const notFetched =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Unable to preload CSS for/

test('a tab from before an upgrade reloads if a script is gone', async () => {
  const visitor = await visit(product)
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
  const visitor = await visit(product)
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
  const visitor = await visit(product)
  await visitor.context.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })`)
  await visitor.open('/')
  await visitor.link('Exchange Rates').click()
  await visitor.isAt('/rates')
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.seesNot('This page could not be shown.')
})
