import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'

const USD = { '2026-07-27': '300.5', '2026-07-28': '300.5', '2026-07-30': '299.25' }
const product = await startProduct({ recorded: { others: { USD } } })

const history = /^Rates of/

test('The rates screen shows rate, average, week and changes with 4 decimals, ascending, with the day and source', async () => {
  const visitor = await visit(product, { at: '/rates' })
  expect(await visitor.field('Date').inputValue()).toBe('2026-09-29')
  expect(await visitor.field('Date').getAttribute('max')).toBe('2026-09-29')
  expect(await visitor.field('Base currency').inputValue()).toBe('USD')
  expect(await visitor.field('Base currency').locator('option').count()).toBe(4)
  expect(await tableText(visitor.page, 'Current rate and weekly average')).toEqual([
    ['Currency', 'Current Rate (LKR)', 'Weekly Average', 'Change', '30 days'],
    ['USD US Dollar', '330.9054', '330.2740', '+0.4725 +0.14 %▲', ''],
    ['AUD Australian Dollar', '232.2555', '231.9250', '+0.0264 +0.01 %▲', ''],
    ['CAD Canadian Dollar', '233.2228', '233.3407', '-0.3123 -0.13 %▼', ''],
    ['GBP British Pound', '438.0599', '437.2212', '+0.3756 +0.09 %▲', ''],
  ])
  await visitor.sees('Tue, 29 Sep 2026')
  await visitor.sees('Indicative market rates (currency-api), not the Central Bank’s.')
  await visitor.heading('Historical Rates (Last 7 Days)').waitFor()
  expect(await tableText(visitor.page, history)).toEqual([
    ['Date', 'Exchange Rate (LKR)', 'Change'],
    ['Fri, Sep 25', '330.0327', '+0.0000 –'],
    ['Sat, Sep 26', '329.9014', '-0.1313 -0.04 %▼'],
    ['Sun, Sep 27', '330.0975', '+0.1961 +0.06 %▲'],
    ['Mon, Sep 28', '330.4329', '+0.3354 +0.10 %▲'],
    ['Tue, Sep 29', '330.9054', '+0.4725 +0.14 %▲'],
  ])
  // A rise is green, a fall red and no change muted.
  const colour = (text: string) =>
    visitor.page
      .getByRole('table', { name: history })
      .getByText(text)
      .evaluate((element) => {
        const { getComputedStyle: style } = globalThis as unknown as {
          getComputedStyle: (of: unknown) => { color: string }
        }
        return style(element).color.match(/\d+/g)?.map(Number) ?? []
      })
  const [red = 0, green = 0] = await colour('+0.1961')
  expect(green).toBeGreaterThan(red)
  const [fallRed = 0, fallGreen = 0] = await colour('-0.1313')
  expect(fallRed).toBeGreaterThan(fallGreen)
  const still = await colour('+0.0000')
  expect(Math.max(...still) - Math.min(...still)).toBeLessThan(40)
})

test('Each change of day or currency requests rate and week again, also those that were shown a moment ago; today is not sent', async () => {
  const visitor = await visit(product, { at: '/rates' })
  const requests = async (change: () => Promise<unknown>, at: string) => {
    const before = visitor.watch.requests.length
    await change()
    await visitor.isAt(at)
    const reads = () =>
      visitor.watch.requests
        .slice(before)
        .filter((each) => /\/(current|last-seven-days)(\/|\?|$)|last-seven/.test(each))
        .sort()
    await expect.poll(() => reads().length).toBeGreaterThanOrEqual(2)
    return reads()
  }
  const readsOf = (currency: string, query = '') => [
    `GET /api/exchange-rate/${currency}/last-seven-days${query}`,
    `GET /api/exchange-rate/current/${currency}${query}`,
  ]
  const base = visitor.field('Base currency')
  expect(await requests(() => base.selectOption('GBP'), '/rates?base=GBP')).toEqual(readsOf('GBP'))
  expect(await requests(() => base.selectOption('USD'), '/rates')).toEqual(readsOf('USD'))
  const date = visitor.field('Date')
  const day = '?date=2026-09-28'
  expect(await requests(() => date.fill('2026-09-28'), `/rates${day}&base=USD`)).toEqual(
    readsOf('USD', day),
  )
  expect(await requests(() => date.fill('2026-09-29'), '/rates')).toEqual(readsOf('USD'))
})

test('A week is shown by day, in whatever order its days come', async () => {
  const visitor = await visit(product)
  await visitor.page.route('**/last-seven-days?date=2026-09-28', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { rates: unknown[] } }
    await route.fulfill({ response, json: { data: { ...data, rates: data.rates.toReversed() } } })
  })
  await visitor.open('/rates')
  await visitor.field('Date').fill('2026-09-28')
  await expect
    .poll(async () =>
      (await tableText(visitor.page, history)).map(([day, , change]) => [day, change]),
    )
    .toEqual([
      ['Date', 'Change'],
      ['Fri, Sep 25', '+0.0000 –'],
      ['Sat, Sep 26', '-0.1313 -0.04 %▼'],
      ['Sun, Sep 27', '+0.1961 +0.06 %▲'],
      ['Mon, Sep 28', '+0.3354 +0.10 %▲'],
    ])
})

test('A date to come, or one before any rate, is refused while it is typed, and no other day’s figures stand under it', async () => {
  const visitor = await visit(product, { at: '/rates' })
  await visitor.sees('330.9054')
  const before = visitor.watch.requests.length
  await visitor.field('Date').fill('2026-10-01')
  await visitor.sees('Choose a day up to today, 29 Sep 2026.')
  await visitor.seesNot('330.9054')
  await visitor.seesNot('Historical Rates (Last 7 Days)')
  await visitor.field('Date').fill('1949-12-31')
  await visitor.field('Date').blur()
  await visitor.sees('Choose a day from 1 Jan 1950 on.')
  expect(visitor.watch.requests.slice(before)).toEqual([])
  await visitor.field('Date').fill('2026-09-29')
  await visitor.sees('330.9054')
  await visitor.seesNot('Choose a day up to today')
})

test('An address with date and base survives a reload, and back and forward go through what was shown', async () => {
  const visitor = await visit(product, { at: '/rates?date=2026-09-27&base=AUD' })
  await visitor.sees('231.9108')
  await visitor.reload()
  await visitor.sees('231.9108')
  expect(await visitor.field('Date').inputValue()).toBe('2026-09-27')
  await visitor.field('Base currency').selectOption('CAD')
  await visitor.sees('233.4038')
  await visitor.page.goBack()
  await visitor.sees('231.9108')
  expect(await visitor.field('Base currency').inputValue()).toBe('AUD')
  await visitor.page.goForward()
  await visitor.isAt('/rates?date=2026-09-27&base=CAD')
  await visitor.sees('233.4038')
})

test('A spinner turns while rates are fetched', async () => {
  const visitor = await visit(product, { at: '/rates' })
  const release = await holdRequests(visitor.page, /\/api\/exchange-rate\/.*date=2026-09-26/)
  await visitor.field('Date').fill('2026-09-26')
  await visitor.page
    .getByRole('status')
    .filter({ hasText: 'Fetching rates…' })
    .waitFor({ state: 'attached' })
  release()
  await visitor.sees('329.9014')
  await expect.poll(() => visitor.page.getByText('Fetching rates…').count()).toBe(0)
})

test('An address that cannot be shown says so and shows today', async () => {
  const visitor = await visit(product, { at: '/rates?date=2026-02-30&base=EUR' })
  await visitor.sees('We don’t have rates for “2026-02-30”. Showing today’s instead.')
  await visitor.sees('We don’t have rates for EUR. Showing the US Dollar instead.')
  await visitor.sees('330.9054')
  await visitor.open('/rates?date=2027-01-01&base=USD')
  await visitor.sees('We don’t have rates for “2027-01-01”. Showing today’s instead.')
})

test('The days without a rate are named with their reason, and an empty week leads to the newest one', async () => {
  const visitor = await visit(product)
  // Of the other currencies the board knows nothing so early.
  visitor.watch.expects(/^GET \/api\/exchange-rate\/current\/(AUD|CAD|GBP)\?date=2026-07-30: 404$/)
  await visitor.open('/rates?date=2026-08-02')
  await visitor.sees('Days without a rate')
  await visitor.sees('Wed, Jul 29: Bank holiday: Esala Full Moon Poya Day')
  await visitor.sees('Fri, Jul 31: Not published')
  await visitor.sees('Sat, Aug 1 and Sun, Aug 2: Weekend')
  await visitor.sees('Thu, 30 Jul 2026, latest available up to 2 Aug 2026')

  await visitor.open('/rates?date=2026-08-15')
  await visitor.sees('No rates in the seven days up to 15 Aug 2026.')
  await visitor.link('Show the newest week, up to 30 Jul 2026').click()
  await visitor.isAt('/rates?date=2026-07-30&base=USD')
  await expect
    .poll(() => tableText(visitor.page, history))
    .toEqual([
      ['Date', 'Exchange Rate (LKR)', 'Change'],
      ['Mon, Jul 27', '300.5000', '+0.0000 –'],
      ['Tue, Jul 28', '300.5000', '+0.0000 –'],
      ['Thu, Jul 30', '299.2500', '-1.2500 -0.42 %▼'],
    ])
})
