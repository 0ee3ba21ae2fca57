import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import type { Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct({ env: { PROVIDER_NAME: 'Galle Face Rates' }, recorded: {} })

const FIGURE = 'output .figure'
const results = (visitor: Visitor, figure: string) =>
  expect.poll(() => visitor.page.locator(FIGURE).innerText()).toBe(figure)

test('home has a converter and two cards that lead to the rates and the login', async () => {
  const visitor = await product.visit({ width: 390, height: 844, at: '/' })
  await visitor.heading('CURRENCY EXCHANGE').waitFor()
  const cards = visitor.page.getByRole('main').locator('section:has(h2)')
  expect(await cards.count()).toBe(2)
  for (const currency of ['USD', 'AUD', 'CAD', 'GBP'])
    await cards.first().getByText(currency).waitFor()
  const top = async (locator: Locator) => (await locator.boundingBox())?.y
  expect(await top(visitor.field('Amount'))).toBeLessThanOrEqual(140)
  expect(await top(visitor.page.locator(FIGURE))).toBeLessThanOrEqual(480)
  expect(await visitor.page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(
    1500,
  )
  await visitor.link('View Rates').click()
  await visitor.isAt('/rates')
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.page.goBack()
  await visitor.link('Login to Manage').click()
  await visitor.isAt('/login')
})

test('a signed-in user sees which of today’s rates are missing', async () => {
  product.test.clock.turn(86_400)
  const user = await product.user()
  await user.enters('USD', '2026-09-30', 331)
  const visitor = await product.visit({ as: user, at: '/' })
  await visitor.sees('1 of 4 rates entered')
  await visitor.sees('Today, Wed 30 Sep 2026. AUD, CAD and GBP are missing.')
  await visitor.link('Manage Rates').click()
  await visitor.isAt('/manage')
  product.test.clock.turn(-86_400)
})

test('an amount is converted by the rate of a day, in both directions', async () => {
  const visitor = await product.visit({ width: 390, height: 844, at: '/' })
  await visitor.sees('The rate of Tue 29 Sep counts.')
  await visitor.field('Amount').fill('$1,299.99')
  await results(visitor, '430,173.71')
  await visitor.isAt('/?amount=%241%2C299.99&currency=USD')
  await visitor.field('Invoice date').fill('2026-09-25')
  await visitor.sees('The rate of Fri 25 Sep counts.')
  await results(visitor, '429,039.21')
  await visitor.field('Currency').selectOption('GBP')
  await results(visitor, '566,825.02')
  await visitor.holds('Amount', '1,299.99')
  await visitor.button('LKR to GBP').click()
  await visitor.field('Amount').fill('15 lakhs')
  await results(visitor, '3,440.19')
  await visitor.sees(/^\d+\.\d{4} LKR for 1 GBP$/)
  await visitor.isAccessible('home, an amount in rupees')
  await visitor.isAt('/?amount=15+lakhs&currency=GBP&from=LKR&date=2026-09-25')
  // A cleared date is today's again.
  await visitor.field('Invoice date').fill('')
  await visitor.field('Invoice date').blur()
  await visitor.isAt('/?amount=15+lakhs&currency=GBP&from=LKR')
  await visitor.holds('Invoice date', '2026-09-29')
  await visitor.field('Amount').fill('10 Australian dollars')
  await results(visitor, '2,322.56')
  expect(await visitor.field('Currency').inputValue()).toBe('AUD')
})

test('a unit in the amount chooses the direction, and the switch takes it out', async () => {
  const visitor = await product.visit({ at: '/' })
  await visitor.field('Amount').fill('')
  await results(visitor, '–')
  await visitor.field('Amount').pressSequentially('Rs. 5 000')
  await results(visitor, '15.11')
  await visitor.holds('Amount', 'Rs. 5 000')
  await visitor.isAt('/?amount=Rs.+5+000&currency=USD&from=LKR')
  await visitor.button('USD to LKR').click()
  await results(visitor, '1,654,527.00')
  await visitor.holds('Amount', '5,000.00')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.page.evaluate("navigator.clipboard.writeText('12,450.75 US Dollars')")
  await visitor.field('Amount').click()
  await visitor.page.keyboard.press('Control+V')
  await results(visitor, '4,120,020.41')
})

test('an amount is copied with its source, cited with the day it was asked for, and printed', async () => {
  const user = await product.user()
  await user.enters('CAD', '2026-09-18', 231.5)
  const visitor = await product.visit({ at: '/?amount=12500&currency=CAD' })
  // The pointer rests on a day before the first rate, whose page is prefetched.
  visitor.watch.expects(/^GET \/rates\/CAD\/2026-09-\d\d\?amount=12500: 404$/)
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.field('Invoice date').fill('2026-09-19')
  await visitor.sees('Sat 19 Sep is a weekend:')
  await visitor.sees('the rate of Fri 18 Sep counts.')
  const isDay = (name: string) => visitor.button(name).getAttribute('aria-current')
  expect(await isDay('Sat 19 Sep, weekend, no rate')).toBe('date')
  await visitor.button('Sun 20 Sep, weekend, no rate').click()
  await visitor.isAt('/?amount=12500&currency=CAD&date=2026-09-20')
  await results(visitor, '2,893,750.00')
  await visitor.sees('Sun 20 Sep 2026, weekend')
  const address = `${product.url}/rates/CAD/2026-09-18?amount=12500&for=2026-09-20`
  await visitor.button('Copy with its source').click()
  await visitor.sees('Copied')
  expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe(
    '12,500.00 CAD = 2,893,750.00 LKR at 231.5000, entered by hand, indicative, ' +
      `Fri 18 Sep 2026, for Sun 20 Sep 2026. ${address}`,
  )
  await visitor.page.emulateMedia({ media: 'print' })
  await visitor.sees('2,893,750.00')
  await visitor.sees(address)
  await visitor.seesNot('Rates in rupees')
  await visitor.page.emulateMedia({ media: 'screen' })

  await visitor.link('Cite this rate').click()
  await visitor.isAt('/rates/CAD/2026-09-18?amount=12500&for=2026-09-20')
  await visitor.heading('Canadian Dollar, Fri 18 Sep 2026').waitFor()
  await results(visitor, '2,893,750.00')
  await visitor.sees('Sun 20 Sep 2026, weekend')
  await visitor.sees(/^None since \d+ Sep 2026, \d\d:\d\d$/)
  await visitor.sees(/^CAD-2026-09-18-\d+$/)
  await visitor.sees(`Galle Face Rates: 12,500.00 CAD = 2,893,750.00 LKR at 231.5000`)
  await visitor.isAccessible('an amount to cite')
  await visitor.page.emulateMedia({ media: 'print' })
  await visitor.sees('Sun 20 Sep 2026, weekend')
  await visitor.seesNot('Other days')
  await visitor.page.emulateMedia({ media: 'screen' })
  await visitor.link('Fri 18 Sep, Entered by hand').click()
  await visitor.isAt('/rates/CAD/2026-09-18?amount=12500')
  await visitor.seesNot('Sun 20 Sep 2026, weekend')

  await user.enters('CAD', '2026-09-20', 232)
  await visitor.open('/rates/CAD/2026-09-18?amount=12500&for=2026-09-20')
  await visitor.sees('For Sun 20 Sep 2026 the rate of Sun 20 Sep 2026 counts now.')
  await visitor.seesNot('Asked for')
})

test('without scripts the converter is a form whose days and directions are buttons', async () => {
  const reader = await product.visit({
    javaScript: false,
    at: '/?amount=AUD+10&currency=AUD&date=2026-09-25',
  })
  await results(reader, '2,314.53')
  await reader.field('Amount').fill('20')
  await reader.button('Mon 28 Sep, Published').click()
  await results(reader, '4,644.58')
  await reader.holds('Invoice date', '2026-09-28')
  await reader.field('Amount').fill('5 000')
  await reader.button('LKR to AUD').click()
  await results(reader, '21.53')
  await reader.field('Into').selectOption('CAD')
  await reader.field('Amount').press('Enter')
  await results(reader, '21.41')
  await reader.button('Day after').click()
  await reader.holds('Invoice date', '2026-09-29')
  await reader.sees('5,000.00 LKR =')
  await reader.link('Cite this rate').click()
  await reader.sees('5,000.00 LKR =')
  expect(await reader.button('Print').count()).toBe(0)
})

test('without its scripts the converter says so, shows no old result and is a form', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(/Failed to fetch dynamically imported|503|ERR_FAILED/)
  await visitor.page.route('**/assets/main-*', (route) => route.fulfill({ status: 503, body: '' }))
  await visitor.page.goto('/?amount=2')
  await visitor.sees('Part of this page could not be loaded. Press Convert after each change.')
  await visitor.field('Amount').fill('10')
  await expect.poll(() => visitor.page.locator(FIGURE).isVisible()).toBe(false)
  await visitor.button('Convert').click()
  await results(visitor, '3,309.05')
})

test('an amount and a currency from before the scripts are there are converted', async () => {
  const visitor = await product.visit()
  const release = await holdRequests(visitor.page, '**/assets/main-*')
  await visitor.page.goto('/?amount=2', { waitUntil: 'commit' })
  await visitor.field('Amount').fill('10')
  await expect.poll(() => visitor.page.locator(FIGURE).isVisible()).toBe(false)
  release()
  await results(visitor, '3,309.05')
  await visitor.isAt(/amount=10/)

  const releaseAgain = await holdRequests(visitor.page, '**/assets/main-*')
  await visitor.page.goto('/?amount=10', { waitUntil: 'commit' })
  await visitor.field('Currency').selectOption('GBP')
  releaseAgain()
  await results(visitor, '4,380.60')
  await visitor.holds('Amount', '10')
})

test('a day of the strip converts before its response, and a copy waits for a day outside', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-08-14', 325.5)
  const visitor = await product.visit({ at: '/?amount=10' })
  await results(visitor, '3,309.05')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const hold = (day: string) => holdRequests(visitor.page, new RegExp(`date=${day}`))
  const release = await hold('2026-09-25')
  await visitor.button('Fri 25 Sep, Published').click()
  await results(visitor, '3,300.33')
  await visitor.sees('The rate of Fri 25 Sep counts.')
  release()
  await visitor.isAt('/?amount=10&currency=USD&date=2026-09-25')

  const releaseAgain = await hold('2026-08-14')
  await visitor.field('Invoice date').fill('2026-08-14')
  await results(visitor, '–')
  await visitor.button('Copy with its source').click()
  releaseAgain()
  await visitor.sees('Copied')
  expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^10\.00 USD = 3,255\.00 LKR at 325\.5000, entered by hand, indicative, Fri 14 Aug 2026\. /,
  )
  await visitor.hasFocus('textContent', 'Copy with its source')
})

test('without a stored email the menu is called Account until the server responds', async () => {
  const user = await product.user()
  const visitor = await product.visit({ stored: { auth_token: user.token } })
  const release = await holdRequests(visitor.page, '**/api/auth/user')
  await visitor.open('/')
  await visitor.menu('Account').waitFor()
  release()
  await visitor.menu(user.email).waitFor()
})

test('each screen sets its title and focuses its heading after navigation', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/' })
  const title = () => visitor.page.title()
  expect(await title()).toMatch(/^Currency Exchange · /)
  await visitor.link('Exchange Rates').click()
  await visitor.isAt('/rates')
  await expect.poll(title).toMatch(/^Currency Exchange Rates · /)
  await visitor.link('Dashboard').click()
  await visitor.isAt('/dashboard')
  await expect.poll(title).toMatch(/^Dashboard · /)
  await visitor.hasFocus('tagName', 'H1')
})

test('an unknown address answers 404 with links onward', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(/^GET \/no\/such\/page: 404$/)
  await visitor.open('/no/such/page')
  await visitor.heading('Page not found').waitFor()
  await visitor.link('Home').first().click()
  await visitor.isAt('/')
})
