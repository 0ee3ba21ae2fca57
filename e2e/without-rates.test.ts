import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

/** The sample has neither. */
const product = await startProduct({ env: { CURRENCIES: 'CHF,SEK' } })

test('without any rate each page says so once and leads to the first one', async () => {
  const visitor = await product.visit({ width: 390, height: 844 })
  visitor.watch.expects(/: 404$/)
  await visitor.open('/')
  const isKnown = visitor.page.getByText('is known on or before')
  await visitor.sees('No rate of the Swiss Franc is known on or before 29 Sep 2026.')
  await visitor.link(/^Login to enter/).waitFor()
  expect(await isKnown.count()).toBe(1)
  for (const name of ['Copy with its source', 'Print'])
    expect(await visitor.button(name).count()).toBe(0)
  await visitor.isAccessible('the home page without rates')
  await visitor.open('/rates')
  await visitor.sees('There are no Swiss Franc rates on or before 29 Sep 2026.')
  await visitor.link(/^Login to enter/).waitFor()
  expect(await isKnown.count()).toBe(0)
  await visitor.isAccessible('the rates without rates')
  await visitor.open('/banks')
  await visitor.sees('There are no rates of banks yet.')
  expect(await visitor.field('Bank').count()).toBe(0)
  await visitor.open('/alerts')
  await visitor.field('Rate in LKR').waitFor()
  expect(await visitor.page.getByRole('figure').count()).toBe(0)
})

test('a day before the first rate has a sentence in place of the slip, and the slip is back with the next day', async () => {
  const user = await product.user()
  await user.enters('CHF', '2026-09-28', 412.25)
  const visitor = await product.visit()
  visitor.watch.expects(/: 404$/)
  await visitor.open('/?date=2026-09-01')
  await visitor.sees(
    'No rate of the Swiss Franc is known on or before 1 Sep 2026: the first is of 28 Sep 2026.',
  )
  expect(await visitor.button('Copy with its source').count()).toBe(0)
  await visitor.field('Invoice date').fill('2026-09-28')
  await visitor.sees('412.25')
  await visitor.button('Copy with its source').waitFor()
})
