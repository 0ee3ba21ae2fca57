import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct, type User } from '../harness/product.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

async function openImport(user: User): Promise<Visitor> {
  const visitor = await visit(product, { as: user, at: '/import' })
  await visitor.field('Or paste rows: date, currency, rate').waitFor()
  return visitor
}

async function check(visitor: Visitor, rows: readonly string[]): Promise<void> {
  await visitor.field('Or paste rows: date, currency, rate').fill(rows.join('\n'))
  await visitor.button('Check the rows').click()
}

const focusedLabel = 'document.activeElement.labels?.[0].textContent'

/** The rows of the preview: of each what was understood, without its tick. */
const previewed = async (visitor: Visitor) =>
  (await tableText(visitor.page, 'Rows to import'))
    .slice(1)
    .filter((cells) => cells.length > 1)
    .map(([, ...cells]) => cells.join(' '))

test('Pasted rows get a verdict each, are imported whole with one press, and taken back with another', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-24', 329.75)
  await user.enters('GBP', '2026-09-24', 435.5)
  const visitor = await openImport(user)
  await check(visitor, [
    '2026-09-24\tUSD\t329.75',
    '24 Sep 2026\tGBP\t435.75',
    '28/09/2026\tCAD\t233.25',
    '2026-09-28\tAUD\tabc',
  ])
  await expect
    .poll(() => previewed(visitor))
    .toEqual([
      expect.stringMatching(/^2026-09-28 AUD abc.* Cannot be imported$/),
      '24 Sep 2026 GBP Indicative 435.7500 435.5000 +0.06 % Replaces',
      expect.stringMatching(/^28 Sep 2026 CAD Indicative 233.2500 .*Replaces published$/),
      expect.stringMatching(/^24 Sep 2026 USD Indicative 329.7500 329.7500 .*Entered already$/),
    ])
  await visitor.sees(/^Line 4: /)
  await expectAccessible(visitor.page, 'an import')
  await visitor.sees('1 row to correct first')
  await visitor.sees('Correct the rows, or leave them out.')
  const blocked = visitor.button('Import 2 rates')
  expect(await blocked.isDisabled()).toBe(true)
  // What it waits for is said with it, and a press leads there.
  expect(await blocked.getAttribute('aria-describedby')).toBe(
    await visitor.heading('1 row to correct first').getAttribute('id'),
  )
  await blocked.press('Enter')
  await expect.poll(() => visitor.page.evaluate(focusedLabel)).toMatch(/^Leave out the rate/)

  await check(visitor, [
    '2026-09-24\tUSD\t329.75',
    '24 Sep 2026\tGBP\t435.75',
    '28/09/2026\tCAD\t233.25',
  ])
  await visitor.button('Import 2 rates').click()
  const undo = visitor.button('Undo this import')
  await undo.waitFor()
  const live = async (date: string, currency: string) => {
    const response = await fetch(
      `${product.url}/api/exchange-rate/current/${currency}?date=${date}`,
    )
    return ((await response.json()) as { data: object }).data
  }
  expect(await live('2026-09-28', 'CAD')).toMatchObject({ rate: 233.25, source: 'manual' })
  expect(await live('2026-09-24', 'GBP')).toMatchObject({ rate: 435.75 })
  await undo.click()
  await visitor.sees('Import undone: 1 removed, 1 put back')
  expect(await live('2026-09-24', 'GBP')).toMatchObject({ rate: 435.5 })
  expect(await live('2026-09-28', 'CAD')).not.toMatchObject({ source: 'manual' })
})

test('Pasted rows outlive a reload with the form they stand in, until they are imported', async () => {
  const visitor = await openImport(await product.user())
  const rows = visitor.field('Or paste rows: date, currency, rate')
  await rows.fill('2026-09-23\tCAD\t233.5')
  await visitor.open('/dashboard')
  await visitor.open('/import')
  await expect.poll(() => rows.inputValue()).toBe('2026-09-23\tCAD\t233.5')
  await visitor.button('Check the rows').click()
  await visitor.button('Import 1 rate').click()
  await visitor.button('Undo this import').waitFor()
  expect(await rows.inputValue()).toBe('')
  await visitor.reload()
  await rows.waitFor()
  expect(await rows.inputValue()).toBe('')
})

test('A row with a warning says what it would replace, is imported only where it is ticked, and the way back has the focus', async () => {
  const user = await product.user()
  await user.enters('CAD', '2026-09-18', 233.5)
  const visitor = await openImport(user)
  await check(visitor, ['2026-09-17\tCAD\t233.25', '2026-09-18\tCAD\t23.325'])
  await visitor.button('Import 1 rate').waitFor()
  await visitor.sees(/23.3250 looks 10 times too low/)
  expect((await previewed(visitor))[0]).toContain(' 233.5000 ')
  const tick = visitor.page.getByRole('checkbox', { name: /^Import .*23\.325/ })
  expect(await tick.isChecked()).toBe(false)
  await tick.check()
  await visitor.button('Import 2 rates').waitFor()
  await visitor.page.getByLabel(/^Why/).fill('A test of the ticks')
  await tick.uncheck()
  await visitor.button('Import 1 rate').click()
  await visitor.sees('1 exchange rate imported successfully')
  const undo = visitor.button('Undo this import')
  await expect
    .poll(() => visitor.page.evaluate('document.activeElement.textContent'))
    .toContain('Undo this import')
  const box = await undo.boundingBox()
  const height = visitor.page.viewportSize()?.height ?? 0
  expect(box?.y).toBeGreaterThan(0)
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height)
})

test('Buying and selling rates that do not say of what are asked about before any preview', async () => {
  const visitor = await openImport(await product.user())
  const rows = ['Date\tUSD Buying\tUSD Selling', '2026-09-16\t326.5\t333.5']
  await check(visitor, rows)
  await visitor.heading('What are these rates?').waitFor()
  await visitor.sees('USD Buying and USD Selling could be TT rates or rates for notes.')
  expect(await visitor.button(/^Import \d+ rates?$/).count()).toBe(0)
  expect(await visitor.page.getByRole('table', { name: 'Rows to import' }).count()).toBe(0)
  await visitor.button(/^TT buying and selling/).click()
  await visitor.button('Import 2 rates').waitFor()
  expect(await previewed(visitor)).toEqual([
    expect.stringMatching(/^16 Sep 2026 USD Bank buys \(TT\) 326.5000/),
    expect.stringMatching(/^16 Sep 2026 USD Bank sells \(TT\) 333.5000/),
  ])
  await visitor.menu('Pasted rows').click()
  await check(visitor, rows)
  await visitor.button(/^Currency notes/).click()
  await visitor.sees(/^There are no rates to import/)
  await visitor.sees(/“USD Buying” is no telegraphic transfer/)
  await visitor.field('Column 2, “USD Buying”, such as 326.5').selectOption('USD')
  await visitor.button('Use these columns').click()
  await visitor.button('Import 1 rate').waitFor()
})

test('A heading that nobody understands is named, and imported once a user says what it is', async () => {
  const visitor = await openImport(await product.user())
  await check(visitor, ['Date\tUSD Sampath', '2026-09-16\t329.5'])
  await visitor.sees('“USD Sampath” is not understood: say what each column holds.')
  await visitor.field('Column 2, “USD Sampath”, such as 329.5').selectOption('USD')
  await visitor.button('Use these columns').click()
  await visitor.button('Import 1 rate').waitFor()
})

test('A date that could be two is asked about and never guessed', async () => {
  const visitor = await openImport(await product.user())
  await check(visitor, ['03/09/2026, USD, 329.75'])
  await expect
    .poll(() => previewed(visitor))
    .toEqual(['03/09/2026 USD Indicative 329.7500 Unclear date'])
  await visitor.sees('1 row needs an answer first')
  expect(await visitor.button('Import rates').isDisabled()).toBe(true)
  // What the preview brings into view may take the focus meanwhile.
  await expect
    .poll(async () => {
      await visitor.button('Import rates').press('Enter')
      return visitor.page.evaluate(focusedLabel)
    })
    .toMatch(/^Day first/)
  await visitor.sees('Month first: 9 March 2026')
  await visitor.page.getByLabel('Day first: 3 September 2026').check()
  await expect.poll(async () => (await previewed(visitor))[0]).toContain('3 Sep 2026')
  expect(await visitor.page.evaluate(focusedLabel)).toMatch(/^Day first/)
  expect(await visitor.button('Import 1 rate').isEnabled()).toBe(true)
})

test('A CSV and a spreadsheet are read as files', async () => {
  const visitor = await openImport(await product.user())
  const chooser = visitor.page.getByLabel('File with rates')
  await chooser.setInputFiles({
    name: 'rates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('date,currency,rate\r\n2026-09-21,USD,329.5\r\n'),
  })
  await visitor.button('Import 1 rate').waitFor()
  await chooser.setInputFiles({
    name: 'unicode text.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('\uFEFFdate\tUSD – mid\t£\r\n2026-09-21\t329.5\t437\r\n', 'utf16le'),
  })
  await visitor.button('Import 2 rates').waitFor()
  const sheet = await writeXlsxFile([
    [{ value: 'Date' }, { value: 'Currency' }, { value: 'Rate' }],
    [
      { type: Date, value: new Date('2026-09-21T00:00:00Z'), format: 'yyyy-mm-dd' },
      { value: 'USD' },
      { value: 329.5 },
    ],
    [
      { type: Date, value: new Date('2026-09-22T00:00:00Z'), format: 'yyyy-mm-dd' },
      { value: 'GBP' },
      { value: 435.25 },
    ],
  ]).toBuffer()
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await chooser.setInputFiles({ name: 'rates.xlsx', mimeType, buffer: sheet })
  await visitor.page.getByText('22 Sep 2026').waitFor()
  expect(await previewed(visitor)).toEqual([
    expect.stringMatching(/^21 Sep 2026 USD Indicative 329.5000/),
    expect.stringMatching(/^22 Sep 2026 GBP Indicative 435.2500/),
  ])
  visitor.watch.expects(/^POST \/api\/exchange-rate\/import\/sheet: 400$/)
  const rate = [{ value: '2026-09-21' }, { value: 'USD' }, { value: 329.5 }]
  const large = await writeXlsxFile(Array.from({ length: 10_002 }, () => rate)).toBuffer()
  await chooser.setInputFiles({ name: 'large.xlsx', mimeType, buffer: large })
  await visitor.sees('There are more than 10,000 rows. Import them in several parts.')
  await chooser.setInputFiles({
    name: 'broken.xlsx',
    mimeType,
    buffer: Buffer.from('no spreadsheet'),
  })
  await visitor.sees('The file could not be read as a spreadsheet. Save it as CSV and try again.')
  // What was read before is not imported by accident.
  expect(await visitor.button(/^Import \d+ rates?$/).count()).toBe(0)
})

test('Rows given while others are still looked at win; changed rows are not imported unseen', async () => {
  const visitor = await openImport(await product.user())
  const first = Promise.withResolvers<undefined>()
  let looks = 0
  await visitor.page.route('**/import/preview', async (route) => {
    if (looks++ === 0) await first.promise
    await route.continue().catch(() => undefined) // the page gave the first one up
  })
  const chooser = visitor.page.getByLabel('File with rates')
  const csv = (rows: string) => ({
    name: 'rates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows),
  })
  await Promise.all([
    visitor.page.waitForRequest('**/import/preview'),
    chooser.setInputFiles(csv('2026-09-21, USD, 329.5')),
  ])
  await visitor.sees('Checking the rows…')
  await chooser.setInputFiles(csv('2026-09-22, AUD, 216.5\n2026-09-22, GBP, 435.25'))
  await visitor.button('Import 2 rates').waitFor()
  first.resolve(undefined)
  expect(await previewed(visitor)).toEqual([
    expect.stringMatching(/^22 Sep 2026 AUD Indicative 216.5000/),
    expect.stringMatching(/^22 Sep 2026 GBP Indicative 435.2500/),
  ])

  const field = visitor.field('Or paste rows: date, currency, rate')
  expect(await field.isVisible()).toBe(false)
  await visitor.menu('rates.csv').focus()
  await visitor.page.keyboard.press('Enter')
  await field.press('End')
  await visitor.page.keyboard.type('0')
  await visitor.button('Import 2 rates').waitFor({ state: 'detached' })
  await visitor.button('Check the rows').click()
  await visitor.button('Import 2 rates').waitFor()
})
