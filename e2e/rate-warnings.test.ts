import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

const entered = (requests: readonly string[]) =>
  requests.filter((request) => request === 'POST /api/exchange-rate/manual')

test('a doubtful rate is explained, then corrected or saved with an audited reason', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/dashboard' })
  await visitor.field('Rate').fill('33.0905')
  await visitor.button('Save Rate').click()
  const dialog = visitor.page.getByRole('dialog', { name: 'Is this rate right?' })
  await dialog.getByText('USD of 29 Sep 2026: 33.0905').waitFor()
  await dialog.getByText('33.0905 looks 10 times too low').waitFor()
  await visitor.hasFocus('textContent', 'Go back')
  await visitor.isAccessible('a warned rate')
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
