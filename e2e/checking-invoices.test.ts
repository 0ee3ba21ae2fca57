import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { XLSX_TYPE } from '../contract/endpoint.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

/** The day of an invoice, and the rate of the business day before. */
const DAYS = [
  ['23/09/2026', 329.75],
  ['24/09/2026', 330.25],
  ['25/09/2026', 331.1],
] as const
const WRONG = 217

/** 300 invoices of three days, one of them booked at the rate of another day. */
function invoices() {
  const cells = (...values: (string | number)[]) => values.map((value) => ({ value }))
  const rows = Array.from({ length: 300 }, (_, index) => {
    const [day, rate] = DAYS[index % 3] ?? DAYS[0]
    const used = index === WRONG ? 331.75 : rate
    return cells(`PI-${1000 + index}`, 'Acme Spares Ltd', day, 'USD', 1000 + index, used)
  })
  const headings = [
    'Invoice no.',
    'Supplier',
    'Invoice date',
    'Currency',
    'Amount',
    'Exchange rate',
  ]
  return writeXlsxFile([cells('Purchase invoices, September 2026'), cells(...headings), ...rows], {
    sheet: 'Invoices',
  }).toBuffer()
}

test('Of 300 invoices the one that was booked at another rate than the policy’s is found', async () => {
  const user = await product.user('Ruwani Fernando')
  await user.enters('USD', '2026-09-22', 329.75)
  await user.enters('USD', '2026-09-23', 330.25)
  await user.enters('USD', '2026-09-24', 331.1)
  const visitor = await visit(product, { as: user, at: '/policies' })
  await visitor.button('Change Purchase invoices').click()
  await visitor.field('Which day').selectOption('Of the business day before')
  await visitor.button('Save').click()
  await visitor.sees('Rate policy changed: Purchase invoices')
  await visitor.sees('Changed by Ruwani Fernando')
  await expectAccessible(visitor.page, 'policies')

  await visitor.open('/check')
  await visitor.sees('Indicative rate of the business day before')
  const file = { name: 'invoices.xlsx', mimeType: XLSX_TYPE, buffer: await invoices() }
  await visitor.page.getByLabel('File with invoices').setInputFiles(file)
  await visitor.sees('300 rows checked')
  await visitor.sees('Differs: 1, Agrees: 299. Booked at other rates: +1,825.50 LKR in all.')
  await expectAccessible(visitor.page, 'checked rates')
  const [, first, second] = await tableText(visitor.page, 'Rates that were checked')
  expect(first?.[0]).toBe('Differs')
  expect(first?.join(' ')).toContain('331.7500')
  expect(second?.[0]).toBe('Agrees')
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.button('Download as XLSX').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^rates-used-.*\.xlsx$/)
  const [cited] = await Promise.all([
    visitor.context.waitForEvent('page'),
    visitor.page.getByRole('link', { name: '330.2500' }).first().click(),
  ])
  await expect.poll(() => cited.url()).toMatch(/\/rates\/USD\/2026-09-23$/)
})
