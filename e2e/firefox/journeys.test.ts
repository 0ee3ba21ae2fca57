import { expect, test } from 'vitest'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { formatDay } from '../../text/sentences.ts'
import { visitInFirefox, type FirefoxVisitor } from '../../harness/browser/firefox.ts'
import { startProduct } from '../../harness/product.ts'

// Firefox has the machine's clock, so the product has it too.
const now = new Date()
const today = dayInColombo(now)
const product = await startProduct({ now: now.toISOString(), recorded: {} })

test('in Firefox a visitor converts, changes the day and reads the chart by keyboard', async () => {
  const visitor = await visitInFirefox(product)
  const { page } = visitor
  await visitor.open('/')
  // The driver types only what the field's 1 does not begin with.
  await visitor.fill('Amount', '2,599.98')
  await visitor.sees('860,347.42')
  await visitor.open('/rates')
  const day = await page.waitForSelector('input[type=date]')
  await day?.focus()
  await page.keyboard.type('0926')
  await visitor.isAt('/rates?date=2026-09-26&base=USD')
  // A year that is typed by half is none.
  await page.keyboard.type('20')
  await visitor.sees('329.9014')
  await page.keyboard.type('26')
  await page.keyboard.press('Tab')
  await visitor.isAt('/rates?date=2026-09-26&base=USD')
  await visitor.sees('329.9014')
  await page.goBack()
  await visitor.isAt('/rates')
  await visitor.press('a', 'USD Chart')
  await visitor.isAt('/rates/USD')
  await visitor.open('/rates/USD?period=90d')
  const slider = await page.waitForSelector('input[type=range]')
  await slider?.focus()
  await page.keyboard.press('ArrowLeft')
  await visitor.sees('28\u00a0Sep')
})

test('in Firefox a user signs in, enters a rate, deletes and restores it', async () => {
  await product.account('nimal@example.lk', 'Nimal Perera')
  const visitor = await visitInFirefox(product)
  await visitor.open('/login')
  await visitor.fill('Email address', 'nimal@example.lk')
  await visitor.press('button', 'Send OTP')
  const { code } = await product.post.next('nimal@example.lk')
  await visitor.fill('Enter OTP sent to nimal@example.lk', code)
  await visitor.press('button', 'Verify OTP')
  await visitor.isAt('/dashboard')
  await visitor.fill('Rate', '330.25')
  await visitor.press('button', 'Save Rate')
  await visitor.sees('Exchange rate added successfully')
  await visitor.open('/manage')
  const entry = `USD of ${formatDay(today)}`
  await visitor.press('button', `Actions for ${entry}`)
  await visitor.press('button', `Delete ${entry}`)
  await visitor.page.locator('dialog[open]').wait()
  await visitor.press('button', 'Delete')
  await visitor.sees('Exchange rate deleted successfully')
  await visitor.press('button', 'Undo')
  await visitor.sees('Exchange rate restored successfully')
  await expectWhole(visitor, [
    '/dashboard',
    '/enter',
    '/calendar',
    '/customs',
    '/auditlog',
    '/account',
  ])
})

/**
 * Returns whether the page is wider than the window, and the names of the fields whose day, or the place of
 * a missing one, has not enough room.
 */
const WHAT_IS_CUT = `({
  unfolded: document.querySelectorAll('details').forEach((each) => { each.open = true }),
  isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  days: Array.from(document.querySelectorAll('input[type=date]')).filter((input) => {
    const { offsetWidth } = input
    if (offsetWidth === 0) return false
    input.style.width = 'max-content'
    return input.offsetWidth > offsetWidth
  }).map(({ name }) => name),
})`

/** Opens screens, and expects that none scrolls sideways or cuts a day off. */
async function expectWhole(visitor: FirefoxVisitor, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await visitor.open(path)
    expect(await visitor.page.evaluate(WHAT_IS_CUT), path).toMatchObject({
      isTooWide: false,
      days: [],
    })
  }
}

test('in Firefox no public screen reports errors, scrolls sideways or cuts off a date', async () => {
  const visitor = await visitInFirefox(product)
  await expectWhole(visitor, [
    '/',
    '/rates',
    '/rates/USD',
    '/rates/USD/2026-09-26',
    '/periods',
    '/periods/USD',
    '/customs',
    '/calendar',
    '/alerts',
    '/developers',
    '/privacy',
    '/login',
    '/register',
    '/si',
    '/si/rates',
    '/si/periods',
    '/ta',
    '/ta/rates',
    '/ta/periods',
  ])
})
