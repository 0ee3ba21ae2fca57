import { expect, test } from 'vitest'
import { addDays, calendarDateOf } from '../domain/calendar-date.ts'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import type { Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

/** Fills in the dashboard's form and sends it. */
async function save(visitor: Visitor, currency: string, date: string, rate: string): Promise<void> {
  await visitor.field('Base Currency').selectOption(currency)
  await visitor.field('Date').fill(date)
  await visitor.field('Rate').fill(rate)
  await visitor.button('Save Rate').click()
}

test('a user signs in, enters a rate, deletes and restores it, and finds it in the trail', async () => {
  const email = 'desk@example.lk'
  await product.account(email, 'Ruwani Desk')
  const visitor = await product.visit({ at: '/login' })
  await visitor.field('Email address').fill(email)
  await visitor.button('Send OTP').click()
  const { code } = await product.post.next(email)
  await visitor
    .field(`Enter OTP sent to ${email}`)
    .pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`)
  await visitor.button('Verify OTP').click()
  await visitor.isAt('/dashboard')
  await visitor.sees('No exchange rates found')

  await save(visitor, 'USD', '2026-09-28', '331.5')
  await visitor.sees('Exchange rate added successfully')
  await visitor.isAccessible('dashboard, saved')
  await visitor.holds('Rate', '')
  await expect
    .poll(() => visitor.table('Recent Exchange Rates'))
    .toEqual([
      ['Date', 'Base Currency', 'Target Currency', 'Exchange Rate'],
      ['28 Sep 2026', expect.stringMatching(/^USD Undo/), 'LKR', '331.5000'],
    ])

  const rateOfMonday = async () => {
    await visitor.open('/rates?date=2026-09-28')
    return (await visitor.table('Current rate and weekly average'))[1]?.[1]
  }
  expect(await rateOfMonday()).toMatch(/331\.5000$/)
  await visitor.sees('Entered by hand')

  await visitor.open('/manage')
  await visitor.button('Delete USD of 28 Sep 2026').click()
  const dialog = visitor.page.getByRole('dialog')
  await dialog.getByText('Are you sure you want to delete this rate entry?').waitFor()
  await visitor.isAccessible('manage, the question')
  await visitor.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await visitor.hasFocus('textContent', 'Delete USD of 28 Sep 2026')

  await visitor.page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await visitor.sees('Exchange rate deleted successfully: USD of 28 Sep 2026')
  await visitor.isAccessible('manage, deleted')
  await visitor.sees('No exchange rates found')
  // The message goes after a while, but not while it has the focus or the pointer.
  await visitor.button('Undo').focus()
  await visitor.waits(60)
  await visitor.button('Undo').hover()
  await visitor.button('Undo').blur()
  await visitor.waits(60)
  await visitor.button('Undo').click()
  await visitor.sees('Exchange rate restored successfully: USD of 28 Sep 2026')
  await visitor.page.mouse.move(0, 0)
  await visitor.waits(60)
  await visitor.seesNot(/Exchange rate restored/)
  await visitor.button('Delete USD of 28 Sep 2026').click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await visitor.sees('No exchange rates found')
  expect(await rateOfMonday()).toBe('330.4329')

  await visitor.open('/auditlog')
  const entries = visitor.page.getByRole('main').locator('ol > li:has(time)')
  await entries.first().waitFor()
  const trail = (await entries.allInnerTexts()).join('\n')
  const acts = [
    'Delete exchange rate',
    'Restore exchange rate',
    'Create exchange rate',
    'Login',
    'Register',
  ]
  for (const act of acts) expect(trail).toContain(act)
  expect(trail).toContain(email)
  expect(trail).toContain('127.0.0.1')
})

test('the form of the dashboard has the specified fields and bounds, and refuses wrong values at the field', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/dashboard' })
  await visitor.heading('Add Exchange Rate').waitFor()
  const options = (label: string) =>
    visitor
      .field(label)
      .locator('option')
      .evaluateAll((all) => all.map((option) => (option as unknown as { value: string }).value))
  expect(await options('Base Currency')).toEqual(['USD', 'AUD', 'CAD', 'GBP'])
  expect(await options('Target Currency')).toEqual(['LKR'])
  const rate = visitor.field('Rate')
  expect(await rate.getAttribute('type')).toBe('number')
  expect(await rate.getAttribute('step')).toBe('0.0001')
  expect(await rate.getAttribute('placeholder')).toBe('1.0000')
  const date = visitor.field('Date')
  expect(await date.getAttribute('min')).toBe('2026-07-01')
  expect(await date.getAttribute('max')).toBe('2026-09-29')
  await visitor.sees('Only dates within last 90 days allowed')

  await visitor.button('Save Rate').click()
  await visitor.sees('Enter the rate.')
  await visitor.isAccessible('dashboard, a field wrong')
  await save(visitor, 'USD', '2026-09-29', '301.12345')
  await visitor.sees('Use at most 4 decimals.')
  await save(visitor, 'USD', '', '301')
  await visitor.sees('Enter a date that exists, with day, month and year.')
  await save(visitor, 'USD', '2026-06-30', '301')
  await visitor.sees('Choose 1 Jul 2026 or a later day.')
  await save(visitor, 'USD', '2026-09-30', '301')
  await visitor.sees('Choose 29 Sep 2026 or an earlier day.')
  expect(visitor.watch.requests.filter((request) => request.startsWith('POST'))).toEqual([])
})

test.each([
  ['/dashboard', 'Save Rate', ['base_currency', 'target_currency', 'rate', 'date']],
  ['/manage', 'Add Rate', ['date', 'currency', 'rate']],
])('the form of %s sends the specified fields only', async (at, press, fields) => {
  const visitor = await product.visit({ as: await product.user(), at })
  await visitor.field('Date').fill('2026-09-21')
  await visitor.field('Rate').fill('330.9')
  const form = visitor.page.locator('form', { has: visitor.field('Rate') })
  const names = await form
    .locator('[name]')
    .evaluateAll((all) => all.map((field) => (field as unknown as { name: string }).name))
  expect(names).toEqual(fields)
  const sent = visitor.page.waitForRequest('**/api/exchange-rate/manual')
  await visitor.button(press).click()
  expect(Object.keys((await sent).postDataJSON() as object).sort()).toEqual(fields.toSorted())
  await visitor.sees(/^Exchange rate (added|updated) successfully/)
})

test('a rate typed while another is saved stays in the form, also after a reload', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/manage' })
  const { keyboard } = visitor.page
  const release = await holdRequests(visitor.page, '**/api/exchange-rate/manual')
  await visitor.field('Rate').fill('330.1')
  await keyboard.press('Enter')
  await visitor.button('Adding...').waitFor()
  await visitor.field('Currency').selectOption('GBP')
  await visitor.field('Rate').focus()
  await keyboard.press('Control+A')
  await keyboard.type('437.5')
  release()
  await visitor.sees(/^Exchange rate (added|updated) successfully/)
  expect(await visitor.field('Rate').inputValue()).toBe('437.5')
  await visitor.reload()
  await expect.poll(() => visitor.field('Rate').inputValue()).toBe('437.5')
  expect(await visitor.field('Currency').inputValue()).toBe('GBP')
  await visitor.button('Add Rate').click()
  await visitor.sees(/^Exchange rate (added|updated) successfully/)
  expect(await visitor.field('Rate').inputValue()).toBe('')
})

test('a rate is entered, edited and deleted by keyboard', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/manage' })
  const { keyboard } = visitor.page
  await visitor.field('Rate').focus()
  await keyboard.type('229,5')
  expect(await visitor.field('Rate').inputValue()).toBe('229.5')
  await visitor.field('Currency').focus()
  await keyboard.type('AUD')
  await visitor.field('Rate').focus()
  await keyboard.press('Enter')
  await visitor.sees('Exchange rate added successfully')

  await visitor.button('Edit AUD of 29 Sep 2026').focus()
  await keyboard.press('Enter')
  await keyboard.press('Control+A')
  await keyboard.type('229.75')
  await keyboard.press('Enter')
  await visitor.sees('Exchange rate updated successfully')
  await visitor.sees('229.7500')

  await visitor.button('Delete AUD of 29 Sep 2026').focus()
  await keyboard.press('Enter')
  await visitor.hasFocus('textContent', 'Cancel')
  await keyboard.press('Tab')
  await visitor.hasFocus('textContent', 'Delete')
  await keyboard.press('Enter')
  await visitor.sees('Exchange rate deleted successfully')
  await expect
    .poll(() => visitor.page.evaluate<string>('document.activeElement.tagName'))
    .not.toBe('BODY')
})

test('a deletion that fails at the foot of a long list says so in view', async () => {
  const as = await product.user()
  for (const day of ['14', '15', '16', '17', '18'])
    for (const currency of ['USD', 'AUD', 'CAD', 'GBP'] as const)
      await as.enters(currency, `2026-09-${day}`, 300)
  const visitor = await product.visit({ as, width: 390, height: 844, at: '/manage' })
  const { page } = visitor
  visitor.watch.expects(/500/)
  await page.route('**/api/exchange-rate/manual/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Server error' } }),
  )
  await page.locator('[data-row] .menu-button').last().click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { y = -1, height = 0 } = (await page.getByText('Server error').boundingBox()) ?? {}
  expect([y >= 0, y + height <= 844]).toEqual([true, true])
})

test('a form without a typed rate opens on today', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/dashboard' })
  await visitor.field('Base Currency').selectOption('GBP')
  const day = () => visitor.field('Date').inputValue()
  const before = await day()
  await visitor.waits(86_400)
  await visitor.reload()
  const next = addDays(calendarDateOf(before), 1)
  expect(await day()).toBe(next)
  await visitor.field('Rate').fill('330.5')
  await visitor.waits(86_400)
  expect(await day()).toBe(next)
})

test('a rate typed key by key is never sent as another number', async () => {
  const user = await product.user()
  const visitor = await product.visit({ as: user, at: '/dashboard' })
  const { page } = visitor
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  const rate = visitor.field('Rate')
  const notPart = (character: string) => `“${character}” is not part of a rate.`
  for (const [typed, sentence] of [
    ['1,075.50', notPart('.')],
    ['330/25', notPart('/')],
    ['1e3', notPart('e')],
    ['330,905', '“330,905” could be 330905 or 330.905.'],
  ] as const) {
    await rate.fill('')
    await visitor.seesNot(sentence)
    await rate.pressSequentially(typed)
    await visitor.button('Save Rate').click()
    await visitor.sees(sentence)
    expect(sent, typed).toEqual([])
  }
  // The field can be corrected by typing over it, and what is before a rate changes nothing.
  await rate.selectText()
  await rate.pressSequentially('Rs.330,25')
  await visitor.seesNot(notPart('.'))
  expect(await rate.inputValue()).toBe('330.25')
  // A character that changes nothing is named, but does not keep from saving.
  await rate.pressSequentially('/=')
  await visitor.sees(notPart('='))
  await visitor.button('Save Rate').click()
  await expect.poll(() => sent.join()).toContain('"rate":330.25')

  await visitor.open('/enter')
  const cell = page.getByRole('textbox', { name: 'AUD Indicative' })
  for (const [typed, sentence] of [
    ['330/25', '“330/25” is not clear.'],
    ['1e3', '“1e3” is not clear.'],
  ] as const) {
    await cell.fill('')
    await cell.pressSequentially(typed)
    await visitor.button(/^Save/).click()
    await visitor.sees(sentence)
    expect(await cell.inputValue()).toBe(typed)
  }
})
