import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

const USD = { '2026-07-27': '300.5', '2026-07-28': '300.5', '2026-07-30': '299.25' }
const product = await startProduct({ recorded: { others: { USD } } })

const summary = 'Current rate and weekly average'
const history = /^Rates of/

test('the rates screen has the specified columns with 4 decimals in ascending days', async () => {
  const visitor = await product.visit({ at: '/rates' })
  expect(await visitor.field('Date').inputValue()).toBe('2026-09-29')
  expect(await visitor.field('Date').getAttribute('max')).toBe('2026-09-29')
  expect(await visitor.field('Base currency').inputValue()).toBe('USD')
  expect(await visitor.field('Base currency').locator('option').count()).toBe(4)
  expect(await visitor.table(summary)).toEqual([
    ['Currency', 'Current Rate (LKR)', 'Weekly Average', '30 days'],
    ['USD Chart', '330.9054', '330.2740', ''],
    ['AUD Australian Dollar', '232.2555', '231.9250', ''],
    ['CAD Canadian Dollar', '233.2228', '233.3407', ''],
    ['GBP British Pound', '438.0599', '437.2212', ''],
  ])
  await visitor.sees('Sri Lankan rupees, today, Tue 29 Sep 2026')
  await visitor.sees('Indicative market rates (currency-api), not the Central Bank’s.')
  await visitor.sees('Weekly average: seven days to Tue 29 Sep 2026.')
  await visitor.heading('Historical Rates (Last 7 Days)').waitFor()
  expect(await visitor.table(history)).toEqual([
    ['Date', 'Exchange Rate (LKR)', 'Change'],
    ['Fri, Sep 25', '330.0327', '+0.0000 –'],
    ['Sat, Sep 26', '329.9014', '−0.1313 ▼'],
    ['Sun, Sep 27', '330.0975', '+0.1961 ▲'],
    ['Mon, Sep 28', '330.4329', '+0.3354 ▲'],
    ['Tue, Sep 29', '330.9054', '+0.4725 ▲'],
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
  const [fallRed = 0, fallGreen = 0] = await colour('−0.1313')
  expect(fallRed).toBeGreaterThan(fallGreen)
  const still = await colour('+0.0000')
  expect(Math.max(...still) - Math.min(...still)).toBeLessThan(40)
  await visitor.page.emulateMedia({ media: 'print' })
  expect(await visitor.field('Base currency').isVisible()).toBe(false)
  expect(await visitor.page.getByText('Chart', { exact: true }).isVisible()).toBe(false)
})

test('on a phone all columns fit, and only rates entered by hand are marked', async () => {
  const user = await product.user()
  for (const day of ['26', '28', '29']) await user.enters('GBP', `2026-09-${day}`, 437.25)
  const visitor = await product.visit({ width: 390, height: 844, at: '/rates?base=GBP' })
  const { page } = visitor
  const first = page.getByRole('table', { name: summary }).getByText('330.9054')
  const box = await first.boundingBox()
  expect(box && box.y + box.height / 2 - 12).toBeLessThanOrEqual(420)
  for (const name of [summary, history]) {
    const table = await page.getByRole('table', { name }).boundingBox()
    expect((table?.x ?? 0) + (table?.width ?? 999)).toBeLessThanOrEqual(374)
  }
  const days = (await visitor.table(history)).slice(1).map(([day]) => day)
  expect(days).toEqual([
    'Fri, Sep 25',
    'Sat, Sep 26 Entered by hand',
    'Sun, Sep 27',
    'Mon, Sep 28 Entered by hand',
    'Tue, Sep 29 Entered by hand',
  ])
  await visitor.sees('Market rate on Sat 26 Sep 2026: 436.9968; ours is 0.2532 higher')
  await visitor.isAccessible('rates on a phone')
})

test('a change of day or currency requests rate and week again, without a date for today', async () => {
  const visitor = await product.visit({ at: '/rates' })
  const requests = async (change: () => Promise<unknown>, at: string) => {
    const before = visitor.watch.requests.length
    await change()
    await visitor.isAt(at)
    const reads = () =>
      visitor.watch.requests
        .slice(before)
        .filter((each) => /\/current\/|last-seven/.test(each))
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

test('a week is sorted by day', async () => {
  const visitor = await product.visit()
  await visitor.page.route('**/last-seven-days?date=2026-09-28', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { rates: unknown[] } }
    await route.fulfill({ response, json: { data: { ...data, rates: data.rates.toReversed() } } })
  })
  await visitor.open('/rates')
  await visitor.field('Date').fill('2026-09-28')
  await expect
    .poll(async () => (await visitor.table(history)).map(([day]) => day))
    .toEqual(['Date', 'Fri, Sep 25', 'Sat, Sep 26', 'Sun, Sep 27', 'Mon, Sep 28'])
})

test('a future day is refused and shows no other day’s figures', async () => {
  const visitor = await product.visit({ at: '/rates' })
  await visitor.sees('330.9054')
  const before = visitor.watch.requests.length
  await visitor.field('Date').fill('2026-10-01')
  await visitor.sees('Choose a day up to today, 29 Sep 2026.')
  await visitor.seesNot('330.9054')
  expect(visitor.watch.requests.slice(before)).toEqual([])
  await visitor.field('Date').fill('2026-09-29')
  await visitor.sees('330.9054')
  await visitor.seesNot('Choose a day up to today')
})

test('the strip of days chooses a day, names it and marks the day that counts', async () => {
  const visitor = await product.visit({ at: '/rates' })
  const { page } = visitor
  const strip = page.getByRole('navigation', { name: 'Days' })
  await strip.getByRole('link', { name: /^Sun 27 Sep, / }).click()
  await visitor.isAt('/rates?date=2026-09-27&base=USD')
  await visitor.holds('Date', '2026-09-27')
  expect(await strip.getByRole('link').count()).toBe(15)
  await strip.getByRole('link', { name: 'Day before' }).click()
  await visitor.isAt('/rates?date=2026-09-26&base=USD')
  await expect
    .poll(() => strip.locator('[aria-current=date]').getAttribute('aria-label'))
    .toMatch(/^Sat\s26\sSep, /)
})

test('an address survives reload, back and forward', async () => {
  const visitor = await product.visit({ at: '/rates?date=2026-09-27&base=AUD' })
  await visitor.sees('231.9108')
  await visitor.reload()
  await visitor.sees('231.9108')
  expect(await visitor.field('Date').inputValue()).toBe('2026-09-27')
  await visitor.field('Base currency').selectOption('CAD')
  await visitor.isAt('/rates?date=2026-09-27&base=CAD')
  await visitor.page.goBack()
  await visitor.isAt('/rates?date=2026-09-27&base=AUD')
  await visitor.holds('Base currency', 'AUD')
  await visitor.page.goForward()
  await visitor.isAt('/rates?date=2026-09-27&base=CAD')
  await expect.poll(async () => (await visitor.table(history)).at(-1)?.[1]).toBe('233.4038')
})

test('days without a rate take one line, and an empty week shows the newest week', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(/: 404$/)
  await visitor.open('/rates?date=2026-08-02')
  await visitor.sees(
    /^No rate: Wed 29, Esala Full Moon Poya Day; Fri 31, not [a-z]+; Sat 1 and Sun 2, weekend\.$/,
  )
  await visitor.sees('Sri Lankan rupees. Latest: Thu 30 Jul 2026')
  await visitor.open('/rates?date=2026-08-15')
  await visitor.sees('No rates since 30 Jul 2026. The newest seven days:')
  await visitor.sees('Weekly average: seven days to Thu 30 Jul 2026.')
  expect((await visitor.table(summary))[1]?.slice(1, 3)).toEqual(['299.2500', '300.0833'])
  expect(await visitor.table(history)).toEqual([
    ['Date', 'Exchange Rate (LKR)', 'Change'],
    ['Mon, Jul 27', '300.5000', '+0.0000 –'],
    ['Tue, Jul 28', '300.5000', '+0.0000 –'],
    ['Thu, Jul 30', '299.2500', '−1.2500 ▼'],
  ])
})

test('without scripts the rates are readable and a form chooses day, currency and rate', async () => {
  const visitor = await product.visit({ javaScript: false, at: '/rates' })
  expect((await visitor.table(history))[5]).toEqual(['Tue, Sep 29', '330.9054', '+0.4725 ▲'])
  await visitor.field('Date').fill('2026-09-28')
  await visitor.field('Base currency').selectOption('CAD')
  await visitor.button('Show').click()
  await visitor.isAt('/rates?base=CAD&date=2026-09-28')
  expect((await visitor.table(summary))[3]?.[1]).toBe('233.5351')
  await visitor.open('/rates/USD/2026-09-28')
  await visitor.menu('Rate as it stood on another day').click()
  expect(await visitor.page.locator('button:visible').allInnerTexts()).toEqual(['Show'])
})

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'The page of the server comes alive in %s without a second request and with the days of Colombo',
  async (timezone) => {
    const visitor = await product.visit({ timezone, at: '/rates' })
    const calls = () => visitor.watch.requests.filter((request) => request.includes('/api/'))
    expect(calls()).toEqual([])
    await visitor.field('Base currency').selectOption('AUD')
    await visitor.isAt('/rates?base=AUD')
    expect(calls().filter((call) => !call.includes('AUD'))).toEqual([])
    expect(await visitor.field('Date').inputValue()).toBe('2026-09-29')
    expect((await visitor.table(/^Rates of AUD/))[5]).toEqual([
      'Tue, Sep 29',
      '232.2555',
      '+0.0264 ▲',
    ])
  },
)

test('a rate entered elsewhere is shown and announced, also after a proxy error', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(/\/stream\?kind=all&after=\d+: 502$/)
  let requested = 0
  await visitor.page.route('**/stream*', (route) =>
    requested++ === 0 ? route.fulfill({ status: 502, body: '' }) : route.continue(),
  )
  await visitor.open('/rates?base=AUD')
  await visitor.listens()
  await expect.poll(() => requested).toBe(1)
  const user = await product.user()
  await user.enters('AUD', '2026-09-29', 234.5)
  await visitor.context.clock.fastForward(10_000)
  await visitor.sees('AUD of 29 Sep 2026: 234.5000')
  await expect.poll(async () => (await visitor.table(summary))[2]?.[1]).toContain('234.5')
})

test('a new day begins at midnight in Colombo on server and browser', async () => {
  product.test.clock.set('2026-09-28T18:29:30Z')
  const visitor = await product.visit({ timezone: 'America/Los_Angeles', at: '/rates' })
  expect(await visitor.field('Date').inputValue()).toBe('2026-09-28')
  await visitor.sees('330.4329')
  await visitor.waits(90)
  await expect.poll(() => visitor.field('Date').inputValue()).toBe('2026-09-29')
  await visitor.sees('330.9054')
  await visitor.sees('Weekly average: seven days to Tue 29 Sep 2026.')
})
