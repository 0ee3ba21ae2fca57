import { expect, test } from 'vitest'
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

/** Selects whose chosen text does not fit. */
const CUT = `[...document.querySelectorAll('main select')].flatMap((select) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select)
  const canvas = document.createElement('canvas').getContext('2d')
  canvas.font = font
  const text = select.selectedOptions[0].text
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  return canvas.measureText(text).width > room ? [text] : []
})`

test('invoices are checked: worst first, numbers kept, agreeing ones folded', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-24', 330.1)
  const visitor = await product.visit({ as: user, at: '/check' })
  await visitor.field('Or paste rows').fill(INVOICES.join('\n'))
  await visitor.button('Read the rows').click()
  await visitor.heading('What is in each column?').waitFor()
  const hidden = await visitor.page.evaluate(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main [role=region]'))`,
  )
  expect(hidden, 'six columns fit').toBe(0)
  expect(await visitor.page.evaluate(CUT)).toEqual([])
  await visitor.button('Continue').click()
  await visitor.heading('5 of 6 invoices need a look').waitFor()
  await visitor.hasFocus('id', 'checked')
  await visitor.sees(/2 differ: LKR 1,190\.00 overbooked\. 1 is booked at 100 times the rate\./)
  const [headings, ...rows] = await visitor.table('Rates that were checked')
  expect(headings?.[0]).toBe('Invoice No')
  expect(rows.map((cells) => [cells[0], cells[5], cells[6]])).toEqual([
    ['INV-2', '–', '100 times too high'],
    ['CN-4', '+1,100.00', 'Differs'],
    ['INV-3', '+90.00', 'Differs'],
  ])
  expect(rows[1]?.[2]).toBe('USD −1,000.00')
  await visitor.sees('2 lines are not checked: USD/INR 100, USD 100.')
  await visitor.sees(/USD\/INR is a rate between two foreign currencies/)
  await visitor.page.getByText('1 agrees: show them').click()
  await visitor.sees('INV-1')
  await visitor.isAccessible('checked invoices')
  const saved = visitor.page.waitForEvent('download')
  await visitor.button('Download as XLSX').click()
  expect((await saved).suggestedFilename()).toMatch(/^rates-checked-.*\.xlsx$/)
})

test('documents without rates are filled, and the rates copied as a column beside them', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-09-23', 329.5)
  await user.enters('USD', '2026-09-24', 330.1)
  const visitor = await product.visit({ as: user, at: '/check?do=fill' })
  await visitor
    .field('Or paste rows')
    .fill(
      [
        'Document No,Date,Currency,Amount',
        'D-1,2026-09-24,USD,-1000',
        'D-2,,USD,5',
        'D-3,2026-09-23,USD,10',
        'D-4,2026-09-23,USD,abc',
      ].join('\n'),
    )
  await visitor.button('Read the rows').click()
  await visitor.button('Continue').click()
  await visitor.heading('2 of 4 documents need a look').waitFor()
  const [, ...rows] = await visitor.table('Rates that were checked')
  expect(rows.map((cells) => [cells[0], cells[3], cells[4]])).toEqual([
    ['D-1', '330.1000', '−330,100.00'],
    ['D-3', '329.5000', '3,295.00'],
  ])
  await visitor.sees('2 lines are not filled in: USD 5.')
  await visitor.sees(/“abc” is not clearly an amount in the currency of the row/)
  await visitor.isAccessible('filled documents')
  await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.button('Copy as a column').click()
  await visitor.button('Rates').click()
  await visitor.sees('Rates copied: 4 lines')
  const copied = await visitor.page.evaluate(() =>
    (
      globalThis as unknown as { navigator: { clipboard: { readText: () => Promise<string> } } }
    ).navigator.clipboard.readText(),
  )
  expect(copied.split('\n')).toEqual(['330.1000', '', '329.5000', ''])
})

test('open balances are valued: signs are asked about, totals by currency, rows that wait first', async () => {
  const user = await product.user()
  await user.enters('USD', '2026-08-31', 330)
  await user.enters('GBP', '2026-08-03', 440)
  const visitor = await product.visit({ as: user, at: '/check' })
  await visitor.page.getByRole('link', { name: 'Value balances' }).click()
  await visitor
    .field('Or paste rows')
    .fill(
      [
        'Document,Currency,Open amount,Booked LKR',
        'R-1,USD,1000,320000',
        'P-1,USD,-100,31000',
        'R-2,GBP,10,4300',
        'R-3,EUR,500.00,160000',
        'R-4,LKR,700.00,700',
      ].join('\n'),
    )
  await visitor.button('Read the rows').click()
  await visitor.field(/another sign than their amount/).selectOption('without')
  await visitor.field('Closing day').fill('2026-08-31')
  await visitor.button('Continue').click()
  await visitor.heading('Unrealised gain, Mon 31 Aug 2026').waitFor()
  expect(await visitor.field('Closing day').isVisible()).toBe(false)
  await visitor.page.getByText('31 Aug 2026, 3 business days, Pasted rows · Change').click()
  await visitor.field('A rate is too old after').selectOption('30')
  await visitor.sees('8,100.00')
  await visitor.field('A rate is too old after').selectOption('3')
  await visitor.sees('8,000.00')
  await visitor.sees(/1 row is left out of the totals/)
  await visitor.sees('1 balance is not valued: EUR 500.00.')
  await visitor.sees('1 line is not used')
  const [, ...totals] = await visitor.table('Totals by currency')
  expect(totals.map((cells) => cells.at(-1))).toEqual(['+8,000.00 ▲', '+8,000.00 ▲'])
  const [, ...rows] = await visitor.table('Balances that were valued')
  expect(rows.map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['R-2', 'Too old: Mon 3 Aug 2026'],
    ['R-1', '+10,000.00 ▲'],
    ['P-1', '−2,000.00 ▼'],
  ])
  await visitor.isAccessible('valued balances')
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  const rupees = await visitor.page
    .getByRole('table', { name: 'Totals by currency' })
    .locator('[data-label=Rupees]')
    .all()
  const starts = await Promise.all(rupees.map(async (cell) => (await cell.boundingBox())?.x))
  expect(new Set(starts).size, 'rupees of the totals below those of a currency').toBe(1)
  await visitor.page.setViewportSize({ width: 1280, height: 800 })
  const saved = visitor.page.waitForEvent('download')
  await visitor.button('Download as XLSX').click()
  expect((await saved).suggestedFilename()).toBe('balances-valued-2026-08-31.xlsx')
})

test('on a phone no choice is cut, and tabs fade where more follow', async () => {
  const as = await product.user()
  const visitor = await product.visit({ as, width: 390, height: 844, at: '/check' })
  await visitor.sees('Indicative rate of the day')
  expect(await visitor.page.evaluate(CUT)).toEqual([])
  const fades = () =>
    visitor.page.evaluate(`['--fade-start', '--fade-end'].map((name) =>
      getComputedStyle(document.querySelector('nav .tabs')).getPropertyValue(name))`)
  for (const [tab, ends] of [
    ['Today', ['0px', '2rem']],
    ['Manage Rates', ['2rem', '2rem']],
    ['Audit Trail', ['2rem', '0px']],
  ] as const) {
    await visitor.link(tab).first().click()
    await expect.poll(fades).toEqual(ends)
  }
})

test('nothing is valued while the closing day is refused, nor at a day typed on the way to it', async () => {
  const user = await product.user()
  await user.enters('AUD', '2026-08-31', 201)
  await user.enters('AUD', '2026-09-03', 203)
  const visitor = await product.visit({ as: user, at: '/check?do=value' })
  await visitor
    .field('Or paste rows')
    .fill(['Document,Currency,Open amount,Booked LKR', 'R-1,AUD,1000,200000'].join('\n'))
  await visitor.button('Read the rows').click()
  const day = visitor.field('Closing day')
  await day.fill('2026-08-31')
  await day.focus()
  await visitor.page.keyboard.type('09302026')
  await visitor.sees('Choose 29 Sep 2026 or an earlier day.')
  await visitor.button('Continue').click()
  await visitor.hasFocus('name', 'date')
  expect(await visitor.heading('What is in each column?').isVisible()).toBe(true)
  await day.fill('2026-08-31')
  await visitor.button('Continue').click()
  await visitor.heading('Unrealised gain, Mon 31 Aug 2026').waitFor()
  await visitor.page.getByText(/Pasted rows · Change/).click()
  await day.focus()
  await visitor.page.keyboard.type('1')
  await visitor.heading('Unrealised gain, Sat 31 Jan 2026').waitFor()
  await visitor.hasFocus('name', 'date')
  await day.fill('2026-09-30')
  await visitor.sees('Correct the closing day. Until then, nothing is valued.')
  expect(await visitor.page.getByText('Unrealised gain').count()).toBe(0)
  await day.fill('2026-09-03')
  await visitor.heading('Unrealised gain, Thu 3 Sep 2026').waitFor()
})
