import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

test('Without scripts the rates can be read, and the form asks for another day and currency', async () => {
  const visitor = await visit(product, { javaScript: false, at: '/rates' })
  expect((await tableText(visitor.page, /^Rates of/))[5]).toEqual([
    'Tue, Sep 29',
    '330.9054',
    '+0.4725 +0.14 %▲',
  ])
  await visitor.field('Date').fill('2026-09-28')
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.button('Show').click()
  await visitor.isAt('/rates?base=GBP&date=2026-09-28&side=')
  expect((await tableText(visitor.page, 'Current rate and weekly average'))[4]?.[1]).toBe(
    '437.6843',
  )
})

test('Without scripts a long history is offered as a file, no button is dead, and signing in says what it needs', async () => {
  const visitor = await visit(product, { javaScript: false, at: '/rates/USD?period=all' })
  await visitor.menu('Download').click()
  expect(await visitor.link('CSV').getAttribute('href')).toContain(
    '/api/exchange-rate/USD/history.csv',
  )
  // What stands in a noscript is no text to Playwright's own search.
  const said = () => visitor.page.locator('noscript p:visible').allInnerTexts()
  expect(await said()).toContain('This needs JavaScript.')
  await visitor.open('/rates/USD/2026-09-28')
  await visitor.menu('Source and history').click()
  expect(await visitor.page.locator('button:visible').allInnerTexts()).toEqual(['Show'])
  for (const path of ['/login', '/register']) {
    await visitor.open(path)
    expect(await said()).toEqual(['Signing in needs JavaScript; the rates can be read without it.'])
  }
})

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'The page that the server made comes alive in %s without a second request and with the days of Colombo',
  async (timezone) => {
    const visitor = await visit(product, { timezone, at: '/rates' })
    const calls = () => visitor.watch.requests.filter((request) => request.includes('/api/'))
    expect(calls()).toEqual([])
    // Alive: a choice is answered without a new page, and asks for what the page has not brought.
    await visitor.field('Base currency').selectOption('AUD')
    await visitor.isAt('/rates?base=AUD')
    await visitor.sees('Tue, Sep 29')
    await visitor.link('Australian Dollar: chart and converter').waitFor()
    expect(calls().filter((call) => !call.includes('AUD'))).toEqual([])
    expect(await visitor.field('Date').inputValue()).toBe('2026-09-29')
    await expect
      .poll(async () => (await tableText(visitor.page, /^Rates of AUD/))[5])
      .toEqual(['Tue, Sep 29', '232.2555', '+0.0264 +0.01 %▲'])
  },
)

test('A new day begins at midnight in Colombo, for the server and for every browser', async () => {
  product.test.clock.set('2026-09-28T18:29:30Z')
  const visitor = await visit(product, { timezone: 'America/Los_Angeles', at: '/rates' })
  expect(await visitor.field('Date').inputValue()).toBe('2026-09-28')
  await visitor.sees('330.4329')
  await visitor.waits(90)
  await expect.poll(() => visitor.field('Date').inputValue()).toBe('2026-09-29')
  // Not the day alone, but what is said of it.
  await visitor.sees('330.9054')
  await visitor.sees('Averages of the week to 29 Sep 2026')
})
