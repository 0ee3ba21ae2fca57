import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { XLSX_TYPE } from '../contract/endpoint.ts'
import { startProduct } from '../harness/product.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

const cells = (...values: (string | number)[]) => values.map((value) => ({ value }))
/**
 * What a treasury keeps: a cover, titles, a column for each currency, remarks, a calculated rate,
 * and a slip in the last row.
 */
const WORKBOOK = [
  { sheet: 'Cover', data: [cells('Treasury'), cells('Exchange rates')] },
  {
    sheet: 'September',
    data: [
      cells('Rates at 9.30, prepared by the treasury'),
      cells('Date', 'USD', 'AUD', 'CAD', 'GBP', 'Remarks'),
      ...['01', '02', '03', '04', '07', '08', '09', '10', '11', '14', '15', '16'].map((day) =>
        cells(`${day}/09/2026`, 329.5, 216.5, 233.25, 435.5, 'As by phone'),
      ),
      cells('17/09/2026', 329.123456, 216.5, 233.25, 'tbd', ''),
    ],
  },
]

async function openImport(visitor: Visitor): Promise<void> {
  await visitor.open('/import')
  await visitor.field('Or paste rows: date, currency, rate').waitFor()
}

test('Last month’s wide sheet is imported as it is, on a phone', async () => {
  const visitor = await visit(product, { as: await product.user(), width: 390, height: 844 })
  await openImport(visitor)
  const buffer = await writeXlsxFile(WORKBOOK).toBuffer()
  const file = { name: 'rates.xlsx', mimeType: XLSX_TYPE, buffer }
  await visitor.page.getByLabel('File with rates').setInputFiles(file)
  await visitor.sees(/2 cannot be imported/)
  expect(await visitor.field('Sheet').inputValue()).toBe('2')
  expect(await visitor.page.getByLabel(/^Day first/).isChecked()).toBe(true)
  await visitor.sees('1 row without a rate is skipped')
  await visitor.page.getByLabel(/^Round 1 rate with more than 4 decimals/).check()
  await visitor.sees(/1 cannot be imported/)
  await visitor.page
    .getByLabel('Leave out the rate that cannot be imported', { exact: false })
    .check()
  const button = visitor.button('Import 51 rates')
  // In view with its count, above the rows.
  await expect.poll(async () => (await button.boundingBox())?.y).toBeLessThan(844 - 44)
  await visitor.sees('51 of 52 rows chosen')
  await button.click()
  await visitor.sees('51 exchange rates imported successfully')
})

test('A user says once what the columns of a sheet hold', async () => {
  const visitor = await visit(product, { as: await product.user() })
  const rows = 'நாள்\tடாலர்\tபவுண்டு\n2026-09-22\t329.5\t435.5\n2026-09-23\t329.75\t435.75'
  const given = visitor.field('Or paste rows: date, currency, rate')
  await openImport(visitor)
  await given.fill(rows)
  await visitor.button('Check the rows').click()
  await visitor.field('Column 2, “டாலர்”, such as 329.5').selectOption('USD')
  await visitor.field('Column 3, “பவுண்டு”, such as 435.5').selectOption('GBP')
  await visitor.button('Use these columns').click()
  await visitor.button('Import 4 rates').waitFor()
  const table = await tableText(visitor.page, 'Rows to import')
  expect(table.slice(1).map((cells) => cells.slice(1, 4).join(' '))).toEqual([
    ...['22 Sep 2026 USD Indicative 329.5000', '22 Sep 2026 GBP Indicative 435.5000'],
    ...['23 Sep 2026 USD Indicative 329.7500', '23 Sep 2026 GBP Indicative 435.7500'],
  ])
  await visitor.reload()
  await openImport(visitor)
  await given.fill(rows.replace('329.5', '329.6'))
  await visitor.button('Check the rows').click()
  await visitor.button('Import 4 rates').waitFor()
})
