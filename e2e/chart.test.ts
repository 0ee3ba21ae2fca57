import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const BOTH = ['tt-buying', 'tt-selling'] as const
const product = await startProduct({
  recorded: { others: { USD: { '2026-08-31': '328.6142' } }, sides: { USD: BOTH } },
})

test('Without scripts the chart has its scale and figures, days of one’s own, both sides and a comparison', async () => {
  const visitor = await visit(product, { javaScript: false, at: '/rates/USD?side=import' })
  await visitor.menu('Dates').click()
  await visitor.field('First day').fill('2026-09-25')
  await visitor.field('Last day').fill('2026-09-28')
  await visitor.button('Show days').click()
  await visitor.isAt('/rates/USD?side=import&start=2026-09-25&end=2026-09-28')
  await visitor.sees('Daily rates (4)')
  await visitor.menu('Bank sells (TT)').click()
  await visitor.link('Indicative').click()
  await visitor.sees('Change since 25 Sep 2026')
  const texts = () => visitor.page.locator('figure svg text').allTextContents()
  expect(await texts()).toEqual(
    expect.arrayContaining(['330.0', '25 Sep', '28 Sep', '330.4329', 'Lowest 329.9014']),
  )
  await visitor.menu('Compare').click()
  await visitor.link('Bank buys and sells (TT)').click()
  await visitor.sees('Bank buys (TT) 325.8068 · Bank sells (TT) 335.0590 · spread 2.80 %')
  await visitor.menu('Compare').click()
  await visitor.link('Compare with GBP').click()
  await visitor.isAt('/rates/USD?start=2026-09-25&end=2026-09-28&compare=GBP')
  await visitor.sees('Change from 25 Sep 2026 to 28 Sep 2026')
  expect(await visitor.page.locator('figure li').allTextContents()).toEqual([
    'USD +0.12 %',
    'GBP +0.38 %',
  ])
  expect(await texts()).toEqual(expect.arrayContaining(['0.0 %', 'USD', 'GBP']))
})

test('A change is measured by dragging and by two taps, in a comparison as well', async () => {
  const visitor = await visit(product)
  const { mouse } = visitor.page
  const at = async (part: number): Promise<[number, number]> => {
    await visitor.page.getByRole('slider').scrollIntoViewIfNeeded()
    const box = await visitor.page.getByRole('slider').boundingBox()
    return [box!.x + box!.width * part, box!.y + box!.height / 2]
  }
  await visitor.open('/rates/USD?period=7d')
  await mouse.move(...(await at(0.01)))
  await mouse.down()
  await mouse.move(...(await at(0.99)))
  await mouse.up()
  await visitor.sees('+0.8727 +0.26 %')
  await visitor.sees('25 Sep to 29 Sep')
  await expectAccessible(visitor.page, 'a measured change')
  await visitor.button('Clear').click()
  await visitor.menu('Compare').click()
  await visitor.link('Compare with AUD').click()
  await visitor.sees('Change from 25 Sep 2026 to 29 Sep 2026')
  await mouse.click(...(await at(0.5)))
  await mouse.click(...(await at(0.99)))
  await visitor.sees('USD +0.24 %, AUD +0.15 % from 27 Sep 2026 to 29 Sep 2026')
  await expectAccessible(visitor.page, 'a comparison')
})

test('Where the code of a view cannot be had, the line stays and the view opens when the connection is back', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/chart-layers|net::ERR_FAILED|dynamically imported/)
  await visitor.open('/rates/USD')
  await visitor.page.route('**/chart-layers-*.js', (route) => route.abort())
  await visitor.page.route('**/rates/USD?view=sides', (route) => route.abort())
  await visitor.menu('Compare').click()
  await visitor.link('Bank buys and sells (TT)').click()
  await visitor.sees(
    'This view could not be loaded. It opens by itself when the connection is back.',
  )
  await visitor.sees('330.9054')
  await visitor.page.unrouteAll()
  await visitor.page.evaluate("dispatchEvent(new Event('online'))")
  await visitor.sees('Between Bank buys (TT) and Bank sells (TT)')
})
