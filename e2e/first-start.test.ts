import { expect, test } from 'vitest'
import { startFeedServer } from '../server/feeds/feed-server.fixture.ts'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const feed = await startFeedServer()
feed.respondWith((_request, response) => response.writeHead(503).end())
const product = await startProduct({
  env: { RATE_FEED: 'currency-api', RATE_FEED_URL: `${feed.url}/{date}` },
})

test('Until the feed answers the sample stands in and says so; then the feed’s rates take its place', async () => {
  const visitor = await visit(product)
  // The page may be requesting something when the server is away for a moment.
  visitor.watch.expects(/net::ERR_CONNECTION_REFUSED$/)
  const shown = async () => {
    await visitor.open('/rates')
    return visitor.page.getByRole('main').innerText()
  }
  await expect.poll(shown).toMatch(/Sample[.:].*the feed has not responded/s)
  expect(await shown()).toContain('Source\nSample')

  feed.respondWith()
  await product.stop()
  // Past the pause after a failure.
  product.test.clock.turn(3700)
  await product.start()
  await expect.poll(shown).toContain('Source\nMarket mid (currency-api)')
  const text = await shown()
  expect(text).toContain('330.9054')
  expect(text).not.toContain('Sample')
  await expect.poll(shown).not.toContain('has not responded')
})
