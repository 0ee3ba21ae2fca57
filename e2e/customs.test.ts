import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

// A Sunday, the last day of a week of customs rates.
const product = await startProduct({ now: '2026-11-22T06:30:00Z' })
const user = await product.user('Nimal Perera')

const enter = (first_day: string, last_day: string, gazette: string, usd: number) =>
  user.posts('/api/exchange-rate/import', {
    subject: 'customs rates',
    first_day,
    last_day,
    gazette,
    document: 'https://customs.gov.lk/gazette.pdf',
    rows: [
      { currency: 'USD', rate: usd },
      { currency: 'GBP', rate: 437.8 },
    ],
  })

test('a week of customs rates is typed, shown with its gazette, and cited', async () => {
  const visitor = await product.visit({ as: user, width: 390, height: 844, at: '/customs' })
  const { page } = visitor
  await visitor.sees('No customs rates have come into effect yet.')
  await visitor.link('Enter a week').click()
  await visitor.isAt('/enter?kind=customs')
  // This week's, as long as none is known.
  await visitor.heading('Mon 16 Nov – Sun 22 Nov 2026').waitFor()
  await visitor.sees('0 of 4 rates entered')
  await visitor.field('USD Customs').fill('332.1')
  await page.keyboard.press('Enter')
  await visitor.hasFocus('name', 'AUD')
  await visitor.sees('Missing: gazette number, AUD, CAD and GBP.')
  await visitor.field('GBP Customs').fill('437.9')
  await visitor.field('Gazette number').fill('2500/01')
  await visitor.sees('Missing: AUD and CAD.')
  visitor.watch.expects(/import\/preview: net::ERR_FAILED/)
  await page.route('**/import/preview', (route) => route.abort())
  await visitor.button('Save 2 rates').click()
  await visitor.sees(/^Network error/)
  await page.unroute('**/import/preview')
  await visitor.button('Save 2 rates').click()
  await visitor.sees(/^Customs rates of 16 Nov 2026 to 22 Nov 2026 entered/)
  // The next one to enter.
  await visitor.heading('Mon 23 Nov – Sun 29 Nov 2026').waitFor()
  await visitor.isAccessible('customs, entered')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await visitor.open('/customs')
  await visitor.heading('Mon 16 Nov – Sun 22 Nov 2026').waitFor()
  await visitor.sees('Gazette 2500/01')
  await visitor.sees('Last day today')
  await visitor.link('GBP').click()
  await visitor.isAt('/rates/GBP/2026-11-16?kind=customs')
  await visitor.sees(
    /GBP\/LKR Customs 437\.9000, Mon 16 Nov 2026 to Sun 22 Nov 2026, Gazette 2500\/01/,
  )
})

test('without scripts earlier weeks are reachable and a missing schedule is named', async () => {
  await enter('2026-10-19', '2026-10-25', '2496/01', 331.2)
  await enter('2026-11-09', '2026-11-15', '2499/01', 331.5)
  const visitor = await product.visit({ javaScript: false, at: '/customs' })
  // The weeks before stand beside this one.
  const [heads, usd] = await visitor.table('Customs rates')
  expect(heads?.slice(3)).toEqual(['From 9 Nov'])
  expect(usd?.slice(2)).toEqual(['+0.18 % ▲', '331.5000'])
  await visitor.heading('Next change').waitFor()
  await visitor.sees('Mon 23 Nov 2026')
  await visitor.link('9–15 Nov').click()
  await visitor.isAt('/customs?date=2026-11-09')
  await visitor.sees('331.5000')
  const gazette = visitor.link('Gazette 2499/01')
  expect(await gazette.getAttribute('href')).toBe('https://customs.gov.lk/gazette.pdf')
  await visitor.link('16–22 Nov').waitFor()
  await visitor.link('19–25 Oct').waitFor()
  await visitor.open('/customs?date=2026-10-27')
  await visitor.sees('Ended on Sun 25 Oct 2026; the next schedule has not been entered')
  await visitor.open('/customs?date=2026-11-06')
  await visitor.sees('Of Mon 19 Oct 2026; the next schedule is overdue')
})

test('a pasted week with a doubtful rate asks, saves once and is undone', async () => {
  const visitor = await product.visit({ as: user, at: '/enter?kind=customs' })
  const { page } = visitor
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/exchange-rate/import')) saves.push(request.postData() ?? '')
  })
  await visitor.menu('Paste the week’s list instead').click()
  await page
    .locator('textarea[name=list]')
    .fill('USD\t3,321.00\tLKR\tGBP\t437.90\tLKR\nAUD\t231.5\tLKR\tJPY\t2.1\tLKR')
  await visitor.sees('3 rates filled in; not used here: JPY.')
  await visitor.holds('GBP Customs', '437.90')
  await visitor.field('Gazette number').fill('2501/01')
  await visitor.button('Save 3 rates').click()
  const dialog = page.getByRole('dialog', { name: 'Is this rate right?' })
  await dialog.getByText(/^USD .*3321/).waitFor()
  await dialog.getByLabel('Reason (optional)').fill('As printed')
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await visitor.sees(/23 Nov 2026 to 29 Nov 2026/)
  await dialog.waitFor({ state: 'detached' })
  expect(saves).toHaveLength(1)
  await visitor.button('Undo').first().click()
  await visitor.sees(/^Import undone: 3 removed/)
})
