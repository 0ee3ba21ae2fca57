import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'

const BOTH = ['tt-buying', 'tt-selling'] as const
const product = await startProduct({ recorded: { sides: { USD: BOTH, GBP: ['tt-selling'] } } })

test('Without scripts a side is chosen in a form, stays in the address, and the board shows both', async () => {
  const visitor = await visit(product, { javaScript: false, at: '/rates' })
  const board = await tableText(visitor.page, 'Current rate and weekly average')
  expect(board.map((row) => row.slice(4, 6))).toEqual([
    ['Bank buys (TT)', 'Bank sells (TT)'],
    ['326.2727', '335.5381'],
    ['–', '–'],
    ['–', '–'],
    ['–', '444.1927'],
  ])
  await visitor.field('Kind of rate').selectOption('Bank sells (TT)')
  await visitor.button('Show').click()
  await visitor.isAt('/rates?base=USD&date=2026-09-29&side=import')
  await visitor.sees('Bank sells (TT) market rates (currency-api), not the Central Bank’s.')
  expect((await tableText(visitor.page, 'Current rate and weekly average'))[1]?.[1]).toBe(
    '335.5381',
  )
  const week = await tableText(
    visitor.page,
    'Bank sells (TT) rates of USD in the week to 29 Sep 2026',
  )
  expect(week.at(-1)).toEqual(['Tue, Sep 29', '335.5381', '+0.4791 +0.14 %▲'])
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.button('Show').click()
  await visitor.isAt('/rates?base=GBP&date=2026-09-29&side=import')
  await visitor.link('British Pound: chart and converter').click()
  await visitor.isAt('/rates/GBP?side=import')
  await visitor.heading('1 GBP in LKR, Bank sells (TT)').waitFor()
  await visitor.menu('Dates').click()
  await visitor.link('7 days').click()
  await visitor.isAt('/rates/GBP?side=import&period=7d')
  await visitor.link('USD').click()
  await visitor.menu('Bank sells (TT)').click()
  await visitor.link('Bank buys (TT)').click()
  await visitor.isAt('/rates/USD?side=export')
  await visitor.sees('1 USD = 326.2727 LKR (Bank buys (TT)), 29 Sep 2026')
  await visitor.link('Cite this rate').click()
  await visitor.isAt('/rates/USD/2026-09-29?kind=tt-buying')
  await visitor.heading('US Dollar, Bank buys (TT), Tue 29 Sep 2026').waitFor()
  await visitor.sees('USD/LKR Bank buys (TT) 326.2727, 29 Sep 2026, Market rate (currency-api).')
  await visitor.sees(`${product.url}/rates/USD/2026-09-29?kind=tt-buying`)
  await visitor.link('History of USD').click()
  await visitor.isAt('/rates/USD?side=export')
})

test('A side without a rate says so, and leads to entering it; the entry is shown as what it is', async () => {
  const visitor = await visit(product, { as: await product.user() })
  visitor.watch.expects(/kind=tt-selling: 404$/)
  await visitor.open('/rates?base=CAD&side=import')
  await visitor.sees(
    'No Bank sells (TT) rate of the Canadian Dollar is known on or before 29 Sep 2026.',
  )
  await visitor.link('Enter a Bank sells (TT) rate').click()
  await visitor.isAt('/enter')
  await visitor.field('CAD Bank sells (TT)').fill('237')
  await visitor.button(/^Save/).click()
  await visitor.sees('Exchange rate added successfully')
  await expectAccessible(visitor.page, 'entering a kind')
  await visitor.open('/dashboard')
  const [, entered] = await tableText(visitor.page, 'Recent Exchange Rates')
  expect(entered?.slice(1)).toEqual(['CAD Bank sells (TT)', 'LKR', '237.0000'])

  await visitor.open('/manage')
  await visitor.button('Edit CAD Bank sells (TT) rate of 29 Sep 2026').click()
  await visitor.page.getByRole('dialog').getByLabel('Rate').fill('237.5')
  await visitor.page.keyboard.press('Enter')
  await visitor.sees('237.5000')
  await visitor.open('/rates?base=CAD&side=import')
  await visitor.sees('237.5000')
  await expectAccessible(visitor.page, 'a side')
  await visitor.field('Kind of rate').selectOption('Indicative')
  await visitor.isAt('/rates?base=CAD')
  expect((await tableText(visitor.page, 'Current rate and weekly average'))[3]?.[1]).toBe(
    '233.2228',
  )
})

test('A side that there is not is said, and a kind that there is not has no page', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/: 40[04]$/)
  await visitor.open('/rates?side=spot')
  await visitor.sees('No rates for “spot”: these are the indicative rates.')
  const response = await visitor.page.goto('/rates/USD/2026-09-29?kind=spot')
  expect(response?.status()).toBe(404)
  await visitor.sees('The kind must be one of indicative, tt-buying, tt-selling, customs.')
})
