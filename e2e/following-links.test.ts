import { expect, test } from 'vitest'
import { holdRequests, holdResponses } from '../harness/browser/held-responses.ts'
import { startProduct } from '../harness/product.ts'
import type { Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

test('with service worker and prefetching, a clerk enters a rate and finds it in the trail', async () => {
  const user = await product.user()
  const visitor = await product.visit({ as: user, keepsPages: true })
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
  const visitor = await product.visit({ at: '/rates' })
  await visitor.page.route(/\/periods(\?|$)/, (route) => route.abort('aborted'))
  await visitor.page.getByRole('link', { name: 'Averages' }).hover()
  await visitor.page.clock.runFor(1000)
  await visitor.hasResponses()
  await visitor.seesNot(/could not be shown/)
})

test('choices made while others load show at once and are all kept', async () => {
  const visitor = await product.visit({ at: '/rates' })
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
  await visitor.field('Amount').fill('5')
  await responses.end()
  await visitor.isAt('/rates/USD?period=90d&amount=5')
  await visitor.page.goBack()
  await visitor.isAt('/rates/USD')
})

/** Returns the documents and calls of rates that the page has requested since. */
function watchRequests({ page }: Visitor): readonly string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest()) requests.push(`document ${pathname}`)
    else if (/exchange-rate\/(?!stream)/.test(pathname)) requests.push(pathname)
  })
  return requests
}

test('a tap on a public link loads its document, and one that was pointed at opens at once', async () => {
  const visitor = await product.visit({ touch: true, at: '/rates' })
  const requests = watchRequests(visitor)
  await visitor.link('USD Chart').tap()
  await visitor.heading('US Dollar').waitFor()
  expect(requests).toEqual(['document /rates/USD'])

  const atDesk = await product.visit({ at: '/rates' })
  const documents = watchRequests(atDesk)
  await atDesk.follows(atDesk.link('USD Chart'))
  await atDesk.hasFocus('textContent', 'US Dollar')
  expect(documents).toEqual([])
})

test('a choice replaces a document that is loading', async () => {
  const visitor = await product.visit({ touch: true, at: '/rates' })
  const release = await holdRequests(visitor.page, '**/rates/USD')
  // Playwright itself would wait for the document.
  await visitor.page.evaluate(`(async () => {
    document.querySelector('a[href="/rates/USD"]').click()
    for (let turn = 0; turn < 5; turn++) await fetch('/favicon.svg')
    const select = document.querySelector('select[name=base]')
    select.value = 'GBP'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)
  await visitor.isAt('/rates?base=GBP')
  release()
  await visitor.hasResponses()
  await visitor.isAt('/rates?base=GBP')
  await visitor.heading('Currency Exchange Rates').waitFor()
})

test('Back returns to the position, within a document, after a reload and from another document', async () => {
  const visitor = await product.visit({ touch: true, width: 390, height: 600, at: '/rates/USD' })
  const { page } = visitor
  const scrollTo = (y: number) => page.evaluate(`scrollTo(0, ${y})`)
  const isScrolled = (y: number) =>
    expect.poll(() => page.evaluate<number>('Math.round(scrollY)')).toBe(y)
  // Without scrolling to the link.
  const press = (name: string) => visitor.link(name).first().dispatchEvent('click')
  await scrollTo(320)
  await press('90 days')
  await visitor.isAt('/rates/USD?period=90d')
  await scrollTo(210)
  await press('GBP')
  await visitor.isAt('/rates/GBP')
  await visitor.reload()
  await page.goBack()
  await visitor.isAt('/rates/USD?period=90d')
  await isScrolled(210)
  await press('Averages')
  await visitor.isAt('/periods')
  await page.goBack()
  await visitor.isAt('/rates/USD?period=90d')
  await isScrolled(210)
  await page.goBack()
  await visitor.isAt('/rates/USD')
  await isScrolled(320)
})

test('Back from another document keeps what was typed', async () => {
  const visitor = await product.visit({ touch: true, at: '/alerts' })
  await visitor.field('Email address').fill('nimal@example.com')
  await visitor.link('Rates').tap()
  await visitor.isAt('/rates')
  await visitor.page.goBack()
  await visitor.isAt('/alerts')
  await visitor.holds('Email address', 'nimal@example.com')
  await visitor.page.locator('html[data-hydrated]').waitFor()
  await visitor.holds('Email address', 'nimal@example.com')
})
