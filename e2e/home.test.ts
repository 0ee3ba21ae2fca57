import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ env: { PROVIDER_NAME: 'Galle Face Rates' }, recorded: {} })

test('home has a converter and two cards that lead to the rates and the login', async () => {
  const visitor = await visit(product, { width: 390, height: 844, at: '/' })
  await visitor.heading('CURRENCY EXCHANGE').waitFor()
  const cards = visitor.page.getByRole('main').locator('section:has(h2)')
  expect(await cards.count()).toBe(2)
  for (const currency of ['USD', 'AUD', 'CAD', 'GBP'])
    await cards.first().getByText(currency).waitFor()
  const top = async (label: string) => (await visitor.field(label).boundingBox())?.y
  expect(await top('Amount')).toBeLessThanOrEqual(140)
  expect(await top('Sri Lankan rupees')).toBeLessThanOrEqual(230)
  expect(await visitor.page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(
    1100,
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
  const visitor = await visit(product, { as: user, at: '/' })
  await visitor.sees('1 of 4 rates entered')
  await visitor.sees('Today, Wed 30 Sep 2026. AUD, CAD and GBP are missing.')
  await visitor.link('Manage Rates').click()
  await visitor.isAt('/manage')
  product.test.clock.turn(-86_400)
})

test('an amount is converted by the rate of a day, in both directions', async () => {
  const visitor = await visit(product, { width: 390, height: 844, at: '/' })
  await visitor.sees('1 USD = 330.9054 LKR. Market rate,')
  await visitor.link('today, Tue 29 Sep 2026').waitFor()
  await visitor.field('Amount').fill('$1,299.99')
  await visitor.holds('Sri Lankan rupees', '430,173.71')
  await visitor.isAt('/?amount=%241%2C299.99&currency=USD')
  await visitor.menu('Another day or rate').click()
  await visitor.field('Date').fill('2026-09-25')
  await visitor.link('Fri 25 Sep 2026').waitFor()
  await visitor.holds('Sri Lankan rupees', '429,039.21')
  await visitor.field('Currency').selectOption('GBP')
  await visitor.holds('Sri Lankan rupees', '566,825.02')
  await visitor.holds('Amount', '1,299.99')
  await expectAccessible(visitor.page, 'home, an amount')
  await visitor.field('Sri Lankan rupees').fill('15 lakhs')
  await visitor.holds('Amount', '3,440.19')
  await visitor.isAt('/?amount=15+lakhs&currency=GBP&from=LKR&date=2026-09-25')
  // A cleared date is today's again.
  await visitor.field('Date').fill('')
  await visitor.field('Date').blur()
  await visitor.isAt('/?amount=15+lakhs&currency=GBP&from=LKR')
  await visitor.holds('Date', '2026-09-29')
  await visitor.field('Amount').fill('10 Australian dollars')
  await visitor.holds('Sri Lankan rupees', '2,322.56')
  expect(await visitor.field('Currency').inputValue()).toBe('AUD')
})

test('an amount that names the other currency moves into its field on blur or paste', async () => {
  const visitor = await visit(product, { at: '/' })
  await visitor.field('Amount').fill('')
  await visitor.field('Amount').pressSequentially('Rs. 5 000')
  await visitor.sees('5,000.00 LKR = 15.11 USD')
  await visitor.holds('Sri Lankan rupees', '5,000.00')
  await visitor.field('Currency').focus()
  await visitor.holds('Amount', '15.11')
  await visitor.holds('Sri Lankan rupees', 'Rs. 5 000')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.page.evaluate("navigator.clipboard.writeText('12,450.75 US Dollars')")
  await visitor.field('Sri Lankan rupees').click()
  await visitor.page.keyboard.press('Control+V')
  await visitor.holds('Amount', '12,450.75 US Dollars')
  await visitor.holds('Sri Lankan rupees', '4,120,020.41')
})

test('without scripts the converter is a form', async () => {
  const reader = await visit(product, {
    javaScript: false,
    at: '/?amount=AUD+10&currency=AUD&date=2026-09-25',
  })
  await reader.holds('Sri Lankan rupees', '2,314.53')
  await reader.field('Amount').fill('Rs. 5 000')
  await reader.field('Currency').selectOption('CAD')
  await reader.button('Convert').click()
  await reader.holds('Sri Lankan rupees', 'Rs. 5 000')
  await reader.holds('Amount', '21.44')
})

test('without its scripts the converter says so, shows no old result and is a form', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/Failed to fetch dynamically imported|503|ERR_FAILED/)
  await visitor.page.route('**/assets/main-*', (route) => route.fulfill({ status: 503, body: '' }))
  await visitor.page.goto('/?amount=2')
  await visitor.sees('Part of this page could not be loaded. Press Convert after each change.')
  await visitor.field('Amount').fill('10')
  await visitor.holds('Sri Lankan rupees', '')
  await visitor.button('Convert').click()
  await visitor.holds('Sri Lankan rupees', '3,309.05')
})

test('an amount and a currency from before the scripts are there are converted', async () => {
  const visitor = await visit(product)
  const release = await holdRequests(visitor.page, '**/assets/main-*')
  await visitor.page.goto('/?amount=2', { waitUntil: 'commit' })
  await visitor.field('Amount').fill('10')
  await visitor.holds('Sri Lankan rupees', '')
  release()
  await visitor.holds('Sri Lankan rupees', '3,309.05')
  await visitor.isAt(/amount=10/)

  const releaseAgain = await holdRequests(visitor.page, '**/assets/shared-*')
  await visitor.page.goto('/?amount=10', { waitUntil: 'commit' })
  await visitor.field('Currency').selectOption('GBP')
  releaseAgain()
  await visitor.holds('Sri Lankan rupees', '4,380.60')
  await visitor.holds('Amount', '10')
})

test('the Copy button after a change of day copies the new result and keeps the focus', async () => {
  const visitor = await visit(product, { at: '/?amount=10' })
  await visitor.holds('Sri Lankan rupees', '3,309.05')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.menu('Another day or rate').click()
  const release = await holdRequests(
    visitor.page,
    '**/api/exchange-rate/current/USD?date=2026-09-25',
  )
  await visitor.field('Date').fill('2026-09-25')
  release()
  await visitor.holds('Sri Lankan rupees', '3,300.33')
  await visitor.button('Copy result').click()
  await visitor.sees('Copied')
  expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe('3,300.33')
  await visitor.hasFocus('textContent', 'Copy result')
})

test('without a stored email the menu is called Account until the server responds', async () => {
  const user = await product.user()
  const visitor = await visit(product, { stored: { auth_token: user.token } })
  const release = await holdRequests(visitor.page, '**/api/auth/user')
  await visitor.open('/')
  await visitor.menu('Account').waitFor()
  release()
  await visitor.menu(user.email).waitFor()
})

test('each screen sets its title and focuses its heading after navigation', async () => {
  const visitor = await visit(product, { as: await product.user(), at: '/' })
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
  const visitor = await visit(product)
  visitor.watch.expects(/^GET \/no\/such\/page: 404$/)
  await visitor.open('/no/such/page')
  await visitor.heading('Page not found').waitFor()
  await visitor.link('Home').first().click()
  await visitor.isAt('/')
})
