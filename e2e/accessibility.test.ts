import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

test('axe finds nothing on what the server makes without a screen, or where a day has no rate', async () => {
  const visitor = await visit(product)
  await visitor.open('/rates?date=2026-01-05&base=EUR')
  await visitor.sees('None are known before it either.')
  await expectAccessible(visitor.page, 'rates, empty week and a note')
  await visitor.open('/rates/USD?period=7d')
  await visitor.heading('US Dollar').waitFor()
  await expectAccessible(visitor.page, "a currency's page, of seven days")
  await visitor.page.goto('/')
  await visitor.page.getByRole('link', { name: 'Privacy' }).click()
  await visitor.page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor()
  await expectAccessible(visitor.page, 'privacy')
})

test('axe finds nothing on the login and the registration, in any of their states', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/^POST \/api\/auth\/[\w-]+: 4\d\d$/)
  await visitor.open('/register')
  await visitor.button('Register').click()
  await expectAccessible(visitor.page, 'register, fields missing')
  await visitor.open('/login')
  await visitor.field('Email address').fill('nobody@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.sees('Email not registered please signup')
  await expectAccessible(visitor.page, 'login, not registered')
  await product.account('axe@example.lk')
  await visitor.field('Email address').fill('axe@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.field('Enter OTP sent to axe@example.lk').fill('123456')
  await expectAccessible(visitor.page, 'login, code')
  await visitor.button('Verify OTP').click()
  await visitor.page.getByRole('alert').waitFor()
  await expectAccessible(visitor.page, 'login, wrong code')
  const { link } = await product.post.next('axe@example.lk')
  await visitor.page.goto(link)
  await visitor.button(/^Sign in as/).waitFor()
  await expectAccessible(visitor.page, 'login, link')
  await visitor.waits(601)
  await visitor.reload()
  await visitor.sees('OTP has expired. Please request a new one.')
  await expectAccessible(visitor.page, 'login, expired')
})

test('axe finds nothing on the screens for those who are signed in, in any of their states', async () => {
  const user = await product.user()
  const visitor = await visit(product, { as: user, at: '/dashboard' })
  await visitor.sees('No exchange rates found')
  await expectAccessible(visitor.page, 'dashboard, empty')
  await visitor.button('Save Rate').click()
  await visitor.sees('Enter the rate.')
  await expectAccessible(visitor.page, 'dashboard, a field wrong')
  await visitor.field('Rate').fill('330.5')
  await visitor.button('Save Rate').click()
  await visitor.sees('Exchange rate added successfully')
  await expectAccessible(visitor.page, 'dashboard, saved')
  await visitor.field('Rate').fill('33.05')
  await visitor.button('Save Rate').click()
  await visitor.page.getByRole('dialog').waitFor()
  await expectAccessible(visitor.page, 'a warned rate')
  await visitor.open('/import')
  const rows = ['2026-09-29, USD, 330.5', '03/09/2026, USD, 33.05', 'nonsense']
  await visitor.field('Rows with a date, a currency and a rate').fill(rows.join('\n'))
  await visitor.button('Check the rows').click()
  await visitor.page.getByRole('table', { name: 'Rows to import' }).waitFor()
  await expectAccessible(visitor.page, 'an import')
  await visitor.open('/manage')
  await visitor.button('Edit USD of 29 Sep 2026').click()
  await expectAccessible(visitor.page, 'manage, editing')
  await visitor.page.keyboard.press('Escape')
  await visitor.button('Delete USD of 29 Sep 2026').click()
  await expectAccessible(visitor.page, 'manage, the question')
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await visitor.button('Undo').waitFor()
  await expectAccessible(visitor.page, 'manage, deleted')
  await visitor.open('/auditlog')
  await visitor.page.locator('main ol summary').first().click()
  await visitor.page.getByText('How to check').click()
  await visitor.page.getByText('More filters').click()
  await expectAccessible(visitor.page, 'audit trail')
  await visitor.open('/auditlog?search=nothing+like+this')
  await visitor.sees('Nothing matches these filters.')
  await expectAccessible(visitor.page, 'audit trail, nothing found')
  await visitor.open('/account')
  await visitor.sees('this device')
  // Here it lies above nothing that can be pressed.
  await visitor.menu(user.email).click()
  await expectAccessible(visitor.page, 'the menu')
  await visitor.page.keyboard.press('Escape')
  await visitor.field('Token name').fill('Sheet')
  await visitor.button('Create token').click()
  await visitor.field('Token “Sheet”').waitFor()
  await expectAccessible(visitor.page, 'account, a new token')
  await visitor.button('Close account…').click()
  await expectAccessible(visitor.page, 'account, closing')
})

test('axe finds nothing in the development mailbox, empty and with an email', async () => {
  const local = await startProduct({ env: { SMTP_URL: '' } })
  const visitor = await visit(local)
  const address = `/dev/mailbox?key=${local.test.deps.mailboxKey}`
  await visitor.page.goto(address)
  await expectAccessible(visitor.page, 'mailbox, empty')
  await fetch(`${local.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Nimal Perera', email: 'nimal@example.lk' }),
  })
  await expect
    .poll(
      async () =>
        (await visitor.page.goto(address)) && (await visitor.page.getByText('Welcome to').count()),
    )
    .toBeGreaterThan(0)
  await expectAccessible(visitor.page, 'mailbox, an email')
})

test('In forced colours, a choice that is made and a list to choose from are shown by more than a background', async () => {
  const { page } = await visit(product, { at: '/rates/USD' })
  const background = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .evaluate((link) => (globalThis as never as Browser).getComputedStyle(link).backgroundColor)
  interface Browser {
    getComputedStyle(
      element: unknown,
      part?: string,
    ): Record<'backgroundColor' | 'appearance', string>
  }
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await background('USD')).not.toBe(await background('AUD'))
  expect(await background('30 days')).toBe(await background('USD'))
  await page.goto('/rates/USD?compare=AUD')
  const dot = (currency: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${currency} [+-]`) })
      .evaluate(
        (item) =>
          (globalThis as never as Browser).getComputedStyle(item, '::before').backgroundColor,
      )
  expect(await dot('USD')).not.toBe(await dot('AUD'))
  await page.goto('/rates')
  const select = page.getByLabel('Base currency')
  expect(
    await select.evaluate(
      (element) => (globalThis as never as Browser).getComputedStyle(element).appearance,
    ),
  ).toBe('auto')
})
