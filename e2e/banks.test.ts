import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'

const BOTH = ['tt-buying', 'tt-selling'] as const
const product = await startProduct({
  env: { PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB' },
  recorded: { sides: { USD: BOTH } },
})
const CAPTION = 'Current rate and weekly average'

test('A bank’s rates are typed in a tab of their own, and shown beside the published ones', async () => {
  const visitor = await visit(product, { as: await product.user() })
  await visitor.open('/enter')
  await visitor.link('Sampath Bank').click()
  await visitor.isAt('/enter?publisher=sampath')
  await visitor.field('USD Bank buys (TT)').fill('327.5')
  await visitor.field('USD Bank sells (TT)').fill('337.25')
  await visitor.button(/^Save/).click()
  await visitor.sees('2 exchange rates added successfully')
  await expectAccessible(visitor.page, 'entering a bank’s rates')

  await visitor.open('/rates')
  const published = await tableText(visitor.page, CAPTION)
  expect(published[1]?.slice(4, 6)).toEqual(['326.2727', '335.5381'])
  await visitor.field('Bank').selectOption('Sampath Bank')
  await visitor.isAt('/rates?publisher=sampath')
  await visitor.sees('Sampath Bank buys and sells, with the difference from the rate beside it.')
  await expect
    .poll(async () => (await tableText(visitor.page, CAPTION))[1]?.slice(1, 6))
    .toEqual([
      ...(published[1]?.slice(1, 4) ?? []),
      expect.stringMatching(/^327\.5000\s*-1\.\d\d %$/),
      expect.stringMatching(/^337\.2500\s*\+1\.\d\d %$/),
    ])
  await expectAccessible(visitor.page, 'the rates of a bank')

  await visitor.field('Kind of rate').selectOption('Bank sells (TT)')
  await visitor.isAt('/rates?side=import&publisher=sampath')
  await visitor.sees('337.2500')
  await visitor.link('Tue, Sep 29').click()
  await visitor.isAt('/rates/USD/2026-09-29?kind=tt-selling&publisher=sampath')
  await visitor.page.goBack()
  await visitor.link('US Dollar: chart and converter').click()
  await visitor.isAt('/rates/USD?side=import&publisher=sampath')
  await visitor.sees('1 USD = 337.2500 LKR (Sampath Bank, Bank sells (TT)), 29 Sep 2026')
  await visitor.link('Cite this rate').click()
  await visitor.isAt('/rates/USD/2026-09-29?kind=tt-selling&publisher=sampath')
  await visitor.heading('Sampath Bank: US Dollar, Bank sells (TT), Tue 29 Sep 2026').waitFor()
  await visitor.sees('Sampath Bank USD/LKR Bank sells (TT) 337.2500, 29 Sep 2026, entered by hand.')

  await visitor.open('/manage')
  await visitor.button('Edit Sampath Bank USD Bank sells (TT) rate of 29 Sep 2026').click()
  await visitor.page.getByRole('dialog').getByLabel('Rate').fill('337.5')
  await visitor.page.keyboard.press('Enter')
  await visitor.sees('337.5000')
  await visitor.open('/rates/USD?publisher=sampath')
  await visitor.sees('337.5000')
  await visitor.menu('Bank: Sampath Bank').click()
  await visitor.link('HNB').click()
  await visitor.isAt('/rates/USD?publisher=hnb')
})

test('A bank’s board says whose it is: the import shows it, and takes another choice', async () => {
  const visitor = await visit(product, { as: await product.user() })
  await visitor.open('/import')
  await visitor
    .field('Or paste rows: date, currency, rate')
    .fill('HNB rates as at 28 September 2026\nCurrency\tTT Buying\tTT Selling\nUSD\t327\t336.5')
  await visitor.button('Check the rows').click()
  const whose = visitor.field('Bank')
  await expect.poll(() => whose.inputValue()).toBe('hnb')
  await visitor.sees('HNB USD Bank buys (TT)')
  await whose.selectOption('Sampath Bank')
  await visitor.sees('Sampath Bank USD Bank buys (TT)')
  await whose.selectOption('HNB')
  await visitor.sees('HNB USD Bank buys (TT)')
  await visitor.button('Import 2 rates').click()
  await visitor.open('/rates?date=2026-09-28&publisher=hnb')
  await visitor.sees('336.5000')
})
