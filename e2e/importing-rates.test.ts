import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { startProduct, type User } from '../harness/product.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

async function openImport(user: User): Promise<Visitor> {
  const visitor = await visit(product, { as: user, at: '/manage?import' })
  await visitor.field('Rows with a date, a currency and a rate').waitFor()
  return visitor
}

async function check(visitor: Visitor, rows: readonly string[]): Promise<void> {
  await visitor.field('Rows with a date, a currency and a rate').fill(rows.join('\n'))
  await visitor.button('Check the rows').click()
}

const verdicts = async (visitor: Visitor) =>
  (await tableText(visitor.page, 'Rows to import'))
    .slice(1)
    .map(([line, , verdict]) => `${line} ${verdict?.split(' ').slice(0, 2).join(' ')}`)
    .toSorted()

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
  await expect.poll(() => verdicts(visitor)).toHaveLength(4)
  const [same, replaces, fresh, wrong] = await verdicts(visitor)
  expect(same).toMatch(/^1 same/)
  expect(replaces).toBe('2 replaces 435.5000')
  expect(fresh).toMatch(/^3 new/)
  expect(wrong).toMatch(/^4 wrong/)
  await visitor.sees(/All rows are imported or none/)
  expect(await visitor.button(/^Import \d+ rates?$/).count()).toBe(0)

  await check(visitor, ['2026-09-24\tUSD\t329.75', '24 Sep 2026\tGBP\t435.75', '28/09/2026\tCAD\t233.25'])
  await visitor.button('Import 2 rates').click()
  const undo = visitor.button('Undo this import')
  await undo.waitFor()
  const list = async () =>
    (await tableText(visitor.page, 'Recent entries'))
      .slice(1)
      .map(([date, currency, rate]) => `${currency} ${date} ${rate}`)
  await expect.poll(list).toContain('CAD 28 Sep 2026 233.2500')
  expect(await list()).toContain('GBP 24 Sep 2026 435.7500')
  await undo.click()
  await expect.poll(list).toContain('GBP 24 Sep 2026 435.5000')
  expect(await list()).not.toContain('CAD 28 Sep 2026 233.2500')
})

test('Pasted rows outlive a reload with the form they stand in, until they are imported', async () => {
  const visitor = await openImport(await product.user())
  const rows = visitor.field('Rows with a date, a currency and a rate')
  await rows.fill('2026-09-23\tCAD\t233.5')
  await visitor.open('/manage')
  await expect.poll(() => rows.inputValue()).toBe('2026-09-23\tCAD\t233.5')
  await visitor.button('Check the rows').click()
  await visitor.button('Import 1 rate').click()
  await visitor.button('Undo this import').waitFor()
  expect(await rows.inputValue()).toBe('')
  await visitor.reload()
  await visitor.heading('Recent entries').waitFor()
  expect(await rows.count()).toBe(0)
})

test('What a suspicious row would replace is said too', async () => {
  const user = await product.user()
  await user.enters('CAD', '2026-09-25', 233.25)
  const visitor = await openImport(user)
  await check(visitor, ['2026-09-25\tCAD\t23.325'])
  await visitor.sees('It replaces 233.2500.')
  await visitor.sees(/^The decimal point of 23.3250 may have moved/)
})

test('A date that could be two is asked about and never guessed', async () => {
  const visitor = await openImport(await product.user())
  await check(visitor, ['03/09/2026, USD, 329.75'])
  await expect.poll(() => verdicts(visitor)).toEqual([expect.stringMatching(/^1 ambiguous/)])
  expect(await visitor.button('Import 1 rate').count()).toBe(0)
  await visitor.page.getByLabel(/^Day first/).check()
  await visitor.button('Import 1 rate').waitFor()
  expect((await tableText(visitor.page, 'Rows to import'))[1]?.[1]).toContain('3 Sep 2026')
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
  await visitor.button('Import 2 rates').waitFor()
  const rows = await tableText(visitor.page, 'Rows to import')
  expect(rows.map(([, what]) => what)).toEqual(
    expect.arrayContaining(['21 Sep 2026 USD 329.5000', '22 Sep 2026 GBP 435.2500']),
  )
  visitor.watch.expects(/^POST \/api\/exchange-rate\/import\/sheet: 400$/)
  const rate = [{ value: '2026-09-21' }, { value: 'USD' }, { value: 329.5 }]
  const large = await writeXlsxFile(Array.from({ length: 10_002 }, () => rate)).toBuffer()
  await chooser.setInputFiles({ name: 'large.xlsx', mimeType, buffer: large })
  await visitor.sees('There are more than 10,000 rows. Import them in several parts.')
  await chooser.setInputFiles({ name: 'broken.xlsx', mimeType, buffer: Buffer.from('no spreadsheet') })
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
  const csv = (rows: string) => ({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await chooser.setInputFiles(csv('2026-09-21, USD, 329.5'))
  await visitor.sees('Checking the rows…')
  await chooser.setInputFiles(csv('2026-09-22, AUD, 216.5\n2026-09-22, GBP, 435.25'))
  await visitor.button('Import 2 rates').waitFor()
  first.resolve(undefined)
  const rows = await tableText(visitor.page, 'Rows to import')
  expect(rows.slice(1).map(([, what]) => what)).toEqual([
    '22 Sep 2026 AUD 216.5000',
    '22 Sep 2026 GBP 435.2500',
  ])

  await visitor.field('Rows with a date, a currency and a rate').press('End')
  await visitor.page.keyboard.type('0')
  await visitor.button('Import 2 rates').waitFor({ state: 'detached' })
  await visitor.button('Check the rows').click()
  await visitor.button('Import 2 rates').waitFor()
})
