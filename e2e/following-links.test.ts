import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { startProduct } from './harness/product.ts'
import { publishRecorded } from './harness/recorded-rates.ts'
import { visit, type Visitor } from './harness/visitor.ts'

const product = await startProduct()
await publishRecorded(product)

/** Follows what a page asks for of code and data; the open stream and the icon are none of it. */
function follow({ page }: Visitor) {
  const asked: string[] = []
  let underWay = 0
  const counts = (url: string) => /\/(assets|api)\//.test(url) && !url.endsWith('/stream')
  page.on('request', (request) => {
    if (!counts(request.url())) return
    asked.push(new URL(request.url()).pathname)
    underWay++
  })
  const ended = (request: Request) => {
    if (counts(request.url())) underWay--
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  /** Waits until nothing has been under way for a while, long enough for one request to lead to the next. */
  async function rest(): Promise<void> {
    for (let calm = 0; calm < 6; calm = underWay === 0 ? calm + 1 : 0) await page.waitForTimeout(50)
  }
  return { asked, rest }
}

test.each([
  ['/rates/USD', 'Chart and converter', '/rates', false, 'US dollar'],
  ['/manage', 'Manage Rates', '/dashboard', true, 'Manage Exchange Rates'],
  ['/auditlog', 'Audit Trail', '/dashboard', true, 'Audit Trail'],
])(
  'Whoever points at a link to %s before pressing it waits for nothing after',
  async (address, name, from, signedIn, heading) => {
    const visitor = await visit(product, { as: signedIn ? await product.person() : undefined })
    const { asked, rest } = follow(visitor)
    await visitor.open(from)
    await rest()
    const link = visitor.page.getByRole('main').getByRole('link', { name, exact: true })
    asked.length = 0
    await link.hover()
    await rest()
    expect(asked.length).toBeGreaterThan(1)
    asked.length = 0
    await link.click()
    await visitor.isAt(address)
    await visitor.page.getByRole('heading', { name: heading }).first().waitFor()
    await rest()
    expect(asked).toEqual([])
  },
)

test('Whoever presses a link without pointing at it has its data asked for beside its code', async () => {
  const visitor = await visit(product)
  const { asked } = follow(visitor)
  await visitor.open('/rates')
  await visitor.page.route('**/assets/currency-page-*.js', async (route) => {
    await expect.poll(() => asked).toContain('/api/exchange-rate/USD/history')
    await route.continue()
  })
  await visitor.page
    .getByRole('link', { name: 'Chart and converter' })
    .evaluate((link: { click: () => void }) => {
      link.click()
    })
  await visitor.isAt('/rates/USD')
  await visitor.heading('US dollar').waitFor()
})
