import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ env: { PROVIDER_NAME: 'Galle Face Rates' }, recorded: {} })

test('The home page shows the hero and both cards, and leads visitors to the rates and to the login', async () => {
  const visitor = await visit(product, { at: '/' })
  await visitor.heading('CURRENCY EXCHANGE').waitFor()
  const cards = visitor.page.getByRole('main').locator('section:has(h2)')
  expect(await cards.count()).toBe(2)
  await cards.first().getByLabel('Amount', { exact: true }).waitFor()
  for (const currency of ['USD', 'AUD', 'CAD', 'GBP']) await visitor.sees(currency)
  await visitor.link('View Rates').click()
  await visitor.isAt('/rates')
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.page.goBack()
  await visitor.link('Login to Manage').click()
  await visitor.isAt('/login')
  await visitor.heading('Login').waitFor()
})

test('On a phone the amount is in the first screen, and before every other field', async () => {
  for (const at of ['/', '/si', '/ta']) {
    const visitor = await visit(product, { width: 390, height: 844, at })
    const first = visitor.page.getByRole('main').locator('input, select').first()
    expect(await first.getAttribute('name')).toBe('amount')
    const box = await first.boundingBox()
    expect((box?.y ?? 844) + (box?.height ?? 844)).toBeLessThan(780)
  }
})

test('An invoice is converted on the first screen, by the rate of its day, either way', async () => {
  const visitor = await visit(product, { width: 390, height: 844, at: '/' })
  await visitor.sees('1 USD = 330.9054 LKR, 29 Sep 2026')
  await visitor.field('Amount').fill('$1,299.99')
  await visitor.holds('Sri Lankan rupees', '430,173.71')
  await visitor.isAt('/?amount=%241%2C299.99&currency=USD')
  await visitor.field('Date').fill('2026-09-25')
  await visitor.sees('1 USD = 330.0327 LKR, 25 Sep 2026')
  await visitor.holds('Sri Lankan rupees', '429,039.21')
  await visitor.field('Currency').selectOption('GBP')
  await visitor.holds('Sri Lankan rupees', '566,825.02')
  await visitor.holds('Amount', '1,299.99')
  await expectAccessible(visitor.page, 'home, an amount')
  await visitor.field('Sri Lankan rupees').fill('15 lakhs')
  await visitor.holds('Amount', '3,440.19')
  await visitor.isAt('/?amount=15+lakhs&currency=GBP&from=LKR&date=2026-09-25')
  await visitor.field('Amount').fill('10 Australian dollars')
  await visitor.holds('Sri Lankan rupees', '2,314.53')
  expect(await visitor.field('Currency').inputValue()).toBe('AUD')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.button('Copy the result').click()
  await visitor.sees('Copied')
  expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe('2,314.53')
})

test('An amount that names the other side moves into its field once it is left, and at once where it is pasted', async () => {
  const visitor = await visit(product, { at: '/' })
  await visitor.field('Amount').fill('')
  await visitor.field('Amount').pressSequentially('Rs. 5 000')
  await visitor.sees('5,000.00 LKR = 15.11 USD')
  await visitor.holds('Sri Lankan rupees', '5,000.00')
  await visitor.field('Date').focus()
  await visitor.holds('Amount', '15.11')
  await visitor.holds('Sri Lankan rupees', 'Rs. 5 000')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.page.evaluate("navigator.clipboard.writeText('12,450.75 US Dollars')")
  // A press into the field marks what is in it.
  await visitor.field('Sri Lankan rupees').click()
  await visitor.page.keyboard.press('Control+V')
  await visitor.holds('Amount', '12,450.75 US Dollars')
  await visitor.holds('Sri Lankan rupees', '4,120,020.41')
})

test('An amount that is not understood says why beside its field, and computes nothing', async () => {
  const visitor = await visit(product, { at: '/' })
  for (const [typed, why] of [
    ['abc', 'Enter an amount, such as 12,500.00 or 15 lakhs.'],
    ['€500', '“€” cannot be converted here, only USD, AUD, CAD, GBP and LKR.'],
    ['1,25,00', 'The marks in this amount set neither thousands nor lakhs apart.'],
    ['0', 'Enter an amount above 0'],
    ['1.23456', 'Enter at most 4 decimals.'],
    ['1.250', '“1.250” could be 1,250.00 or 1.25. Write it like one of these.'],
  ] as const) {
    await visitor.field('Sri Lankan rupees').fill(typed)
    await visitor.sees(why)
    await visitor.holds('Amount', '')
    expect(await visitor.button('Copy the result').count()).toBe(0)
  }
  await expectAccessible(visitor.page, 'home, an amount that is not understood')
})

test('Without scripts the converter is a form', async () => {
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

test('The address has a day once one is chosen, today as well, and keeps it whatever is chosen afterwards', async () => {
  const visitor = await visit(product, { at: '/' })
  await visitor.field('Amount').fill('10')
  await visitor.isAt('/?amount=10&currency=USD')
  await visitor.field('Currency').selectOption('GBP')
  await visitor.isAt('/?amount=10&currency=GBP')
  await visitor.field('Sri Lankan rupees').fill('10')
  await visitor.isAt('/?amount=10&currency=GBP&from=LKR')
  await visitor.field('Date').fill('2026-09-25')
  await visitor.field('Date').press('Enter')
  await visitor.isAt('/?amount=10&currency=GBP&from=LKR&date=2026-09-25')
  await visitor.field('Date').fill('2026-09-29')
  await visitor.field('Date').press('Enter')
  await visitor.isAt('/?amount=10&currency=GBP&from=LKR&date=2026-09-29')
})

test('A press on Copy right after a change of day copies the figure of that day, and keeps the focus', async () => {
  const visitor = await visit(product, { at: '/?amount=10' })
  await visitor.holds('Sri Lankan rupees', '3,309.05')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const release = await holdRequests(
    visitor.page,
    '**/api/exchange-rate/current/USD?date=2026-09-25',
  )
  await visitor.field('Date').fill('2026-09-25')
  await visitor.button('Copy the result').click()
  release()
  await visitor.sees('Copied')
  expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe('3,300.33')
  expect(await visitor.page.evaluate('document.activeElement.textContent')).toBe('Copy the result')
})

test('The navbar offers the login and the registration, which stand without it, and the account to a user', async () => {
  const stranger = await visit(product, { at: '/rates' })
  const bar = stranger.page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Login' }).waitFor()
  await bar.getByRole('link', { name: 'Register' }).waitFor()
  expect(await bar.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  await bar.getByRole('link', { name: 'Galle Face Rates' }).click()
  await stranger.isAt('/')
  await bar.getByRole('link', { name: 'Exchange Rates' }).click()
  await stranger.isAt('/rates')
  for (const path of ['/login', '/register']) {
    await stranger.open(path)
    await stranger.sees('Powered by Galle Face Rates')
    expect(await bar.count()).toBe(0)
  }

  const user = await product.user()
  const member = await visit(product, { as: user, at: '/rates' })
  await member.link('Dashboard').waitFor()
  await member.sees('Powered by Galle Face Rates')
  expect(await member.link('Login').count()).toBe(0)
  await member.menu(user.email).click()
  await member.button('Logout').waitFor()
  await member.page.keyboard.press('Escape')
  await expect.poll(() => member.button('Logout').count()).toBe(0)
  await member.open('/')
  await member.link('Manage Rates').first().click()
  await member.isAt('/manage')
  await member.heading('Manage Exchange Rates').waitFor()
})

test('Without a stored email the menu is called Account until the server has sent the address', async () => {
  const user = await product.user()
  const visitor = await visit(product, { stored: { auth_token: user.token } })
  const release = await holdRequests(visitor.page, '**/api/auth/user')
  await visitor.open('/')
  await visitor.menu('Account').waitFor()
  release()
  await visitor.menu(user.email).waitFor()
})

test('Each screen has its title, and its heading has the focus after a navigation', async () => {
  const visitor = await visit(product, { as: await product.user(), at: '/' })
  expect(await visitor.page.title()).toBe('Currency Exchange · Galle Face Rates')
  await visitor.link('Exchange Rates').click()
  await visitor.isAt('/rates')
  const focused = () => visitor.page.evaluate<string>('document.activeElement.textContent')
  await expect.poll(focused).toBe('Currency Exchange Rates')
  await expect.poll(() => visitor.page.title()).toBe('Currency Exchange Rates · Galle Face Rates')
  await visitor.link('Dashboard').click()
  await visitor.isAt('/dashboard')
  await expect.poll(() => visitor.page.title()).toBe('Dashboard · Galle Face Rates')
  await expect
    .poll(() => visitor.page.evaluate<string>('document.activeElement.tagName'))
    .toBe('H1')
})

test('An address that leads nowhere is a real 404 with ways on', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/^GET \/no\/such\/page: 404$/)
  await visitor.open('/no/such/page')
  await visitor.heading('Page not found').waitFor()
  expect(await visitor.page.title()).toBe('Page not found · Galle Face Rates')
  await visitor.link('Home').first().click()
  await visitor.isAt('/')
})

test('A theme is chosen on a device, before the first paint of every page, whatever the device itself says', async () => {
  const visitor = await visit(product)
  const page = () =>
    visitor.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  await visitor.open('/')
  const light = await page()
  const other = await visitor.newTab()
  await other.goto('/rates')
  await other.locator('html[data-hydrated]').waitFor()
  await visitor.field('Theme').selectOption('Dark')
  const dark = await page()
  expect(dark).not.toBe(light)
  // The other tab follows, and so does a page whose scripts have not come.
  await other.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
  await visitor.page.route('**/assets/*.js', (route) => route.abort())
  visitor.watch.expects(/net::ERR_FAILED|Failed to fetch dynamically imported module/)
  await visitor.page.goto('/rates')
  expect(await page()).toBe(dark)
  await visitor.page.unrouteAll()
  await visitor.page.emulateMedia({ colorScheme: 'dark' })
  await visitor.open('/')
  expect(await visitor.field('Theme').inputValue()).toBe('dark')
  await visitor.field('Theme').selectOption('Light')
  expect(await page()).toBe(light)
  // So does a page that the application does not render, and chooses it too.
  await visitor.page.goto('/privacy')
  expect(await page()).toBe(light)
  await visitor.field('Theme').selectOption('System')
  expect(await page()).toBe(dark)
  await visitor.open('/')
  expect(await visitor.field('Theme').inputValue()).toBe('system')
})
