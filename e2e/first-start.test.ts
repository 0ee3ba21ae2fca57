import { expect, test } from 'vitest'
import { startFeedServer } from '../server/feeds/feed-server.fixture.ts'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const feed = await startFeedServer()
feed.respondWith((_request, response) => response.writeHead(503).end())
const product = await startProduct({
  env: { RATE_FEED: 'currency-api', RATE_FEED_URL: `${feed.url}/{date}` },
})
const byHand = await startProduct({ now: '2026-11-23T06:30:00Z', env: { RATE_FEED: 'off' } })

test('Until the feed answers the sample stands in and says so; then the feed’s rates take its place', async () => {
  const visitor = await visit(product)
  // The page may be requesting something when the server is away for a moment.
  visitor.watch.expects(/net::ERR_CONNECTION_REFUSED$/)
  const shown = async () => {
    await visitor.open('/rates')
    return visitor.page.getByRole('main').innerText()
  }
  await expect.poll(shown).toMatch(/Sample[.:].*the feed has not responded/s)
  expect(await shown()).toContain('Indicative rates of past days.')

  feed.respondWith()
  await product.stop()
  // Past the pause after a failure.
  product.test.clock.turn(3700)
  await product.start()
  await expect
    .poll(shown)
    .toContain('Indicative market rates (currency-api), not the Central Bank’s.')
  const text = await shown()
  expect(text).toContain('330.9054')
  expect(text).not.toContain('Sample')
  await expect.poll(shown).not.toContain('has not responded')
})

test('Without a feed every screen shows today, and a rate that was just entered, in every order of clicks', async () => {
  const user = await byHand.user()
  await user.enters('GBP', '2026-11-22', 431.25)
  await user.enters('GBP', '2026-11-23', 432.5)
  const visitor = await visit(byHand, { at: '/rates' })
  const isToday = async (date = '2026-11-23') =>
    expect(await visitor.field('Date').inputValue()).toBe(date)
  await isToday()
  await visitor.sees('No rates in the seven days up to 23 Nov 2026.')
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.isAt('/rates?base=GBP')
  await visitor.sees('432.5000')
  await visitor.sees('+1.2500')
  await visitor.reload()
  await visitor.isAt('/rates?base=GBP')
  await visitor.sees('432.5000')
  await isToday()

  // Another currency, a past week, and back.
  await visitor.field('Base currency').selectOption('USD')
  await visitor.isAt('/rates')
  await visitor.link('Show the newest week, up to 29 Sep 2026').click()
  await visitor.isAt('/rates?date=2026-09-29&base=USD')
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.isAt('/rates?date=2026-09-29&base=GBP')
  await visitor.field('Date').fill('2026-11-23')
  await visitor.isAt('/rates?base=GBP')
  await visitor.sees('432.5000')

  // The converter's amount brings no day along.
  await visitor.open('/rates/USD')
  await visitor.field('Amount').fill('100')
  await visitor.sees(/^1 USD = .* LKR, 29 Sep 2026/)
  await visitor.link('GBP').click()
  await visitor.isAt('/rates/GBP?amount=100&from=GBP')
  await visitor.holds('Sri Lankan rupees', '43,250.00')
  await visitor.open('/')
  await visitor.field('Amount').fill('10')
  await visitor.field('Currency').selectOption('GBP')
  await visitor.isAt('/?amount=10&currency=GBP')
  await visitor.holds('Sri Lankan rupees', '4,325.00')
  await visitor.reload()
  await visitor.holds('Sri Lankan rupees', '4,325.00')

  await user.enters('USD', '2026-11-23', 331.5)
  await visitor.open('/rates')
  await visitor.sees('331.5000')
  await isToday()
})
