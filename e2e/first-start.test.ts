import { expect, test } from 'vitest'
import { startFeedServer } from '../server/feeds/feed-server.fixture.ts'
import { startProduct } from '../harness/product.ts'

const feed = await startFeedServer()
feed.respondWith((_request, response) => response.writeHead(503).end())
const product = await startProduct({
  env: { RATE_FEED: 'currency-api', RATE_FEED_URL: `${feed.url}/{date}` },
})
// 55 days after the end of the sample.
const byHand = await startProduct({ now: '2026-11-23T06:30:00Z', env: { RATE_FEED: 'off' } })

test('the sample is shown and named until the rates of the feed replace it', async () => {
  const visitor = await product.visit()
  // The page may be requesting something when the server is away for a moment.
  visitor.watch.expects(/net::ERR_CONNECTION_REFUSED$/)
  const shown = async () => {
    await visitor.open('/rates')
    return visitor.page.getByRole('main').innerText()
  }
  await expect.poll(shown).toMatch(/Sample rates.*Newer rates replace them as soon as/s)

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
})

test('long after the sample every page shows its newest days with one notice', async () => {
  const visitor = await byHand.visit({ width: 390, height: 844, at: '/rates' })
  const { page } = visitor
  const notice = 'Sample rates, 55 days old. They end on 29 Sep 2026.'
  await visitor.sees(notice)
  await visitor.sees('No rates since 29 Sep 2026. The newest seven days:')
  await visitor.sees('Weekly average: seven days to Tue 29 Sep 2026.')
  expect(await visitor.field('Date').inputValue()).toBe('2026-11-23')
  const summary = await visitor.table('Current rate and weekly average')
  expect(summary.flat().join()).not.toContain('–')
  expect(await visitor.table(/^Rates of USD/)).toHaveLength(8)
  expect(await page.getByText(/not published/).count()).toBe(0)
  await visitor.isAccessible('a first start')

  await visitor.open('/')
  await visitor.sees(notice)
  expect(await page.getByText(/days old/).count()).toBe(1)
  await visitor.open('/rates/USD')
  await visitor.sees('No rates since 29 Sep 2026. Showing 31 Aug 2026 to 29 Sep 2026.')
  await page.getByRole('slider').waitFor()
  await visitor.open('/periods/USD')
  await visitor.sees(notice)
  const [, newest, ...others] = await visitor.table('Months of USD')
  expect(newest?.[0]).toContain('September 2026')
  expect(others.at(-1)?.[0]).toContain('May 2026')
  await visitor.sees('Incomplete: 23 May only')
  await visitor.open('/periods')
  await visitor.sees('Indicative rates in rupees. Some are sample rates.')
  const [, ...board] = await visitor.table('Averages and closing rates: September 2026')
  expect(board.map((row) => row.at(-1)?.split(' ')[0])).toEqual(Array(4).fill('Sample'))
  const periods = await visitor.field('Period').locator('option').allInnerTexts()
  expect([periods.at(0), periods.at(-1)]).toEqual(['November\u00a02026', 'July\u00a02025'])
})

test('without a feed every screen shows today and a rate that was just entered', async () => {
  const user = await byHand.user()
  const editor = await byHand.visit({ as: user, width: 390, height: 844, at: '/enter' })
  await editor.sees('Tue 29 Sep')
  await user.enters('GBP', '2026-11-22', 431.25)
  await user.enters('GBP', '2026-11-23', 432.5)
  const visitor = await byHand.visit({ at: '/rates' })
  const isToday = () => visitor.holds('Date', '2026-11-23')
  await isToday()
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.isAt('/rates?base=GBP')
  await visitor.sees('432.5000')
  await visitor.sees('+1.2500')
  await visitor.reload()
  await visitor.sees('432.5000')
  await isToday()

  // A past week, and back.
  await visitor.field('Date').fill('2026-09-29')
  await visitor.isAt('/rates?date=2026-09-29&base=GBP')
  await visitor.field('Date').fill('2026-11-23')
  await visitor.isAt('/rates?base=GBP')
  await visitor.sees('432.5000')

  // The converter's amount brings no day along.
  await visitor.open('/rates/USD')
  await visitor.field('Amount').fill('100')
  await visitor.isAt('/rates/USD?amount=100')
  await visitor.link('GBP').click()
  await visitor.isAt('/rates/GBP?amount=100')
  await visitor.holds('Sri Lankan rupees', '43,250.00')
  await visitor.open('/')
  await visitor.field('Amount').fill('10')
  await visitor.field('Currency').selectOption('GBP')
  await visitor.isAt('/?amount=10&currency=GBP')
  await visitor.sees('4,325.00')

  await user.enters('USD', '2026-11-23', 331.5)
  await visitor.open('/rates')
  await visitor.sees('331.5000')
  await isToday()
})
