import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

/** Follows what a page requests of code and data; the open stream is noted, but never ends. */
function follow({ page }: Visitor) {
  const requested: string[] = []
  let underWay = 0
  const isStream = (url: string) => url.endsWith('/stream') || url.includes('/stream?')
  const counts = (url: string) => /\/(assets|api)\//.test(url)
  page.on('request', (request) => {
    if (!counts(request.url())) return
    requested.push(new URL(request.url()).pathname)
    if (!isStream(request.url())) underWay++
  })
  const ended = (request: Request) => {
    if (counts(request.url()) && !isStream(request.url())) underWay--
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  /** Waits until these are requested and everything is there, the code with all that it imports. */
  async function waitForRequests(...expected: readonly RegExp[]): Promise<void> {
    const done = () =>
      underWay === 0 && expected.every((pattern) => requested.some((path) => pattern.test(path)))
    do {
      await expect.poll(done).toBe(true)
      const modules = JSON.stringify(requested.filter((path) => path.endsWith('.js')))
      await page.evaluate(
        `Promise.all(${modules}.map((path) => import(path))).then(() => undefined)`,
      )
    } while (!done())
  }
  return { requested, waitForRequests }
}

const SIGNED_IN_START = [/\/login-page-/, /\/user-menu-.*js$/, /\/recent$/]

test.each([
  {
    address: '/rates/USD',
    name: 'US Dollar: chart and converter',
    from: '/rates',
    start: [/\/stream$/],
    ahead: [/\/currency-page-.*js$/, /\/USD\/history$/],
    heading: 'US Dollar',
  },
  {
    address: '/manage',
    name: 'All entries',
    from: '/dashboard',
    start: SIGNED_IN_START,
    ahead: [/\/manage-page-.*js$/],
    heading: 'Manage Exchange Rates',
  },
  {
    address: '/auditlog',
    name: 'Audit Trail',
    from: '/dashboard',
    start: SIGNED_IN_START,
    ahead: [/\/audit-log-page-.*js$/, /\/audit-logs$/, /\/audit-logs\/state$/],
    heading: 'Audit Trail',
  },
])(
  'Whoever points at a link to $address before pressing it waits for nothing after',
  async ({ address, name, from, start, ahead, heading }) => {
    const visitor = await visit(product, {
      as: from === '/dashboard' ? await product.user() : undefined,
    })
    const { requested, waitForRequests } = follow(visitor)
    await visitor.open(from)
    await waitForRequests(...start)
    const link = visitor.page.getByRole('main').getByRole('link', { name, exact: true })
    requested.length = 0
    await link.hover()
    await waitForRequests(...ahead)
    requested.length = 0
    await link.click()
    await visitor.isAt(address)
    await visitor.page.getByRole('heading', { name: heading }).first().waitFor()
    // A frame later every effect of the new screen has run.
    await visitor.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))',
    )
    // The session is checked behind what is shown.
    expect(requested.filter((path) => !/\/(stream|auth\/user)$/.test(path))).toEqual([])
  },
)

test('Whoever presses a link without pointing at it has its data asked for beside its code', async () => {
  const visitor = await visit(product)
  const { requested } = follow(visitor)
  await visitor.open('/rates')
  await visitor.page.route('**/assets/currency-page-*.js', async (route) => {
    await expect.poll(() => requested).toContain('/api/exchange-rate/USD/history')
    await route.continue()
  })
  await visitor.page
    .getByRole('link', { name: 'US Dollar: chart and converter' })
    .evaluate((link: { click: () => void }) => {
      link.click()
    })
  await visitor.isAt('/rates/USD')
  await visitor.heading('US Dollar').waitFor()
})

test('What a page leads to is loaded while it is read, and a press requests no code', async () => {
  const visitor = await visit(product, { loadsAhead: true })
  const { requested, waitForRequests } = follow(visitor)
  await visitor.open('/rates')
  // The last that it leads to, at its foot.
  await waitForRequests(/\/login-page-.*js$/, /\/currency-page-.*js$/, /\/calendar-page-.*js$/)
  const before = requested.length
  await visitor.link('Login').click()
  await visitor.heading('Login').waitFor()
  expect(requested.slice(before)).toEqual([])
})
