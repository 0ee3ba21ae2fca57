import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { visit } from '../harness/browser/visitor.ts'

// A Sunday, the last day of a week of customs rates.
const product = await startProduct({ now: '2026-11-22T06:30:00Z' })

test('A week of customs rates is typed, looked at, entered, cited and taken back; a pasted table corrects it', async () => {
  const visitor = await visit(product, {
    as: await product.user('Nimal Perera'),
    width: 390,
    height: 844,
  })
  const { page } = visitor
  await visitor.open('/customs')
  await visitor.sees('No customs rates have come into effect yet.')
  await visitor.link('Enter a customs rate').click()
  await visitor.isAt('/enter?kind=customs')
  const first = visitor.field('First day')
  const last = visitor.field('Last day')
  // This week's, as long as none is known.
  await expect.poll(() => first.inputValue()).toBe('2026-11-16')
  for (const field of [first, last]) await field.fill('')
  await visitor.button('Check the rates').press('Enter')
  await visitor.sees('Enter the number of the gazette.')
  expect(await page.getByText('Enter a date that exists, with day, month and year.').count()).toBe(
    2,
  )
  await visitor.seesNot(/at most 31 days/)
  expect(await page.evaluate('document.activeElement.name')).toBe('first_day')
  await visitor.field('USD in LKR').fill('3x2.1')
  await visitor.button('Check the rates').press('Enter')
  expect(await visitor.field('USD in LKR').getAttribute('aria-invalid')).toBe('true')
  await visitor.sees('The rate must be a number, such as 301.25.')
  await first.fill('2026-11-16')
  await visitor.field('Gazette number').fill('2500/01')
  expect(await last.inputValue()).toBe('2026-11-22')
  await visitor.field('Link to the PDF').fill('https://customs.gov.lk/2500-01.pdf')
  for (const [currency, rate] of Object.entries({
    USD: '332.1',
    AUD: '215.4',
    CAD: '237.2',
    GBP: '437.8',
  }))
    await visitor.field(`${currency} in LKR`).fill(rate)
  await visitor.button('Check the rates').press('Enter')
  await page.getByRole('table', { name: 'Customs rates to enter' }).waitFor()
  await expectAccessible(page, 'customs, preview')
  await visitor.button('Enter these rates').press('Enter')
  await visitor.sees('Customs rates of 16 Nov 2026 to 22 Nov 2026 entered')
  await expectAccessible(page, 'customs, entered')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)

  await visitor.open('/customs')
  await visitor.heading('16 Nov 2026 to 22 Nov 2026 Last day today').waitFor()
  const gazette = visitor.link('Gazette 2500/01')
  expect(await gazette.getAttribute('href')).toBe('https://customs.gov.lk/2500-01.pdf')
  await visitor.sees('332.1000')
  await visitor.open('/enter?kind=customs')
  await expect.poll(() => first.inputValue()).toBe('2026-11-23')
  expect(await last.inputValue()).toBe('2026-11-29')
  await visitor.link('Import rates').click()
  await visitor.heading('Import rates').waitFor()
  await visitor.field('First day').fill('2026-11-16')
  await visitor.field('Last day').fill('2026-11-22')
  await visitor.field('Gazette number').fill('2500/02')
  await visitor
    .field('Or paste rows: currency code, rate')
    .fill('Sterling Pound\tGBP\t437.9\nYen\tJPY\t2.1')
  await visitor.button('Check the rows').click()
  await visitor.sees(/Without a row: USD, AUD, CAD\./)
  await visitor.sees('JPY rates are not kept on this site.')
  await visitor.button('Enter these rates').click()
  await visitor.sees('Customs rates of 16 Nov 2026 to 22 Nov 2026 entered')

  await visitor.open('/customs')
  await visitor.sees('437.9000')
  await visitor.link('GBP').click()
  await visitor.isAt('/rates/GBP/2026-11-16?kind=customs')
  await visitor.sees(/GBP\/LKR Customs 437\.9000, 16 Nov 2026 to 22 Nov 2026, Gazette 2500\/02/)
  await visitor.open('/enter?kind=customs')
  await page.getByText('Earlier imports').click()
  await page
    .getByRole('button', { name: /^Undo the import/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: /^Undo the import of 16 Nov 2026 to .*2500/ })
  await question.getByRole('button', { name: 'Undo this import' }).click()
  await visitor.sees('Import undone: 0 removed, 1 put back')
  await visitor.open('/customs')
  await visitor.heading('16 Nov 2026 to 22 Nov 2026 Last day today').waitFor()
  await visitor.sees('437.8000')
})

test('A schedule that is typed outlives a reload, until it is entered', async () => {
  const visitor = await visit(product, { as: await product.user(), at: '/enter?kind=customs' })
  await expect.poll(() => visitor.field('Last day').inputValue()).toBe('2026-11-29')
  await visitor.field('First day').fill('2026-11-09')
  await visitor.field('Gazette number').fill('2499/01')
  await visitor.field('USD in LKR').fill('331.5')
  await visitor.reload()
  await expect.poll(() => visitor.field('USD in LKR').inputValue()).toBe('331.5')
  expect(await visitor.field('First day').inputValue()).toBe('2026-11-09')
  expect(await visitor.field('Last day').inputValue()).toBe('2026-11-15')
  expect(await visitor.field('Gazette number').inputValue()).toBe('2499/01')
  for (const [currency, rate] of Object.entries({ AUD: '215.4', CAD: '237.2', GBP: '437.8' }))
    await visitor.field(`${currency} in LKR`).fill(rate)
  await visitor.button('Check the rates').click()
  await visitor.button('Enter these rates').click()
  await visitor.sees('Customs rates of 9 Nov 2026 to 15 Nov 2026 entered')
  await visitor.reload()
  await visitor.field('USD in LKR').waitFor()
  expect(await visitor.field('USD in LKR').inputValue()).toBe('')
})

test('A pasted schedule that is corrected while the first is still checked is the one shown, and what was said of it outlives a reload', async () => {
  const visitor = await visit(product, { as: await product.user(), at: '/import' })
  const loading = Promise.withResolvers<undefined>()
  await visitor.page.route('**/assets/check-about-*.js', async (route) => {
    await loading.promise
    await route.continue()
  })
  const rows = (rate: string) => `Customs rates\nUSD\t${rate}`
  await visitor.field('Or paste rows: date, currency, rate').fill(rows('332.1'))
  await visitor.button('Check the rows').click()
  await visitor.field('First day').fill('2026-11-16')
  await visitor.field('Last day').fill('2026-11-22')
  await visitor.field('Gazette number').fill('2500/03')
  await visitor.field('Or paste rows: currency code, rate').fill(rows('333.1'))
  await visitor.button('Check the rows').click()
  loading.resolve(undefined)
  await visitor.sees('333.1000')
  await visitor.reload()
  await expect.poll(() => visitor.field('Gazette number').inputValue()).toBe('2500/03')
})

test('Without scripts the customs page says that the next schedule is missing, and leads to earlier weeks', async () => {
  const user = await product.user()
  const { status } = await fetch(`${product.url}/api/exchange-rate/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
    body: JSON.stringify({
      subject: 'customs rates',
      first_day: '2026-10-19',
      last_day: '2026-10-25',
      gazette: '2496/01',
      rows: [{ currency: 'CAD', rate: 237.2 }],
    }),
  })
  expect(status).toBe(201)
  const visitor = await visit(product, { javaScript: false })
  await visitor.page.goto('/customs?date=2026-10-27')
  await visitor.sees(/Ended on 25 Oct 2026; the next schedule has not been entered/)
  await visitor.page.goto('/customs?date=2026-11-06')
  await visitor.sees(/Of 19 Oct 2026; the next schedule is overdue/)
  await visitor.page.goto('/customs')
  await visitor.link('‹ 9–15 Nov').click()
  await visitor.isAt('/customs?date=2026-11-09')
  await visitor.sees('331.5000')
  await visitor.link('16–22 Nov ›').waitFor()
})
