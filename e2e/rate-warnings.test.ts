import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

const entered = (requests: readonly string[]) =>
  requests.filter((request) => request === 'POST /api/exchange-rate/manual')

test('A slip is shown with why it looks wrong; it is corrected, or saved with a reason that the trail keeps', async () => {
  const visitor = await visit(product, { as: await product.user(), at: '/dashboard' })
  await visitor.field('Rate').fill('33.0905')
  await visitor.button('Save Rate').click()
  const dialog = visitor.page.getByRole('dialog', { name: 'Is this rate right?' })
  await dialog.getByText('USD of 29 Sep 2026: 33.0905').waitFor()
  await dialog.getByText('33.0905 looks 10 times too low').waitFor()
  await expect
    .poll(() => visitor.page.evaluate('document.activeElement.textContent'))
    .toBe('Go back')
  await expectAccessible(visitor.page, 'a warned rate')
  await visitor.page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await visitor.field('Rate').inputValue()).toBe('33.0905')
  expect(entered(visitor.watch.requests)).toEqual([])

  await visitor.button('Save Rate').click()
  await dialog.getByLabel('Reason (optional)').fill('A test of the guard')
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await visitor.sees('Exchange rate added successfully')

  await visitor.field('Rate').fill('33.0905')
  await visitor.button('Save Rate').click()
  await dialog.getByRole('button', { name: 'Use 330.9050' }).click()
  await visitor.sees('330.9050')
  expect(entered(visitor.watch.requests)).toHaveLength(2)

  await visitor.open('/auditlog?action=create+exchange+rate&search=33.0905')
  await visitor.page.locator('main ol summary').first().click()
  await visitor.sees('Reason: A test of the guard')
})

test('The rate that was meant takes the place of a slip in an entry, too', async () => {
  const user = await product.user()
  await user.enters('GBP', '2026-09-22', 435.5)
  const visitor = await visit(product, { as: user, at: '/manage' })
  await visitor.button('Edit GBP of 22 Sep 2026').click()
  await visitor.page.getByLabel('Rate (LKR)').fill('43.625')
  await visitor.button('Save').click()
  await visitor.button('Use 436.2500').click()
  await expect.poll(() => visitor.page.getByRole('dialog').count()).toBe(0)
  await visitor.sees('436.2500')
})

test('Entries are found by currency and sorted, each view with its address; a deleted one comes back from its own list', async () => {
  const user = await product.user()
  for (const [currency, date, rate] of [
    ['CAD', '2026-09-24', 233.2],
    ['CAD', '2026-09-25', 233.3],
    ['AUD', '2026-09-25', 231.5],
  ] as const)
    await user.enters(currency, date, rate)
  const visitor = await visit(product, { as: user, at: '/manage' })
  await visitor.page.getByText('Filter and sort').click()
  await visitor.page.getByRole('search').getByLabel('Currency').selectOption('CAD')
  await visitor.isAt('/manage?currency=CAD')
  await visitor.field('Sort by').selectOption({ label: 'Oldest day' })
  await visitor.isAt(/^\/manage\?.*sort=date/)
  const shown = async () =>
    (await tableText(visitor.page, 'Recent entries'))
      .slice(1)
      .map(([date, currency]) => `${currency} ${date}`)
  await expect.poll(shown).toEqual(['CAD 24 Sep 2026', 'CAD 25 Sep 2026'])
  await visitor.reload()
  await expect.poll(shown).toEqual(['CAD 24 Sep 2026', 'CAD 25 Sep 2026'])

  await visitor.button('Delete CAD of 24 Sep 2026').click()
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(shown).toEqual(['CAD 25 Sep 2026'])
  await visitor.open('/manage?state=deleted')
  await visitor.button(/^Restore/).click()
  await visitor.sees('Exchange rate restored successfully')
  await visitor.open('/manage?currency=CAD')
  await expect.poll(shown).toContain('CAD 24 Sep 2026')
})
