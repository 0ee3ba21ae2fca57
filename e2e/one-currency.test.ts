import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

test('The rates lead to a currency’s own page, with its rate, its line and the same figures', async () => {
  const visitor = await visit(product, { at: '/rates?base=GBP' })
  await visitor.link('British Pound: chart and converter').click()
  await visitor.isAt('/rates/GBP')
  await visitor.heading('British Pound').waitFor()
  expect(await visitor.page.title()).toBe('1 GBP = 438.0599 LKR, 29 Sep 2026 · Rupee Rates')
  await visitor.menu('Daily rates (5)').click()
  const rows = await tableText(visitor.page, 'Rates of GBP, the newest first')
  expect(rows.slice(0, 3)).toEqual([
    ['Date', 'Exchange Rate (LKR)', 'Change'],
    ['Tue, 29 Sep 2026', '438.0599', '+0.3756 +0.09 %▲'],
    ['Mon, 28 Sep 2026', '437.6843', '+0.3418 +0.08 %▲'],
  ])
  await expectAccessible(visitor.page, 'one currency')
})

test('The line is read with the keyboard, day by day, and by pointing at it, and says day, rate and source', async () => {
  const visitor = await visit(product, { at: '/rates/USD' })
  const day = visitor.page.getByRole('slider')
  await day.focus()
  const says = () => day.getAttribute('aria-valuetext')
  expect(await says()).toBe('29 Sep 2026: 330.9054 rupees, Market rate')
  await visitor.page.keyboard.press('ArrowLeft')
  expect(await says()).toBe('28 Sep 2026: 330.4329 rupees, Market rate')
  await visitor.page.keyboard.press('Home')
  expect(await says()).toBe('25 Sep 2026: 330.0327 rupees, Market rate')
  await visitor.page.keyboard.press('End')
  await day.hover({ position: { x: 2, y: 20 } })
  await visitor.sees('Fri, 25 Sep 2026')
})

test('A slip of the hand flattens no line: it is drawn at the edge, and said', async () => {
  const visitor = await visit(product)
  const user = await product.user()
  await user.enters('CAD', '2026-09-28', 2.3568)
  await visitor.open('/rates/CAD')
  await visitor.sees('Off the scale, drawn at its edge: 2.3568 on 28 Sep 2026.')
  await expectAccessible(visitor.page, 'a slip on the chart')
})

test('An amount is converted both ways, exactly, and its address shows the same later', async () => {
  const visitor = await visit(product, { at: '/rates/USD' })
  await visitor.field('Amount').fill('12,500')
  await visitor.holds('Sri Lankan rupees', '4,136,317.50')
  await visitor.isAt('/rates/USD?amount=12%2C500&from=USD')
  await visitor.sees('1 USD = 330.9054 LKR, 29 Sep 2026')
  await visitor.reload()
  await visitor.holds('Sri Lankan rupees', '4,136,317.50')
  await visitor.field('Sri Lankan rupees').fill('330.9054')
  await visitor.holds('Amount', '1.00')
  await visitor.field('Amount').fill('GBP 20')
  await visitor.sees('This amount is in GBP, and this page converts USD.')
  await visitor.field('Amount').fill('1.250')
  await visitor.sees('“1.250” could be 1,250.00 or 1.25. Write it like one of these.')
  await expectAccessible(visitor.page, 'an ambiguous amount')
  await visitor.field('Amount').fill('$1,299.99')
  await visitor.holds('Sri Lankan rupees', '430,173.71')
  await visitor.link('GBP').click()
  await visitor.isAt('/rates/GBP?amount=1%2C299.99&from=GBP')
  await visitor.holds('Sri Lankan rupees', '569,473.49')
})

test('A period is one press away and has an address of its own', async () => {
  const visitor = await visit(product, { at: '/rates/CAD?period=7d' })
  await visitor.sees('Daily rates (5)')
  await visitor.menu('Dates').click()
  await visitor.link('All').click()
  await visitor.isAt('/rates/CAD?period=all')
  await visitor.sees('Daily rates (5)')
  await visitor.menu('Download').click()
  const address = await visitor.link('Beancount').getAttribute('href')
  const file = await (await fetch(`${product.url}${address}`)).text()
  expect(file).toContain('\n2026-09-29 price CAD 233.2228 LKR\n')
  expect(file.split('\n')).toHaveLength(6)
  await expectAccessible(visitor.page, 'files for other programs')
})

test('A day’s rate has a page of its own, with who entered it and how it changed', async () => {
  const visitor = await visit(product)
  const user = await product.user('Kamala de Silva')
  await user.enters('AUD', '2026-09-28', 231.5)
  await visitor.open('/rates?base=AUD&date=2026-09-28')
  await visitor.link('Mon, Sep 28').click()
  await visitor.isAt('/rates/AUD/2026-09-28')
  await visitor.heading('Australian Dollar, Mon 28 Sep 2026').waitFor()
  await visitor.menu('Source and history').click()
  const rows = await tableText(visitor.page, 'Changes of this rate, the newest first')
  expect(rows.slice(0, 3).map((row) => row.slice(1))).toEqual([
    ['What', 'Rate (LKR)', 'Audit entry'],
    ['Entered by hand, by a registered user', '231.5000', expect.stringMatching(/^#\d+$/)],
    ['Market rate', '232.2291', expect.stringMatching(/^#\d+$/)],
  ])
  expect(await visitor.page.getByText('@').count()).toBe(0)
  await visitor.sees(`${product.url}/rates/AUD/2026-09-28`)
  await expectAccessible(visitor.page, 'a rate to cite')
  await visitor.field('Rate as recorded at').fill('2026-09-29T11:00')
  await visitor.button('Show').click()
  await visitor.isAt('/rates/AUD/2026-09-28?known_at=2026-09-29T11:00')
  await visitor.sees('No rate')
  await visitor.seesNot('Citation')
  await visitor.open('/rates/AUD/2026-09-28?known_at=2026-09-29T12:00')
  await visitor.sees(`${product.url}/rates/AUD/2026-09-28?known_at=2026-09-29T12:00`)
})

test('Beside a rate entered by hand the published one stands on every screen, in the citation and on paper', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-27', 331.25)
  const differs = '(difference +1.1525, +0.35 %)'
  const visitor = await visit(product, { at: '/rates/USD/2026-09-27' })
  await visitor.sees(differs)
  await visitor.sees(
    /USD\/LKR Indicative 331\.2500, 27 Sep 2026, entered by hand; Market rate: 330\.0975\./,
  )
  await visitor.page.emulateMedia({ media: 'print' })
  await visitor.sees(differs)
  await visitor.page.emulateMedia({ media: 'screen' })
  for (const at of [
    '/rates?date=2026-09-27',
    '/rates/USD?date=2026-09-27',
    '/?amount=1&date=2026-09-27',
  ]) {
    await visitor.open(at)
    await visitor.sees(/330\.0975/)
    await visitor.sees(differs)
  }
  await expectAccessible(visitor.page, 'a published rate beside an entry')
  await visitor.open('/rates/USD/2026-09-26')
  await visitor.sees('Market rate')
  expect(await visitor.page.getByText('entered by hand').count()).toBe(0)
})

test('A day that changed often shows its last 50 changes, and older ones behind a link', async () => {
  const visitor = await visit(product)
  const user = await product.user()
  for (let n = 1; n <= 60; n++) await user.enters('CAD', '2026-09-22', 220 + n / 100)
  await visitor.open('/rates/CAD/2026-09-22')
  await visitor.menu('Source and history').click()
  const rates = async () =>
    (await tableText(visitor.page, 'Changes of this rate, the newest first'))
      .slice(1)
      .map((row) => row[2])
  await visitor.sees(/^Changes 1 to 50 of 6\d$/)
  expect((await rates())[0]).toBe('220.6000')
  expect(await rates()).toHaveLength(50)
  await visitor.link('Older changes').click()
  await visitor.isAt('/rates/CAD/2026-09-22?page=2')
  await visitor.sees(/^Changes 51 to 6\d of 6\d$/)
  expect((await rates())[0]).toBe('220.1000')
  // The rate itself and its address are those of the first page.
  await visitor.sees(`${product.url}/rates/CAD/2026-09-22`)
  await visitor.sees('220.6000')
  await expectAccessible(visitor.page, 'older changes of a rate')
  await visitor.reload()
  await visitor.link('Newer changes').click()
  await visitor.isAt('/rates/CAD/2026-09-22')
  await visitor.menu('Source and history').click()
  await visitor.sees(/^Changes 1 to 50/)
})

test('A rate to cite is printed dark on white, from a dark screen too', async () => {
  const visitor = await visit(product, { dark: true, at: '/rates/USD/2026-09-28' })
  const colour = () =>
    visitor.page.evaluate<string>('getComputedStyle(document.querySelector("h1")).color')
  const onDarkScreen = await colour()
  await visitor.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.poll(colour).not.toBe(onDarkScreen)
  const onPaper = await colour()
  expect(await visitor.field('Theme').isVisible()).toBe(false)
  await visitor.page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await expect.poll(colour).toBe(onPaper)
})

test('A rate that never was has no page', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/: 404$/)
  const response = await visitor.page.goto('/rates/USD/2025-08-15')
  expect(response?.status()).toBe(404)
  await visitor.sees(/^No rate of the US Dollar/)
})

test('A day without a rate says why, leads to the rate that applies, and to the days beside it', async () => {
  // Before the week of the other tests: a Sunday after two weeks without a rate.
  const visitor = await visit(product, { at: '/rates/GBP/2026-09-25' })
  const { page } = visitor
  await page.locator('a[rel=next]').click()
  await visitor.isAt('/rates/GBP/2026-09-26')
  await page.locator('a[rel=prev]').click()
  await visitor.isAt('/rates/GBP/2026-09-25')
  const user = await product.user()
  await user.enters('GBP', '2026-08-14', 436.5)
  visitor.watch.expects(/: 404$/)
  const response = await page.goto('/rates/GBP/2026-08-16')
  expect(response?.status()).toBe(200)
  await visitor.sees('16 Aug 2026 is a Sunday: no rate was published.')
  await expectAccessible(page, 'a day without a rate')
  await page.locator('a[rel=prev]').click()
  await visitor.isAt('/rates/GBP/2026-08-15')
  await visitor.sees('15 Aug 2026 is a Saturday: no rate was published.')
  await visitor.link('Fri, 14 Aug 2026: 436.5000').click()
  await visitor.isAt('/rates/GBP/2026-08-14')
  await visitor.sees('436.5000')
  await visitor.open(`/rates/GBP/${product.test.clock.now().toISOString().slice(0, 10)}`)
  await page.locator('a[rel=prev]').waitFor()
  expect(await page.locator('a[rel=next]').count()).toBe(0)

  const reader = await visit(product, { javaScript: false, at: '/rates/GBP/2026-08-16' })
  await reader.sees('Fri, 14 Aug 2026: 436.5000')
})

test('An open page listens again after a proxy has answered instead of the server', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/\/stream\?kind=all&after=\d+: 502$/)
  let requested = 0
  await visitor.page.route('**/stream*', (route) =>
    requested++ === 0 ? route.fulfill({ status: 502, body: '' }) : route.continue(),
  )
  await visitor.open('/rates?base=AUD')
  await expect.poll(() => requested).toBe(1)
  const user = await product.user()
  await user.enters('AUD', '2026-09-29', 234.5)
  await visitor.context.clock.fastForward(10_000)
  await visitor.sees('AUD of 29 Sep 2026: 234.5000')
})

test('A rate that is entered while a page is young and not yet listening is marked and said as well', async () => {
  const user = await product.user()
  const visitor = await visit(product, { at: '/rates?base=AUD' })
  await user.enters('AUD', '2026-09-29', 233.5)
  await visitor.sees('AUD of 29 Sep 2026: 233.5000')
  const rate = async () =>
    (await tableText(visitor.page, 'Current rate and weekly average'))[2]?.[1]
  await expect.poll(rate).toBe('233.5000')
})

test('A currency’s page shows a rate that is entered elsewhere: in its figure, its line, its table and the converter', async () => {
  const visitor = await visit(product, { at: '/rates/GBP?amount=100&from=GBP' })
  await visitor.page.waitForRequest(/\/stream/)
  const user = await product.user()
  await user.enters('GBP', '2026-09-29', 439.5)
  await visitor.sees('GBP of 29 Sep 2026: 439.5000')
  await visitor.menu('Daily rates (5)').click()
  const newestRow = async () => (await tableText(visitor.page, 'Rates of GBP, the newest first'))[1]
  await expect
    .poll(newestRow)
    .toEqual([
      'Tue, 29 Sep 2026 Entered by hand Market rate: 438.0599 (difference +1.4401, +0.33 %)',
      '439.5000',
      '+1.8157 +0.41 %▲',
    ])
  expect(await visitor.page.getByRole('slider').getAttribute('aria-valuetext')).toBe(
    '29 Sep 2026: 439.5000 rupees, Entered by hand',
  )
  await visitor.holds('Sri Lankan rupees', '43,950.00')
  await visitor.sees('1 GBP = 439.5000 LKR, 29 Sep 2026')
})

test('On a day without a rate of its own an amount is typed to its end, and stays through another period', async () => {
  product.test.clock.turn(86_400)
  const visitor = await visit(product, { at: '/rates/CAD' })
  await visitor.sees('Latest available up to 30 Sep 2026.')
  await visitor.field('Amount').selectText()
  await visitor.page.keyboard.type('12,500', { delay: 50 })
  await visitor.holds('Sri Lankan rupees', '2,915,285.00')
  await visitor.holds('Amount', '12,500')
  await visitor.menu('Dates').click()
  await visitor.link('7 days').click()
  await visitor.isAt('/rates/CAD?amount=12%2C500&from=CAD&period=7d')
  await visitor.field('Date').fill('2026-09-28')
  await visitor.link('Newest rate').click()
  await visitor.isAt('/rates/CAD')
  await visitor.sees('Latest available up to 30 Sep 2026.')
})
