import { join } from 'node:path'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { XLSX_TYPE } from '../contract/endpoint.ts'
import type { Visitor } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

const PASTE = 'Or paste rows'
const sheet = (name: string) => join(import.meta.dirname, '../domain/imports/sheets', name)
const cells = (...values: (string | number)[]) => values.map((value) => ({ value }))

async function paste(visitor: Visitor, rows: readonly string[]): Promise<void> {
  await visitor.field(PASTE).fill(rows.join('\n'))
  await visitor.button('Read the rows').click()
  await visitor.heading('What is in each column?').waitFor()
}

/** The lines of the preview without their ticks and explanations. */
const previewed = async (visitor: Visitor) =>
  (await visitor.table('Lines to import'))
    .slice(1)
    .filter((texts) => texts.length > 2)
    .map(([, ...texts]) => texts.filter(Boolean).join(' '))

const rateOf = async (currency: string, date: string) => {
  const response = await fetch(`${product.url}/api/exchange-rate/current/${currency}?date=${date}`)
  return ((await response.json()) as { data: { rate: number } }).data.rate
}

test('pasted rows are confirmed, previewed, imported and undone', async () => {
  const user = await product.user()
  await user.enters('GBP', '2026-09-24', 435.5)
  const visitor = await product.visit({ as: user, at: '/import' })
  await paste(visitor, [
    'Date,Currency,Rate',
    '2026-09-24,GBP,435.75',
    '28/09/2026,CAD,233.25',
    '2026-09-28,AUD,abc',
    'Source: the bank',
  ])
  await visitor.isAccessible('the columns of a sheet')
  // An open question gets the focus.
  await visitor.button('Continue').click()
  await visitor.hasFocus('name', 'kind')
  await visitor.field('Kind of these rates').selectOption('indicative')
  await visitor.button('Continue').click()
  await visitor.heading('2 of 3 rates chosen').waitFor()
  await visitor.hasFocus('id', 'preview')
  expect(await previewed(visitor)).toEqual([
    'C4 28 Sep 2026 AUD, Indicative abc – – Cannot be imported',
    'C2 24 Sep 2026 GBP, Indicative 435.7500 435.5000 +0.06 % Replaces',
    expect.stringMatching(/^C3 28 Sep 2026 CAD, Indicative 233.2500 .* Overrides published$/),
    'A5 Source: the bank – – Not used',
  ])
  await visitor.isAccessible('the preview of an import')
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  await visitor.sees(/now 435\.5000, \+0\.06 %/)
  const button = await visitor.button('Import 2 rates').boundingBox()
  expect(button?.y, 'the button stays in sight').toBeLessThan(844 - 44)
  await visitor.page.setViewportSize({ width: 1280, height: 800 })
  await visitor.button('Import 2 rates').click()
  await visitor.sees('2 exchange rates imported successfully. 1 rate was left out.')
  expect(await rateOf('CAD', '2026-09-28')).toBe(233.25)
  expect(await visitor.link('Show them in Manage Rates').getAttribute('href')).toBe(
    '/manage?kind=all&from=2026-09-24&to=2026-09-28',
  )
  await visitor.button('Undo this import').click()
  await visitor.sees('Import undone: 1 removed, 1 put back')
  expect(await rateOf('GBP', '2026-09-24')).toBe(435.5)
})

test('a workbook is read in the page, and its columns are remembered', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/import' })
  const workbook = (rate: number) => [
    { sheet: 'Cover', data: [cells('Treasury')] },
    {
      sheet: 'September',
      data: [cells('Day', 'Dollar TT selling', 'Remarks'), cells('2026-09-22', rate, 'by phone')],
    },
  ]
  const take = async (rate: number) => {
    const buffer = await writeXlsxFile(workbook(rate)).toBuffer()
    const file = { name: 'rates.xlsx', mimeType: XLSX_TYPE, buffer }
    await visitor.page.getByLabel('File with rates').setInputFiles(file)
    await visitor.heading('What is in each column?').waitFor()
  }
  await take(333.5)
  expect(await visitor.page.locator('select[name=sheet]').inputValue()).toBe('1')
  await visitor.field('Column B, “Dollar TT selling”').selectOption('Rate in USD')
  await visitor.button('Continue').click()
  await visitor.heading('1 of 1 rate chosen').waitFor()
  await visitor.reload()
  await visitor.field(PASTE).waitFor()
  await take(333.75)
  await visitor.button('Continue').click()
  expect(await previewed(visitor)).toEqual([
    expect.stringMatching(/^B2 22 Sep 2026 USD, Bank sells \(TT\) 333.7500 /),
  ])
})

test('a hostile or damaged file ends with a clear error', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/import' })
  const input = visitor.page.getByLabel('File with rates')
  await input.setInputFiles(sheet('hostile-column-reference.xlsx'))
  await visitor.sees(/more than 10,000 rows or 200 columns/)
  await input.setInputFiles({
    name: 'old.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  })
  await visitor.sees(/old \.xls format/)
  // 60 MB of spaces in 60 KB.
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(60_000_000).fill(32) })
  const buffer = Buffer.from(bomb)
  await input.setInputFiles({ name: 'bomb.xlsx', mimeType: XLSX_TYPE, buffer })
  await visitor.sees(
    'The file is too large to read. Copy the table into a new file and choose that.',
  )
  await input.setInputFiles(sheet('n15-no-cell-references.xlsx'))
  await visitor.heading('What is in each column?').waitFor()
})

test('a board is imported on a phone with the day of its title', async () => {
  const visitor = await product.visit({
    as: await product.user(),
    at: '/import',
    width: 390,
    height: 844,
  })
  await visitor.page.getByLabel('File with rates').setInputFiles(sheet('01-bank-board.xlsx'))
  await visitor.heading('What is in each column?').waitFor()
  const width = await visitor.page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBe(390)
  await visitor.button('Use 20 Nov 2026').click()
  await visitor.button('Continue').click()
  // Today is in September.
  await visitor.sees(/The date must not be after today/)
  await visitor.button('Change columns').click()
  await visitor.field('Day of all rates in this sheet').fill('2026-09-18')
  await visitor.button('Continue').click()
  await visitor.heading('8 of 8 rates chosen').waitFor()
})

test('the download of published rates proposes nothing, and each other row is counted', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/import' })
  const file = await fetch(`${product.url}/api/exchange-rate/history.xlsx`)
  await visitor.page.getByLabel('File with rates').setInputFiles({
    name: 'rates.xlsx',
    mimeType: XLSX_TYPE,
    buffer: Buffer.from(await file.arrayBuffer()),
  })
  await visitor.button('Continue').click()
  await visitor.heading('There are no rates to import').waitFor()
  await visitor.sees(/ published already/)
  await visitor.button('Choose another file').waitFor()
  await visitor.reload()
  const published = await rateOf('AUD', '2026-09-25')
  await paste(visitor, [
    'Date,Currency,Rate',
    `2026-09-25,AUD,${published}`,
    `2026-09-25,USD,${((await rateOf('USD', '2026-09-25')) + 0.1).toFixed(4)}`,
    '2026-09-25,CAD,n/a',
    '2026-09-25,GBP,90000000',
  ])
  await visitor.field('Kind of these rates').selectOption('indicative')
  await visitor.button('Continue').click()
  await visitor.heading('1 of 3 rates chosen').waitFor()
  expect(await previewed(visitor)).toEqual([
    expect.stringMatching(
      /^C5 25 Sep 2026 GBP, Indicative 90000000\.0000 .* × \d{3},\d{3} To check$/,
    ),
    'C4 25 Sep 2026 CAD, Indicative n/a – – No rate',
    expect.stringMatching(/^C3 25 Sep 2026 USD, Indicative .* Overrides published$/),
    expect.stringMatching(/^C2 25 Sep 2026 AUD, Indicative .* – Published already$/),
  ])
  await visitor.button('Import 1 rate').click()
  await visitor.sees('1 exchange rate imported successfully. 2 rates were left out.')
})

test('doubtful rates are not ticked', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/import' })
  await paste(visitor, ['Date,USD', '2026-09-24,33010'])
  await visitor.field('Kind of these rates').selectOption('indicative')
  await visitor.button('Continue').click()
  await visitor.heading('0 of 1 rate chosen').waitFor()
})

test('a failing server keeps the sheet and offers another try', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/import' })
  visitor.watch.expects(/500/)
  await paste(visitor, ['date,currency,rate', '2026-09-22,USD,329.5'])
  await visitor.field('Kind of these rates').selectOption('indicative')
  const preview = '**/api/exchange-rate/import/preview'
  await visitor.page.route(preview, (route) => route.fulfill({ status: 500, body: '{}' }))
  await visitor.button('Continue').click()
  const tryAgain = visitor.button('Try again')
  await tryAgain.waitFor()
  await visitor.page.unroute(preview)
  await tryAgain.click()
  await visitor.heading('1 of 1 rate chosen').waitFor()
})

test('without the code that reads sheets, pasted rows stay and are read by the next press', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/import' })
  visitor.watch.expects(/net::ERR_FAILED|Failed to fetch/)
  const code = '**/assets/reading-*.js'
  await visitor.page.route(code, (route) => route.abort())
  await visitor.field(PASTE).fill('date,currency,rate\n2026-09-22,USD,329.5')
  const read = visitor.button('Read the rows')
  await read.click()
  await visitor.sees(/^The file was not read, because the server cannot be reached\./)
  await visitor.page.unroute(code)
  await read.click()
  await visitor.heading('What is in each column?').waitFor()
})
