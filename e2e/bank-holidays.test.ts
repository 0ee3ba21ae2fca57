import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import type { Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct({
  // The next year's list is missed from December on.
  now: '2026-12-02T06:30:00Z',
})

/** Returns the listed bank holidays, each with the text below its name. */
const listedHolidays = ({ page }: Visitor, year: number) =>
  page
    .getByRole('table', { name: `Bank holidays of ${year}` })
    .locator('tbody td:nth-of-type(2)')
    .allInnerTexts()

/** A year has at least twelve. */
const LIST = Array.from(
  { length: 12 },
  (_, month) => `${String(month + 1).padStart(2, '0')}/20/2027, Full Moon Poya Day ${month + 1}`,
)

test('a missing year of holidays is found from the dashboard, pasted, entered and undone', async () => {
  const visitor = await product.visit({ as: await product.user('Nimal Perera'), at: '/dashboard' })
  await visitor.sees(/The 2027 bank holidays are missing/)
  await visitor.link('Enter them').click()
  await visitor.isAt('/calendar')
  await visitor.link('Import 2027').click()
  await visitor.isAt('/import?subject=bank%20holidays')
  await visitor.field('Or paste rows').fill(LIST.join('\n'))
  await visitor.button('Read the rows').click()
  await visitor.button('Continue').click()
  await visitor.hasFocus('name', 'source')
  await visitor.field('Source').fill('Gazette 2500/1')
  await visitor.button('Continue').click()
  await visitor.button('Import 12 bank holidays').waitFor()
  await visitor.isAccessible('bank holidays, preview')
  await visitor.button('Import 12 bank holidays').click()
  await visitor.sees('12 bank holidays entered')
  await visitor.open('/calendar?year=2027')
  await expect.poll(async () => (await listedHolidays(visitor, 2027)).length).toBe(12)
  expect(await visitor.page.getByText('Gazette 2500/1').count()).toBe(1)
  expect((await listedHolidays(visitor, 2027))[0]).toMatch(
    /^Full Moon Poya Day 1\s*Entered by Nimal Perera/,
  )
  await visitor.link('Import bank holidays').click()
  await visitor.menu('Earlier imports').click()
  await visitor.page
    .getByRole('button', { name: /^Undo the import/ })
    .first()
    .click()
  await visitor.heading('Undo the import of 12 bank holidays?').waitFor()
  await visitor.button('Undo this import').click()
  await visitor.sees('Import undone: 12 removed, 0 put back')
  await visitor.open('/calendar?year=2027')
  await visitor.sees('No bank holidays of 2027 have been entered.')
})

test('a holiday is entered, removed after a question and restored by keyboard', async () => {
  const visitor = await product.visit({ as: await product.user(), width: 390, height: 844 })
  const { page } = visitor
  await visitor.open('/calendar')
  await visitor.heading('2027 is not entered yet').waitFor()
  await visitor.link('2027').click()
  await visitor.isAt('/calendar?year=2027')
  await visitor.field('Year').selectOption('2026')
  await visitor.isAt('/calendar?year=2026')
  await page.getByText(/earlier bank holidays$/).click()
  const names = async () => (await listedHolidays(visitor, 2026)).map((text) => text.split('\n')[0])
  await expect.poll(async () => (await names()).length).toBe(25)
  await visitor.link('Import 2027').press('Enter')
  await visitor.field('Or paste rows').fill('20261224, Special bank holiday')
  await visitor.button('Read the rows').press('Enter')
  await visitor.field('What they are').selectOption('Special bank holidays')
  await visitor.field('Source').fill('Press release of the Central Bank')
  await visitor.button('Continue').press('Enter')
  await visitor.button('Import 1 bank holiday').press('Enter')
  await visitor.sees('1 bank holiday entered')
  await visitor.open('/calendar?year=2026')
  await expect.poll(names).toContain('Special bank holiday')

  const remove = async () => {
    await visitor.button('More, Christmas Day').press('Enter')
    await visitor.button('Remove').press('Enter')
  }
  await remove()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
  await visitor.hasFocus('textContent', 'More, Christmas Day')
  await remove()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await visitor.sees('1 bank holiday removed: Christmas Day')
  await expect.poll(names).not.toContain('Christmas Day')
  await visitor.hasFocus('textContent', 'More, Special bank holiday')
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect.poll(names).toContain('Christmas Day')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

test('a visitor reads the holidays without controls that need a login', async () => {
  const visitor = await product.visit({ at: '/rates' })
  await visitor.link('Bank holidays').click()
  await visitor.isAt('/calendar')
  await visitor.page.getByText(/earlier bank holidays$/).click()
  await expect.poll(async () => (await listedHolidays(visitor, 2026)).length).toBeGreaterThan(20)
  const { page } = visitor
  await visitor.sees('Wed 23 Dec 2026, in 21 days')
  const planner = page.getByRole('img', { name: /^Calendar of 2026/ })
  expect(await planner.getAttribute('aria-label')).toBe(
    'Calendar of 2026: 13 Poya days and 13 other bank holidays, listed below',
  )
  const months = await planner.locator('> div').allInnerTexts()
  expect(months).toHaveLength(13)
  // A holiday was entered by the test before.
  expect(await planner.locator('svg').count()).toBe(26)
  const main = page.getByRole('main')
  expect(await main.getByRole('button').count()).toBe(0)
  expect(await main.getByRole('link').allInnerTexts()).toEqual(['2027', 'Add to your calendar'])
})
