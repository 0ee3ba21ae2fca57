import { storeFacts } from '../harness/database/store-facts.ts'
import { expect, test } from 'vitest'
import type { Visitor } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'
import { recorded } from '../server/feeds/feed-server.fixture.ts'
import { plainSpaces } from '../text/sentences.ts'

const rows = JSON.parse(recorded('cbsl-USD-2025-07-22-to-10-13.json')) as {
  date: string
  rate: number
}[]
const USD = Object.fromEntries(rows.map(({ date, rate }) => [date, String(rate)]))
const product = await startProduct({ recorded: { others: { USD } } })

test('a month shows all currencies, leads to the other periods, and has one file for all', async () => {
  const visitor = await product.visit({ at: '/rates' })
  await visitor.link('Averages').click()
  await visitor.isAt('/periods')
  // The last finished month with a rate.
  await visitor.heading('October 2025').waitFor()
  await visitor.open('/periods?month=2025-09')
  await visitor.heading('September 2025').waitFor()
  await visitor.sees(/^Indicative rates in rupees\. Final since \w{3} \d+ \w{3} 2026\.$/)
  const [, usd, aud] = await visitor.table('Averages and closing rates: September 2025')
  expect(usd?.slice(0, 3)).toEqual(['USD', '302.6097', '302.1955'])
  expect(usd?.at(-1)).toMatch(/^✓ Final, 21 of 2\d days$/)
  expect(aud?.at(-1)).toBe('No rates')
  expect(await visitor.link('Aug').getAttribute('href')).toBe('/periods?month=2025-08')
  await visitor.page.emulateMedia({ media: 'print' })
  await visitor.page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await visitor.sees(/^Printed on 29 Sep 2026, 12:0\d:\d\d/)
  const paper = plainSpaces(await visitor.page.locator('body').innerText())
  const parts = [
    'Rupee Rates',
    'September 2025',
    'Final since',
    'market rates (currency-api)',
    '/periods?month=2025-09',
    'Printed on',
  ]
  expect(parts.map((part) => paper.indexOf(part)).toSorted((one, other) => one - other)).toEqual(
    parts.map((part) => paper.indexOf(part)),
  )
  expect(paper.indexOf('Rupee Rates')).toBeGreaterThanOrEqual(0)
  await visitor.page.emulateMedia({ media: 'screen' })

  const months = visitor.field('Period').filter({ hasText: 'September 2025' })
  const listed = await months.locator('option').allInnerTexts()
  expect([listed.at(0), listed.at(-1)]).toEqual(['September\u00a02026', 'July\u00a02025'])
  await months.selectOption('July\u00a02025')
  await visitor.isAt('/periods?month=2025-07')
  await visitor.sees('Incomplete: from 22 Jul')
  expect(await visitor.page.locator('a[rel=prev]').count()).toBe(0)
  await visitor.link('Quarters').click()
  await visitor.isAt('/periods?unit=quarter&month=2025-07')
  await visitor.heading('Q3 2025').waitFor()

  await visitor.link('Calendar days too').click()
  await visitor.isAt('/periods?unit=quarter&month=2025-07&average=calendar')
  await visitor.menu('Download 4 currencies').click()
  const download = visitor.page.waitForEvent('download')
  await visitor.link('CSV').click()
  expect((await download).suggestedFilename()).toBe('all-LKR-indicative-quarter-2025-Q3.csv')
  await visitor.menu('All quarters').click()
  await visitor.link('GBP').click()
  await visitor.isAt('/periods/GBP?unit=quarter')
  // Visitors without scripts read the HTML itself.
  const html = await (await fetch(`${product.url}/periods?unit=quarter&month=2025-07`)).text()
  expect(html).toContain('Incomplete: from 22\u00a0Jul')
})

test('a closed month shows its figures, seal and corrections, by unit and range', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(/from=2025-10&to=2025-09: 400$/)
  await visitor.open('/periods/USD')
  await visitor.heading('Averages and closing rates').waitFor()

  await visitor.open('/periods/USD?from=2025-08&to=2025-09')
  const [, , august] = await visitor.table('Months of USD')
  expect(august).toEqual([
    'August 2025',
    '301.4891',
    '302.4465',
    expect.stringMatching(/^30\d\.\d{4}$/),
    expect.stringMatching(/^30\d\.\d{4}$/),
    '20',
    'Final',
  ])
  await visitor.link('August 2025').click()
  await visitor.isAt('/rates/USD/2025-08-29')
  await visitor.page.goBack()
  await visitor.isAt('/periods/USD?from=2025-08&to=2025-09')

  await visitor.listens()
  await storeFacts(
    product.test.db,
    `SELECT currency, kind, source, date, 330 AS rate FROM fact_state
     WHERE currency = 'USD' AND date = '2025-08-29'`,
  )
  await visitor.sees('was 302.4465')
  const [, , , corrected] = await visitor.table('Months of USD')
  expect(corrected?.at(-1)).toBe('Corrected')
  await visitor.sees(/29 Aug 2025 was corrected on/)
  await visitor.sees(
    /The rate moved 9\.\d\d % this month\. The average may not be representative\./,
  )
  await visitor.isAccessible('a corrected period')
  // Visitors without scripts read the HTML itself.
  const [, changed] = await visitTable(visitor, '/periods?month=2025-08')
  expect(changed?.slice(1, 2)).toEqual(['330.0000'])
  expect(changed?.at(-1)).toMatch(/^Corrected was 302\.4465, changed \d+ \w{3}$/)
  expect(changed?.[3]).toMatch(/330\.0000 was \d{3}\.\d{4} 29 Aug$/)
  await visitor.isAccessible('a corrected month')
  await visitor.open('/periods/USD?from=2025-08&to=2025-09')
  const html = await (
    await fetch(`${product.url}/periods/USD?unit=quarter&from=2025-08&to=2025-09`)
  ).text()
  expect(html).toContain('Q3 2025')
  expect(html).toContain('Incomplete: from 22\u00a0Jul')

  expect(await visitor.page.getByText('days without a rate').count()).toBe(0)
  await visitor.field('Also show the average of calendar days').check()
  await visitor.isAt('/periods/USD?from=2025-08&to=2025-09&average=calendar')
  await visitor.page.getByRole('columnheader', { name: 'Average of calendar days' }).waitFor()
  await visitor.sees(/\d days without a rate/)
  await visitor.isAccessible('two averages')

  await visitor.link('Tax years').click()
  await visitor.isAt('/periods/USD?unit=tax-year&from=2025-08&to=2025-09&average=calendar')
  await visitor.sees('2025/26')
  await visitor.field('From').fill('2025-10')
  await visitor.page.keyboard.press('Enter')
  await visitor.isAt('/periods/USD?unit=tax-year&from=2025-10&to=2025-09&average=calendar')
  await visitor.sees('The first month must not be after the last.')
  await visitor.seesNot('These periods could not be loaded.')
  await visitor.hasFocus('name', 'from')
  await visitor.open('/periods/USD?from=2031-01&to=2031-02')
  await visitor.sees('No figures in these periods for USD.')
})

const visitTable = async (visitor: Visitor, at: string) => {
  await visitor.open(at)
  return visitor.table(/^Averages and closing rates/)
}

test('a month of all currencies, and twelve months of one, print on one A4 page each', async () => {
  const visitor = await product.visit({ at: '/periods/USD?from=2025-04&to=2026-03' })
  await visitor.sees('April 2025')
  const pages = async () =>
    (await visitor.page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(await pages()).toHaveLength(1)
  await visitor.open('/periods?month=2026-09')
  await visitor.heading('September 2026').waitFor()
  expect(await pages()).toHaveLength(1)
})
