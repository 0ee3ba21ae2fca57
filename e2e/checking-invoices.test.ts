import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { XLSX_TYPE } from '../contract/endpoint.ts'
import sheets from '../domain/imports/recorded-sheets.json' with { type: 'json' }
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { tableText } from '../harness/browser/read-table.ts'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'
import { NO_CHECKPOINTS, verifyDatabase } from '../server/audit-log/verify-database.ts'

const product = await startProduct({
  now: '2026-11-24T06:30:00Z',
  env: {
    CURRENCIES: 'USD,AUD,CAD,GBP,JPY',
    PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB,boc:Bank of Ceylon,nations:Nations Commercial Bank',
  },
})

const recordedSheet = (name: string) =>
  sheets.find(({ sheet }) => sheet === name)?.lines.join('\n') ?? ''

/** What four banks sent, as it is pasted; whose it is, where the sheet does not say it. */
const BOARDS = [
  { rows: recordedSheet('01-bank-board'), rates: 10 },
  { rows: recordedSheet('02-two-row-heading'), rates: 12, bank: 'Sampath Bank' },
  {
    rows:
      'HNB exchange rates\nDate,Currency,TT Buying,TT Selling\n' +
      '17/11/2026,USD,322.40,329.75\n18/11/2026,USD,322.90,330.25\n19/11/2026,USD,323.80,331.10\n' +
      '18/11/2026,JPY,2.1041,2.1792\n19/11/2026,JPY,2.1050,2.1804',
    rates: 10,
  },
  {
    rows:
      'Bank of Ceylon\n"Effective from: 23 November 2026, 9.45 a.m."\n' +
      'Currency,Code,Currency Notes,,Demand Drafts,Telegraphic Transfers,\n' +
      ',,Buying,Selling,Buying,Buying,Selling\nUS Dollar,USD,322.50,335.00,325.10,326.00,333.90\n' +
      'Japanese Yen (100),JPY,206.00,221.00,209.30,210.20,218.60',
    rates: 4,
  },
]

/** The day of an invoice, and what HNB asked for a dollar on the business day before. */
const DAYS = [
  ['18/11/2026', 329.75],
  ['19/11/2026', 330.25],
  ['20/11/2026', 331.1],
] as const
const WRONG = 217

/** 300 invoices of three days, one of them booked at the rate of another, and two of yen. */
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
  const yen = [
    cells('PI-1300', 'Kobe Parts', '20/11/2026', 'JPY', 500_000, 2.1804),
    cells('PI-1301', 'Kobe Parts', '20/11/2026', 'JPY', 500_000, 218.04),
    cells('PI-1302', 'Kobe Parts', '17/11/2026', 'GBP', 1000, 440),
  ]
  const title = cells('Purchase invoices, November 2026')
  return writeXlsxFile([title, cells(...headings), ...rows, ...yen], {
    sheet: 'Invoices',
  }).toBuffer()
}

test('The office’s month: four banks’ boards, a policy, the one wrong invoice of 300, its rate on paper', async () => {
  const visitor = await visit(product, { as: await product.user('Ruwani Fernando') })
  for (const { rows, rates, bank } of BOARDS) {
    await visitor.open('/import')
    await visitor.field('Or paste rows: date, currency, rate').fill(rows)
    await visitor.button('Check the rows').click()
    if (bank) await visitor.field('Bank').selectOption(bank)
    await visitor.button(`Import ${rates} rates`).click()
    await visitor.sees(`${rates} exchange rates imported successfully`)
  }

  await visitor.open('/policies')
  await visitor.button('Change Purchase invoices').click()
  await visitor.field('Bank').selectOption('HNB')
  await visitor.field('Kind of rate').selectOption('Bank sells (TT)')
  await visitor.field('Day').selectOption('Business day before or newest before it')
  await visitor.button('Save').click()
  await visitor.sees('Rate policy changed: Purchase invoices')
  await visitor.sees('Changed by Ruwani Fernando')
  await expectAccessible(visitor.page, 'policies')

  await visitor.open('/check')
  const policy = visitor.field('Check against').locator('option:checked')
  await expect
    .poll(() => policy.textContent())
    .toBe('Purchase invoices: HNB, bank sells (TT) rate of the business day before')
  const file = { name: 'invoices.xlsx', mimeType: XLSX_TYPE, buffer: await invoices() }
  await visitor.page.getByLabel('File with invoices').setInputFiles(file)
  await visitor.heading('1 of 303 rows differs: booked 1,825.50 LKR too high').waitFor()
  await visitor.sees('1 for 100 units, 1 without a rate, 300 agree')
  await expectAccessible(visitor.page, 'checked rates')
  const [, first, , , fourth] = await tableText(visitor.page, 'Rates that were checked')
  expect(first?.at(-1)).toBe('Differs')
  expect(first?.join(' ')).toContain('331.7500')
  expect(fourth?.slice(-3)).toEqual(['–', '–', 'Agrees'])
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.button('Download as XLSX').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^rates-used-.*\.xlsx$/)
  const [cited] = await Promise.all([
    visitor.context.waitForEvent('page'),
    visitor.page.getByRole('link', { name: '330.2500' }).first().click(),
  ])
  await expect
    .poll(() => cited.url())
    .toMatch(/\/rates\/USD\/2026-11-18\?kind=tt-selling&publisher=hnb$/)

  await cited.emulateMedia({ media: 'print' })
  const code = cited.getByRole('img', { name: 'QR code of ' })
  await expect
    .poll(async () => {
      await cited.evaluate(`dispatchEvent(new Event('beforeprint'))`)
      return code.isVisible()
    })
    .toBe(true)
  const pdf = await cited.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  const [printed = ''] = /\/rates\/\S+$/.exec((await code.getAttribute('aria-label')) ?? '') ?? []
  product.test.clock.turn(60)
  const auditor = await visit(product, { at: printed })
  await auditor.heading('HNB: US Dollar, Bank sells (TT), Wed 18 Nov 2026').waitFor()
  await auditor.sees('330.2500')
  expect(
    await verifyDatabase(product.test.db, NO_CHECKPOINTS, { now: product.test.clock.now() }),
  ).toMatchObject({ result: { verdict: 'NOT COVERED' }, wrongFacts: [] })
})

test('Invoice rates are checked against a bank’s too, without a policy', async () => {
  const visitor = await visit(product, { as: await product.user(), at: '/check', width: 390 })
  await visitor.field('Check against').selectOption('Bank buys (TT) rate of the day')
  await visitor.field('Bank').selectOption('Bank of Ceylon')
  await visitor
    .field('Or paste rows: date, currency, rate, amount (optional)')
    .fill('2026-11-23, USD, 326.50, 1000')
  await visitor.button('Check the rows').click()
  const booked = '1 of 1 row differs: booked 500.00 LKR higher than at the applicable rate'
  await visitor.heading(booked).waitFor()
  await visitor.sees('+500.00 in total')
  await visitor.field('Bank').selectOption('Published rates')
  await visitor.sees('1 without a rate')
})
