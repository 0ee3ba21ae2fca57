import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

const INVOICES = [
  'Invoice No,Date,Supplier,Currency,Rate,Amount',
  'INV-1,2026-09-24,Acme,USD,330.1000,1000',
  'INV-2,2026-09-24,Acme,USD,33000.00,1000',
  'INV-3,2026-09-24,Acme,USD,331.0000,100',
  'CN-4,2026-09-24,Acme,USD,329.0000,1000.00 Cr',
  'INV-5,2026-09-24,Acme,USD/INR,88.1,100',
  'INV-6,2026-09-24,Acme,USD,tbd,100',
]

test('invoices are checked: worst first, numbers kept, agreeing ones folded', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-24', 330.1)
  const visitor = await visit(product, { as: user, at: '/check' })
  await visitor
    .field('Or paste rows: invoice number, date, currency, rate, amount')
    .fill(INVOICES.join('\n'))
  await visitor.button('Read the rows').click()
  await visitor.button('Continue').click()
  await visitor.heading('3 of 4 invoices need a look').waitFor()
  await visitor.hasFocus('id', 'checked')
  await visitor.sees(/2 differ: LKR 1,190\.00 overbooked\. 1 is booked at 100 times the rate\./)
  const [headings, ...rows] = await tableText(visitor.page, 'Rates that were checked')
  expect(headings?.[0]).toBe('Invoice No')
  expect(rows.map((cells) => [cells[0], cells[5], cells[6]])).toEqual([
    ['INV-2', '–', '100 times too high'],
    ['CN-4', '+1,100.00', 'Differs'],
    ['INV-3', '+90.00', 'Differs'],
  ])
  expect(rows[1]?.[2]).toBe('USD −1,000.00')
  await visitor.sees('1 line could not be read')
  await visitor.page.getByText('1 line is not used').click()
  await visitor.sees(/USD\/INR is a rate between two foreign currencies/)
  await visitor.page.getByText('1 agrees: show them').click()
  await visitor.sees('INV-1')
  await expectAccessible(visitor.page, 'checked invoices')
  const saved = visitor.page.waitForEvent('download')
  await visitor.button('Download as XLSX').click()
  expect((await saved).suggestedFilename()).toMatch(/^rates-used-.*\.xlsx$/)
})
