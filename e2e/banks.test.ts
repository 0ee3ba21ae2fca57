import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

const BOTH = ['tt-buying', 'tt-selling'] as const
const product = await startProduct({
  env: { PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB' },
  recorded: { sides: { USD: BOTH, GBP: ['tt-selling'] } },
})
const summary = 'Current rate and weekly average'

test('one select offers every existing rate, and the whole page follows it', async () => {
  const user = await product.user()
  await user.posts('/api/exchange-rate/manual', {
    date: '2026-09-29',
    base_currency: 'USD',
    rate: 337.25,
    kind: 'tt-selling',
    publisher: 'sampath',
  })
  const visitor = await product.visit({ at: '/rates' })
  const rate = visitor.field('Rate')
  expect(await rate.locator('option').allInnerTexts()).toEqual([
    'Indicative',
    'Bank buys (TT)',
    'Bank sells (TT)',
    'Sampath Bank sells (TT)',
  ])
  await rate.selectOption('Sampath Bank sells (TT)')
  await visitor.isAt('/rates?kind=tt-selling&publisher=sampath')
  await expect
    .poll(() => visitor.table(summary))
    .toEqual([
      ['Currency', 'Current Rate (LKR)', 'Weekly Average', '30 days'],
      ['USD Chart', 'Entered by hand 337.2500', '337.2500', ''],
    ])
  await visitor.link('Tue, Sep 29').click()
  await visitor.isAt('/rates/USD/2026-09-29?kind=tt-selling&publisher=sampath')
  await visitor.heading('Sampath Bank: US Dollar, Bank sells (TT), Tue 29 Sep 2026').waitFor()
  await visitor.sees('Sampath Bank USD/LKR Bank sells (TT) 337.2500, 29 Sep 2026, entered by hand.')
  await visitor.link('History of USD').click()
  await visitor.isAt('/rates/USD?kind=tt-selling&publisher=sampath')
  await visitor.field('Rate').first().selectOption('Bank buys (TT)')
  await visitor.isAt('/rates/USD?kind=tt-buying')
  await visitor.sees('326.2727')
  await visitor.sees('1 USD = 326.2727 LKR (Bank buys (TT)).')
})

test('without scripts a form chooses the rate; old addresses with a side lead to its kind', async () => {
  const visitor = await product.visit({ javaScript: false, at: '/rates' })
  await visitor.field('Rate').selectOption('Sampath Bank sells (TT)')
  await visitor.button('Show').click()
  await visitor.isAt('/rates?base=USD&date=2026-09-29&kind=tt-selling+sampath')
  await visitor.sees('337.2500')
  await visitor.open('/rates?side=import')
  await visitor.isAt('/rates?kind=tt-selling')
  expect((await visitor.table(summary))[1]?.[1]).toBe('335.5381')
  await visitor.open('/rates/USD?side=export')
  await visitor.isAt('/rates/USD?kind=tt-buying')
  await visitor.sees('326.2727')
})

test('a missing rate is named, and an unknown kind has no cited page', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(/: 40[04]$/)
  await visitor.open('/rates?base=CAD&kind=tt-selling')
  await visitor.sees(
    'No Bank sells (TT) rate of the Canadian Dollar is known on or before 29 Sep 2026.',
  )
  const response = await visitor.page.goto('/rates/USD/2026-09-29?kind=spot')
  expect(response?.status()).toBe(404)
  await visitor.sees('The kind must be one of indicative, tt-buying, tt-selling, customs.')
})

test('the board shows all banks for a currency, each rate with its own day, and all currencies of one', async () => {
  const user = await product.user()
  const enter = (publisher: string, kind: string, date: string, rate: number) =>
    user.posts('/api/exchange-rate/manual', { date, base_currency: 'USD', rate, kind, publisher })
  await enter('sampath', 'tt-selling', '2026-09-29', 337.25)
  await enter('hnb', 'tt-buying', '2026-09-29', 328.5)
  await enter('hnb', 'tt-selling', '2026-09-21', 336.75)
  const visitor = await product.visit({ at: '/rates' })
  await visitor.link('Banks').click()
  await visitor.isAt('/banks')
  await visitor.heading('USD at 2 banks').waitFor()
  const board = () => visitor.table('USD at the banks')
  const [, indicative, ...banks] = await board()
  expect(indicative?.[0]).toBe('Indicative Market rate')
  expect(banks.map((cells) => cells.slice(0, 3))).toEqual([
    ['HNB', 'Entered by hand 328.5000', expect.stringMatching(/336\.7500\s*Mon 21 Sep$/)],
    ['Sampath Bank', '–', 'Entered by hand 337.2500'],
  ])
  await visitor.sees('By name, because some rates are of another day.')
  await visitor.isAccessible('the board of banks')
  await visitor.listens()
  await enter('hnb', 'tt-selling', '2026-09-29', 336.5)
  await visitor.sees('By rate, lowest first: all are of Tue 29 Sep 2026.')
  await visitor.sees('Rupees for 1 USD, Tue 29 Sep 2026')
  expect((await board()).slice(2).flat().join()).not.toContain(' Sep')
  await visitor.link('We receive USD').click()
  await visitor.isAt('/banks?side=receive')
  await visitor.link('328.5000').click()
  await visitor.isAt('/rates/USD/2026-09-29?kind=tt-buying&publisher=hnb')
  await visitor.page.goBack()
  await visitor.isAt('/banks?side=receive')
  await visitor.field('Bank').selectOption('HNB')
  await visitor.isAt('/banks?publisher=hnb&side=receive')
  await visitor.heading('HNB').waitFor()
  await visitor.sees('Indicative: Market rate.')
  const [, ...currencies] = await visitor.table('Banks')
  expect(currencies.map(([name]) => name?.slice(0, 3))).toEqual(['USD', 'AUD', 'CAD', 'GBP'])
  const plain = await product.visit({ javaScript: false, at: '/banks?currency=GBP' })
  await plain.sees('No bank has a rate for this choice.')
})
