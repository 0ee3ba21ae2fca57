import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { plainSpaces } from '../text/sentences.ts'

const product = await startProduct({ recorded: {} })
const changes = 'Changes of this rate, the newest first'

test('the rates lead to the page of a currency with its rate, chart and table', async () => {
  const visitor = await product.visit({ at: '/rates?base=GBP' })
  await visitor.link('GBP Chart').click()
  await visitor.isAt('/rates/GBP')
  await visitor.heading('British Pound').waitFor()
  const hasTitle = () =>
    expect.poll(() => visitor.page.title()).toBe('1 GBP = 438.0599 LKR, 29 Sep 2026 · Rupee Rates')
  await hasTitle()
  const controls = visitor.page
    .locator('a, button, input, select, summary')
    .and(visitor.page.locator(':visible:not([href="#main"])'))
  expect(await controls.count()).toBeLessThanOrEqual(30)
  await visitor.menu('Daily rates (5)').click()
  const rows = await visitor.table('Rates of GBP, the newest first')
  expect(rows.slice(0, 3)).toEqual([
    ['Date', 'Exchange Rate (LKR)', 'Change'],
    ['Tue 29 Sep 2026', '438.0599', '+0.3756 ▲'],
    ['Mon 28 Sep 2026', '437.6843', '+0.3418 ▲'],
  ])
  await visitor.isAccessible('one currency')
  await visitor.link('90 days').click()
  await visitor.isAt('/rates/GBP?period=90d')
  await visitor.hasResponses()
  await hasTitle()
})

test('without scripts the chart has scale, figures and a custom range', async () => {
  const visitor = await product.visit({
    javaScript: false,
    at: '/rates/USD?start=2026-09-25&end=2026-09-28',
  })
  await visitor.sees('Daily rates (4)')
  const texts = () => visitor.page.locator('figure svg text').allTextContents()
  expect((await texts()).map(plainSpaces)).toEqual(
    expect.arrayContaining(['330.0', '25 Sep', '28 Sep', '330.4329', 'Lowest 329.9014']),
  )
})

test('a period and a custom range have an address and files', async () => {
  const visitor = await product.visit({ at: '/rates/CAD?period=7d' })
  await visitor.sees('Daily rates (5)')
  await visitor.menu('7 days').click()
  await visitor.link('All').click()
  await visitor.isAt('/rates/CAD?period=all')
  await visitor.menu('All').click()
  await visitor.field('First day').fill('2026-09-26')
  await visitor.field('Last day').fill('2026-09-27')
  await visitor.button('Apply').click()
  await visitor.isAt('/rates/CAD?start=2026-09-26&end=2026-09-27')
  await visitor.sees('Daily rates (2)')
  await visitor.menu('Download').click()
  const address = await visitor.link('Beancount').getAttribute('href')
  const file = await (await fetch(`${product.url}${address}`)).text()
  expect(file).toContain('\n2026-09-27 price CAD 233.4038 LKR\n')
  await visitor.isAccessible('files for other programs')
})

test('a cited rate names who entered it and how it changed', async () => {
  const visitor = await product.visit()
  const user = await product.user('Kamala de Silva')
  await user.enters('AUD', '2026-09-28', 231.5)
  await visitor.open('/rates?base=AUD&date=2026-09-28')
  await visitor.link('Mon, Sep 28').click()
  await visitor.isAt('/rates/AUD/2026-09-28')
  await visitor.heading('Australian Dollar, Mon 28 Sep 2026').waitFor()
  await visitor.sees('Entered by a registered user on 29 Sep 2026 at 12:00.')
  const rows = await visitor.table(changes)
  expect(rows.slice(0, 3).map((row) => row.slice(1))).toEqual([
    ['What', 'Rate (LKR)', 'Audit entry'],
    ['Entered by hand, by a registered user', '231.5000', expect.stringMatching(/^#\d+$/)],
    ['Market rate', '232.2291', expect.stringMatching(/^#\d+$/)],
  ])
  expect(await visitor.page.getByText('@').count()).toBe(0)
  const pinned = `${product.url}/rates/AUD/2026-09-28?known_at=2026-09-29T12:00`
  await expect.poll(() => visitor.page.innerText('main')).toContain(pinned)
  await visitor.menu('Rate as it stood on another day').click()
  await visitor.field('Rate as it stood on').fill('2026-09-29T11:00')
  await visitor.button('Show').click()
  await visitor.isAt('/rates/AUD/2026-09-28?known_at=2026-09-29T11:00')
  await visitor.sees('No rate')
  await visitor.seesNot('Citation')
  const reader = await product.visit({ as: user, at: '/rates/AUD/2026-09-28' })
  await reader.sees('Entered by Kamala de Silva on 29 Sep 2026 at 12:00.')
  expect((await reader.table(changes))[1]?.[1]).toBe('Entered by hand, by Kamala de Silva')
  await visitor.open('/rates/AUD/2026-09-28?known_at=2026-09-29T12:00')
  await visitor.sees(`${product.url}/rates/AUD/2026-09-28?known_at=2026-09-29T12:00`)
})

test('a rate entered by hand is shown beside the published one on pages, citation and paper', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-27', 331.25)
  const visitor = await product.visit({ at: '/rates/USD/2026-09-27' })
  await visitor.sees('+1.1525, +0.35 %')
  await visitor.sees(
    /USD\/LKR Indicative 331\.2500, 27 Sep 2026, entered by hand; Market rate: 330\.0975\./,
  )
  await visitor.page.emulateMedia({ media: 'print' })
  await visitor.sees('+1.1525, +0.35 %')
  await visitor.page.emulateMedia({ media: 'screen' })
  for (const at of ['/rates?date=2026-09-27', '/rates/USD?date=2026-09-27']) {
    await visitor.open(at)
    await visitor.sees('Market rate on Sun 27 Sep 2026: 330.0975; ours is 1.1525 higher')
  }
  await visitor.open('/rates/USD/2026-09-26')
  await visitor.sees('Market rate')
  expect(await visitor.page.getByText(/, entered by hand/).count()).toBe(0)
})

test('a day with many changes shows the last 50 and links to older ones', async () => {
  const visitor = await product.visit()
  const user = await product.user()
  for (let n = 1; n <= 52; n++) await user.enters('CAD', '2026-09-22', 220 + n / 100)
  await visitor.open('/rates/CAD/2026-09-22')
  await visitor.menu('Source and history').click()
  const rates = async () => (await visitor.table(changes)).slice(1).map((row) => row[2])
  await visitor.sees(/^Changes 1 to 50 of 5\d$/)
  expect((await rates())[0]).toBe('220.5200')
  expect(await rates()).toHaveLength(50)
  await visitor.link('Older changes').click()
  await visitor.isAt('/rates/CAD/2026-09-22?page=2')
  await visitor.sees(/^Changes 51 to 5\d of 5\d$/)
  expect((await rates())[0]).toBe('220.0200')
  await visitor.sees('220.5200')
  await visitor.link('Newer changes').click()
  await visitor.isAt('/rates/CAD/2026-09-22')
})

test('a cited rate is printed dark on white from a dark screen', async () => {
  const visitor = await product.visit({ dark: true, at: '/rates/USD/2026-09-28' })
  const colour = () =>
    visitor.page.evaluate<string>('getComputedStyle(document.querySelector("h1")).color')
  const onDarkScreen = await colour()
  await visitor.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.poll(colour).not.toBe(onDarkScreen)
  const onPaper = await colour()
  const brands = visitor.page.locator('.brand-mark').filter({ visible: true })
  await expect.poll(() => brands.count()).toBe(1)
  await visitor.page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await expect.poll(colour).toBe(onPaper)
})

test('a day without a rate says why, names the applicable rate and links to its neighbours', async () => {
  const user = await product.user()
  await user.enters('GBP', '2026-08-14', 436.5)
  const visitor = await product.visit()
  const { page } = visitor
  visitor.watch.expects(/: 404$/)
  expect((await page.goto('/rates/USD/2025-08-15'))?.status()).toBe(404)
  await visitor.sees(/^No rate of the US Dollar/)
  expect((await page.goto('/rates/GBP/2026-08-16'))?.status()).toBe(200)
  await visitor.sees('Sun 16 Aug is a weekend:')
  await visitor.sees('the rate of Fri 14 Aug counts.')
  const facts = () => page.locator('main dl').first().innerText()
  expect(plainSpaces(await facts()).split('\n')).toEqual([
    ...['Source', 'Entered by hand', 'Kind', 'Indicative'],
    ...['Rate of', 'Fri 14 Aug 2026', 'Asked for', 'Sun 16 Aug 2026, weekend'],
  ])
  const ground = (day: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('ol a[href*="${day}"]')).background`)
  expect(await ground('2026-08-14')).not.toBe(await ground('2026-08-13'))
  await visitor.isAccessible('a day without a rate')
  await page.setViewportSize({ width: 390, height: 844 })
  const start = async (text: string) => (await page.getByText(text).boundingBox())?.x
  expect(await start('Sun 16 Aug is a weekend')).toBe(await start('Cite Fri 14 Aug 2026'))
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('a[rel=prev]').click()
  await visitor.isAt('/rates/GBP/2026-08-15')
  await visitor.sees('Sat 15 Aug is a weekend:')
  await visitor.link('Cite Fri 14 Aug 2026').click()
  await visitor.isAt('/rates/GBP/2026-08-14?for=2026-08-15')
  await visitor.sees('Sat 15 Aug 2026, weekend')
  await visitor.open('/rates/GBP/2026-09-29')
  await page.locator('a[rel=prev]').waitFor()
  expect(await page.locator('a[rel=next]').count()).toBe(0)
  await visitor.open('/rates/GBP/2026-08-15?amount=100&for=2026-08-16')
  await visitor.sees('100.00 GBP =')
  await visitor.sees('Sun 16 Aug 2026, weekend')
  await visitor.sees('43,650.00')
  await visitor.link('Cite Fri 14 Aug 2026').click()
  await visitor.isAt('/rates/GBP/2026-08-14?amount=100&for=2026-08-16')
  const reader = await product.visit({ javaScript: false, at: '/rates/GBP/2026-08-16' })
  await reader.sees('the rate of Fri 14 Aug counts.')
  await reader.sees('436.5000')
})

test('a rate entered elsewhere updates figure, chart, table and converter', async () => {
  const visitor = await product.visit({ at: '/rates/GBP?amount=100' })
  await visitor.listens()
  const user = await product.user()
  await user.enters('GBP', '2026-09-29', 439.5)
  await visitor.sees('GBP of 29 Sep 2026: 439.5000')
  await visitor.menu('Daily rates (5)').click()
  await expect
    .poll(async () => (await visitor.table('Rates of GBP, the newest first'))[1])
    .toEqual(['Tue 29 Sep 2026 Entered by hand', '439.5000', '+1.8157 ▲'])
  const slider = visitor.page.getByRole('slider')
  expect(plainSpaces((await slider.getAttribute('aria-valuetext')) ?? '')).toBe(
    '29 Sep 2026: 439.5000 rupees, Entered by hand',
  )
  await visitor.holds('Sri Lankan rupees', '43,950.00')
})

test('on a day without its own rate an amount stays while it is typed and across periods', async () => {
  product.test.clock.turn(86_400)
  const visitor = await product.visit({ at: '/rates/CAD' })
  await visitor.sees('Today’s rates are not out yet.')
  await visitor.field('Amount').selectText()
  await visitor.page.keyboard.type('12,500', { delay: 50 })
  await visitor.holds('Sri Lankan rupees', '2,915,285.00')
  await visitor.holds('Amount', '12,500')
  await visitor.link('90 days').click()
  await visitor.isAt('/rates/CAD?amount=12%2C500&period=90d')
  await visitor.menu('Another day or rate').click()
  await visitor.field('Date').fill('2026-09-28')
  await visitor.link('Newest rate').click()
  await visitor.isAt('/rates/CAD')
})

test('a currency without rates says so and leads to the first one, with no converter or chart', async () => {
  const empty = await startProduct({ recorded: {}, env: { CURRENCIES: 'USD,EUR' } })
  const visitor = await empty.visit()
  visitor.watch.expects(/: 404$/)
  await visitor.open('/rates/EUR')
  await visitor.sees('There are no Euro rates yet.')
  expect(await visitor.field('Amount').count()).toBe(0)
  expect(await visitor.page.getByRole('slider').count()).toBe(0)
  await visitor.isAccessible('a currency without rates')
  await visitor.link('Login to enter the first rate').click()
  await visitor.isAt('/login')
  const user = await empty.user()
  const entering = await empty.visit({ as: user })
  entering.watch.expects(/: 404$/)
  await entering.open('/rates/EUR')
  await entering.link('Enter the first rate').waitFor()
  await entering.listens()
  await user.enters('EUR', '2026-09-29', 385.5)
  await entering.sees('385.5000')
  await entering.field('Amount').waitFor()
})
