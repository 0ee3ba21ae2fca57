import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { publishRecorded } from '../harness/recorded-rates.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ env: { PROVIDER_NAME: 'Galle Face Rates' } })
await publishRecorded(product)

test('The home page shows the hero and both cards, and leads visitors to the rates and to the login', async () => {
  const visitor = await visit(product, { at: '/' })
  await visitor.heading('CURRENCY EXCHANGE').waitFor()
  for (const currency of ['USD', 'AUD', 'CAD', 'GBP']) await visitor.sees(currency)
  await visitor.link('View Rates').click()
  await visitor.isAt('/rates')
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.page.goBack()
  await visitor.link('Login to Manage').click()
  await visitor.isAt('/login')
  await visitor.heading('Login').waitFor()
})

test('An invoice is converted on the first screen, by the rate of its day, and its address opens just that', async () => {
  const visitor = await visit(product, { width: 390, height: 844, at: '/' })
  await visitor.sees('1 USD = 330.9054 LKR')
  await visitor.field('Amount in USD').fill('$1,299.99')
  await visitor.sees('430,173.71 LKR')
  await visitor.isAt('/?amount=%241%2C299.99&currency=USD&date=2026-09-29')
  await visitor.field('Day').fill('2026-09-25')
  await visitor.sees('By the rate of 25 Sep 2026, Market mid (currency-api).')
  await visitor.sees('429,039.21 LKR')
  await visitor.field('Currency').selectOption('GBP')
  await visitor.sees('1,299.99 GBP =')
  await visitor.sees('566,825.02 LKR')
  await expectAccessible(visitor.page, 'home, an amount')
  await visitor.button('Swap').click()
  await visitor.sees('2.98 GBP')
  await visitor.isAt('/?amount=1%2C299.99&currency=GBP&from=LKR&date=2026-09-25')
  await visitor.field('Amount in LKR').fill('AUD 10')
  await visitor.sees('2,314.53 LKR')
  expect(await visitor.field('Currency').inputValue()).toBe('AUD')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.button('Copy the result').click()
  await visitor.sees('Copied')
  expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe('2,314.53')
  const shared = await visitor.link('Share').getAttribute('href')
  expect(shared).toBe('/?amount=AUD+10&currency=AUD&date=2026-09-25')

  const reader = await visit(product, { javaScript: false, at: shared ?? '' })
  await reader.sees('2,314.53 LKR')
  await reader.field('Amount in AUD').fill('Rs. 5 000')
  await reader.field('Currency').selectOption('CAD')
  await reader.button('Convert').click()
  await reader.sees('5,000.00 LKR =')
  await reader.sees('21.44 CAD')
})

test('Someone who is signed in gets to the managing of rates from the home page', async () => {
  const visitor = await visit(product, { as: await product.user(), at: '/' })
  await visitor.link('Manage Rates').first().click()
  await visitor.isAt('/manage')
  await visitor.heading('Manage Exchange Rates').waitFor()
})

test('The navbar offers the login and the registration, and the account to someone who is signed in', async () => {
  const stranger = await visit(product, { at: '/rates' })
  const bar = stranger.page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Login' }).waitFor()
  await bar.getByRole('link', { name: 'Register' }).waitFor()
  expect(await bar.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  await bar.getByRole('link', { name: 'Galle Face Rates' }).click()
  await stranger.isAt('/')
  await bar.getByRole('link', { name: 'Exchange Rates' }).click()
  await stranger.isAt('/rates')

  const user = await product.user()
  const member = await visit(product, { as: user, at: '/rates' })
  await member.link('Dashboard').waitFor()
  expect(await member.link('Login').count()).toBe(0)
  await member.button(user.email).click()
  await member.button('Logout').waitFor()
  await member.page.keyboard.press('Escape')
  await expect.poll(() => member.button('Logout').count()).toBe(0)
})

test('Without a stored e-mail the menu is called Account until the server has told the address', async () => {
  const user = await product.user()
  const visitor = await visit(product, { stored: { auth_token: user.token } })
  const release = await holdRequests(visitor.page, '**/api/auth/user')
  await visitor.open('/')
  await visitor.button('Account').waitFor()
  release()
  await visitor.button(user.email).waitFor()
})

test('The login and the registration stand without the navbar; every screen names who provides it', async () => {
  const visitor = await visit(product)
  for (const path of ['/login', '/register']) {
    await visitor.open(path)
    await visitor.sees('Powered by Galle Face Rates')
    expect(await visitor.page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  }
  await visitor.open('/rates')
  await visitor.sees('Powered by Galle Face Rates')
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
  await expect.poll(() => visitor.page.evaluate<string>('document.activeElement.tagName')).toBe('H1')
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
  await visitor.field('Theme').selectOption('System')
  expect(await page()).toBe(dark)
})
