import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

test('axe finds nothing in the development mailbox, empty or with an email', async () => {
  const local = await startProduct({ env: { SMTP_URL: '' } })
  const visitor = await local.visit()
  const address = `/dev/mailbox?key=${local.test.deps.mailboxKey}`
  await visitor.page.goto(address)
  await visitor.isAccessible('mailbox, empty')
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
  await visitor.isAccessible('mailbox, an email')
})

test('axe finds nothing under a notice, and the bar of a form lets go in a low window', async () => {
  const noticed = await startProduct({ env: { NOTICE: 'Rates are delayed today.' } })
  const user = await noticed.user()
  const visitor = await noticed.visit({ as: user, at: '/rates' })
  await visitor.sees('Rates are delayed today.')
  await visitor.isAccessible('a notice')
  await visitor.open('/enter')
  const position = () =>
    visitor.page
      .locator('.form-bar')
      .evaluate(
        (bar) =>
          (
            globalThis as never as { getComputedStyle(of: unknown): { position: string } }
          ).getComputedStyle(bar).position,
      )
  expect(await position()).toBe('sticky')
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  expect(await position()).toBe('sticky')
  await visitor.page.setViewportSize({ width: 320, height: 256 })
  expect(await position()).toBe('static')
})

test('in forced colours, choices and selects differ by more than their background', async () => {
  const { page } = await product.visit({ at: '/rates/USD' })
  const background = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .evaluate((link) => (globalThis as never as Browser).getComputedStyle(link).backgroundColor)
  interface Browser {
    getComputedStyle(
      element: unknown,
      part?: string,
    ): Record<'backgroundColor' | 'appearance' | 'color' | 'fill', string>
  }
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await background('USD')).not.toBe(await background('AUD'))
  expect(await background('30 days')).toBe(await background('USD'))
  await page.goto('/rates')
  const chosen = page.locator('nav li > [aria-current=date]')
  const style = (name: 'color' | 'fill', of = chosen) =>
    of.evaluate(
      (element, each) => (globalThis as never as Browser).getComputedStyle(element)[each],
      name,
    )
  expect(await style('fill', chosen.locator('circle'))).toBe(await style('color'))
  const select = page.getByLabel('Base currency')
  expect(
    await select.evaluate(
      (element) => (globalThis as never as Browser).getComputedStyle(element).appearance,
    ),
  ).toBe('auto')
})
