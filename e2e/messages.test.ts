import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct()
const RECORD = '**/api/exchange-rate/manual'

/** Rates that nothing in the sample speaks against. */
const USUAL = { USD: '330.75', AUD: '232.25', GBP: '438.05' }

/** Tries to enter a rate on the dashboard, whose error shows the general error text. */
async function tryToSave(
  currency: keyof typeof USUAL = 'USD',
): Promise<{ visitor: Visitor; save: () => Promise<void> }> {
  const visitor = await visit(product, { as: await product.user(), at: '/dashboard' })
  await visitor.field('Base Currency').selectOption(currency)
  await visitor.field('Rate').fill(USUAL[currency])
  return { visitor, save: () => visitor.button('Save Rate').click() }
}

const alert = (page: Page) => page.getByRole('alert').first().innerText()

test('A refusal reads as the server says it, or by its status where it says nothing', async () => {
  const { visitor, save } = await tryToSave()
  visitor.watch.expects(/^POST \/api\/exchange-rate\/manual: \d+$/)
  const answers = [
    { status: 500, body: '', sentence: 'Server error' },
    { status: 418, body: '', sentence: 'An unexpected error occurred' },
    { status: 403, json: { code: 'forbidden', message: 'Only on weekdays.' } },
  ]
  for (const { sentence, ...answer } of answers) {
    await visitor.page.route(RECORD, (route) => route.fulfill(answer))
    await save()
    await visitor.sees(sentence ?? 'Only on weekdays.')
    expect(await visitor.field('Rate').inputValue()).toBe(USUAL.USD)
    await visitor.page.unroute(RECORD)
  }
})

test('A 401 that says nothing signs out', async () => {
  const { visitor, save } = await tryToSave()
  visitor.watch.expects(/^POST \/api\/.*: 401$/)
  await visitor.page.route(RECORD, (route) => route.fulfill({ status: 401, body: '' }))
  await save()
  await visitor.isAt('/login')
})

test('Without an answer, offline too, the words tell to check the connection, and the same press works once it is back', async () => {
  const { visitor, save } = await tryToSave()
  // The list beside the form may be on its way when the server goes.
  visitor.watch.expects(
    /net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED)$|The list could not be fetched/,
  )
  await product.stop()
  try {
    await save()
    await visitor.sees('Network error - please check your connection')
  } finally {
    await product.start()
  }
  await visitor.context.setOffline(true)
  await save()
  await visitor.sees('Network error - please check your connection')
  await visitor.context.setOffline(false)
  await save()
  await visitor.sees('Exchange rate added successfully')
})

test('An answer that takes longer than ten seconds is given up, which is said in the page’s language', async () => {
  const { visitor, save } = await tryToSave()
  const tamil = await visit(product, { at: '/ta/login' })
  await tamil.page.route('**/api/auth/**', () => undefined)
  await tamil.page.locator('input[type=email]').fill('nimal@example.lk')
  await tamil.page.locator('main form button').click()
  await visitor.page.route(RECORD, () => undefined)
  await save()
  await visitor.button('Saving...').waitFor()
  await expect.poll(() => alert(visitor.page)).toBe('timeout of 10000ms exceeded')
  await visitor.button('Save Rate').waitFor()
  await tamil.sees('வலையமைப்புப் பிழை - உங்கள் இணைப்பைச் சரிபார்க்கவும்')
  expect(await alert(tamil.page)).not.toContain('timeout')
})

test('An answer that is lost on its way does nothing twice when it is tried again', async () => {
  const { visitor, save } = await tryToSave('GBP')
  visitor.watch.expects(/^POST \/api\/exchange-rate\/manual: net::ERR_FAILED$/)
  let lost = false
  await visitor.page.route(RECORD, async (route) => {
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    return route.abort()
  })
  await save()
  await visitor.sees('Network error - please check your connection')
  await save()
  await visitor.sees('Exchange rate added successfully')
})

test('A list that cannot be fetched is logged, claims nothing about its content, and can be tried again', async () => {
  const visitor = await visit(product, { as: await product.user() })
  visitor.watch.expects(/^GET \/api\/exchange-rate\/recent: 500$/)
  visitor.watch.expects(/^console warning: The list could not be fetched: Server error$/)
  await visitor.page.route('**/api/exchange-rate/recent', (route) =>
    route.fulfill({ status: 500, body: '' }),
  )
  await visitor.open('/dashboard')
  await visitor.sees('This list could not be loaded: Server error')
  await visitor.seesNot('No exchange rates found')
  await visitor.page.unroute('**/api/exchange-rate/recent')
  await visitor.button('Try again').click()
  await visitor.seesNot('This list could not be loaded')
})

test('A deletion that fails is announced and the entry stays; an error under the form goes with the next that is done', async () => {
  const user = await product.user()
  await user.enters('CAD', '2026-09-29', 233.1)
  const visitor = await visit(product, { as: user, at: '/manage' })
  visitor.watch.expects(/^(POST|DELETE) \/api\/exchange-rate\/manual(\/\d+)?: 500$/)
  const remove = async () => {
    await visitor.button('Delete CAD of 29 Sep 2026').click()
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  const fail = (calls: string) =>
    visitor.page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))
  await fail('**/api/exchange-rate/manual/*')
  await remove()
  await visitor.sees('Server error')
  await visitor.button('Delete CAD of 29 Sep 2026').waitFor()
  await visitor.page.unroute('**/api/exchange-rate/manual/*')
  await visitor.reload()

  await fail(RECORD)
  await visitor.field('Rate').fill('330.75')
  await visitor.button('Add Rate').click()
  await visitor.sees('Server error')
  await remove()
  await visitor.sees(/^Exchange rate deleted successfully/)
  await visitor.seesNot('Server error')
})

test('Rates that cannot be fetched are announced with a way to try again', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/net::ERR_CONNECTION_REFUSED$/)
  await visitor.open('/rates')
  await product.stop()
  try {
    await visitor.field('Base currency').selectOption('GBP')
    await visitor.field('Date').fill('2026-09-01')
    await visitor.sees('Network error - please check your connection')
  } finally {
    await product.start()
  }
  // Or it has found out by itself.
  const retry = visitor.button('Try again')
  await expect
    .poll(async () => {
      if (await retry.count())
        await retry
          .first()
          .click({ timeout: 500 })
          .catch(() => undefined)
      return visitor.page.getByText('Network error - please check your connection').count()
    })
    .toBe(0)
  await visitor.page.getByRole('row', { name: /Tue,? Sep 1|Tue,? 1 Sep/ }).waitFor()
})

test('What a left screen has asked for is taken back without a word', async () => {
  const visitor = await visit(product, { as: await product.user() })
  await visitor.page.route('**/api/audit-logs?*', () => undefined)
  await visitor.page.route('**/api/audit-logs', () => undefined)
  await visitor.open('/auditlog')
  await visitor.heading('Audit Trail').waitFor()
  const cancelled = visitor.page.waitForEvent('requestfailed')
  await visitor.link('Dashboard').click()
  expect((await cancelled).failure()?.errorText).toContain('ERR_ABORTED')
  await visitor.isAt('/dashboard')
  await visitor.seesNot('Request was cancelled')
})
