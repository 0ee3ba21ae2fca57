import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { addDays, calendarDateOf, isWeekend, type CalendarDate } from '../domain/calendar-date.ts'
import { createDependencies } from '../server/deps.ts'
import { sealPeriods } from '../server/periods/seal-periods.ts'
import { turnTo } from '../harness/browser/accessibility.ts'
import { listScreens, openWhole } from '../harness/browser/screens.ts'
import { startProduct } from '../harness/product.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

// Every screen and state, at the width of a phone and of a desk, in light and dark, into
// screenshots/.
const FOLDER = join(import.meta.dirname, '..', 'screenshots')
const WIDTHS = [390, 1280]

mkdirSync(FOLDER, { recursive: true })
const ADMIN = 'admin@example.lk'
/** Rates that nobody published, of a year before the recorded ones, which begin at `last`. */
const yearBefore = (last: number, phase: number) => {
  const share = (at: number) =>
    at / 9600 + Math.sin(at / 25 + phase) / 110 + Math.sin(at * at) / 1700
  const rates = Array.from({ length: 403 }, (_, at): [CalendarDate, string] => [
    addDays(calendarDateOf('2025-08-18'), at),
    (last * (1 + share(at) - share(403))).toFixed(4),
  ])
  return Object.fromEntries(rates.filter(([day]) => !isWeekend(day)))
}
const sides = ['tt-buying', 'tt-selling'] as const
const product = await startProduct({
  // Before the banks open.
  now: '2026-09-29T03:05:00Z',
  recorded: {
    others: {
      USD: yearBefore(330.0327, -11.4),
      AUD: yearBefore(231.4528, -9.6),
      CAD: yearBefore(233.2619, -8),
      GBP: yearBefore(436.0226, -10.8),
    },
    sides: { USD: sides, AUD: sides, CAD: sides, GBP: sides },
  },
  env: { ADMINS: ADMIN },
})
await product.account('codes@example.lk')
const { deps, clock } = product.test
const admin = await product.user('Sanduni Silva', ADMIN)
// As a job does every ten minutes.
const sealing = await createDependencies({ ...deps, background: false })
await sealPeriods(sealing)
await sealing.close()
const clerk = await product.user('Ruwani Fernando', 'ruwani@example.lk')
const accountant = await product.user('Tharindu Jayasuriya', 'tharindu@example.lk')
const user = await product.user('Nimal Perera', 'nimal@example.lk')
for (const [first_day, last_day, gazette, ...rates] of [
  ['2026-09-21', '2026-09-27', '2507/04', '330.4', '231.9', '233.1', '436.2'],
  ['2026-09-28', '2026-10-04', '2508/02', '330.9', '232.4', '233.6', '437.1'],
] as const) {
  const rows = ['USD', 'AUD', 'CAD', 'GBP'].map((currency, at) => ({
    currency,
    rate: Number(rates[at]),
  }))
  const body = { subject: 'customs rates', rows, first_day, last_day, gazette }
  await clerk.posts('/api/exchange-rate/import', body)
}
for (const [day, currency, rate, by] of [
  ['22', 'USD', 329.75, clerk],
  ['22', 'GBP', 435.5, clerk],
  ['23', 'GBP', 435.2, accountant],
  ['23', 'AUD', 231.15, accountant],
  ['24', 'CAD', 233.4, clerk],
] as const) {
  clock.turn(7 * 60)
  await by.enters(currency, `2026-09-${day}`, rate)
}
clock.turn(60 * 60)

/** Takes what is on show, twice. */
async function shoot(
  { page }: Visitor,
  name: string,
  width: number,
  fullPage = true,
): Promise<void> {
  // Nothing is pointed at.
  await page.mouse.move(0, 0)
  // As high as the page: a bar at the foot and the ground of a dialog stand where they belong.
  const height = fullPage ? await page.evaluate('document.documentElement.scrollHeight') : 844
  await page.setViewportSize({ width, height: Number(height) })
  for (const colorScheme of ['light', 'dark'] as const) {
    await turnTo(page, colorScheme)
    await page.screenshot({
      path: join(FOLDER, `${name}-${width}-${colorScheme}.png`),
    })
  }
  await page.setViewportSize({ width, height: 844 })
}

test.each(WIDTHS)('Every screen, %i pixels wide', async (width) => {
  for (const { at, access } of await listScreens()) {
    const as = access === 'signed-in' ? user : undefined
    const visitor = await visit(product, { as, width, height: 844 })
    visitor.watch.expects(/: 4\d\d$/)
    await openWhole(visitor, at)
    await shoot(visitor, at.slice(1).replaceAll('/', '-').toLowerCase() || 'home', width)
    await visitor.context.close()
  }
})

test.each(WIDTHS)('What anyone sees beside that, %i pixels wide', async (width) => {
  const visitor = await visit(product, { width, height: 844 })
  visitor.watch.expects(/: 4\d\d$/)
  await visitor.open('/rates?date=2024-01-06&base=EUR')
  await shoot(visitor, 'rates-empty', width)
  await visitor.open('/rates/USD?period=1y')
  await shoot(visitor, 'rates-usd-year', width)
  await visitor.open('/periods/USD?from=2025-09&to=2026-09')
  await shoot(visitor, 'periods-usd-year', width)
  await visitor.open('/register')
  await visitor.button('Register').click()
  await visitor.field('Full Name').and(visitor.page.locator('[aria-invalid]')).waitFor()
  await shoot(visitor, 'register-wrong', width)
  await visitor.open('/login')
  await visitor.field('Email address').fill('nobody@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.sees('Email not registered please signup')
  await shoot(visitor, 'login-not-registered', width)
  await visitor.field('Email address').fill('codes@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.field('Enter OTP sent to codes@example.lk').fill('123456')
  await visitor.button('Verify OTP').click()
  await visitor.sees('This OTP is wrong')
  await shoot(visitor, 'login-code', width)
  if (width === WIDTHS[0]) {
    await visitor.page.goto((await product.post.next('codes@example.lk')).link)
    await visitor.button(/^Sign in as/).waitFor()
    await shoot(visitor, 'login-link', width)
  }
  await visitor.page.goto('/privacy')
  await shoot(visitor, 'privacy', width)
  visitor.watch.expects(/^content security policy: script-src eval/)
  await visitor.page.goto('/api/docs')
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  await shoot(visitor, 'api', width, false)
})

test.each(WIDTHS)('What an administrator sees, %i pixels wide', async (width) => {
  const visitor = await visit(product, { width, height: 844, stored: { auth_token: admin.token } })
  await visitor.open('/admin')
  await visitor.heading('Users').waitFor()
  await shoot(visitor, 'admin-users', width)
  await visitor.context.close()
})

test.each(WIDTHS)('What someone sees who works here, %i pixels wide', async (width) => {
  const visitor = await visit(product, { as: user, width, height: 844, at: '/dashboard' })
  await visitor.sees('22 Sep 2026')
  await visitor.field('Rate').fill('33.05')
  await visitor.button('Save Rate').click()
  await visitor.page.getByRole('dialog').waitFor()
  await shoot(visitor, 'dashboard-warning', width)
  await visitor.button('Correct it').click()
  await visitor.field('Rate').fill('0')
  await visitor.button('Save Rate').click()
  await visitor.sees('The rate must be greater than 0.')
  await visitor.menu(user.email).click()
  await shoot(visitor, 'dashboard-menu-and-wrong', width)
  await visitor.open('/manage')
  await visitor.button('Edit GBP of 22 Sep 2026').click()
  await shoot(visitor, 'manage-edit', width)
  await visitor.page.keyboard.press('Escape')
  await visitor.button('Delete USD of 22 Sep 2026').click()
  await shoot(visitor, 'manage-question', width)
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  clock.turn(60)
  await visitor.button('Undo').click()
  await visitor.sees('Exchange rate restored successfully')
  await shoot(visitor, 'manage-restored', width)
  await visitor.open('/import')
  const rows = [
    '2026-09-22, USD, 329.75',
    '2026-09-23, GBP, 436',
    '03/09/2026, USD, 33.05',
    'nonsense',
  ]
  await visitor.field('Or paste rows: date, currency, rate').fill(rows.join('\n'))
  await visitor.button('Check the rows').click()
  await visitor.page.getByRole('table', { name: 'Rows to import' }).waitFor()
  await shoot(visitor, 'import-rows', width)
  await visitor.menu('Pasted rows').click()
  await visitor
    .field('Or paste rows: date, currency, rate')
    .fill('Date\tUSD Buying\tUSD Selling\n2026-09-16\t326.5\t333.5')
  await visitor.button('Check the rows').click()
  await visitor.heading('What are these rates?').waitFor()
  await shoot(visitor, 'import-question', width)
  await visitor.button(/^TT buying and selling/).click()
  await visitor.button('Import 2 rates').waitFor()
  await shoot(visitor, 'import-ready', width)
  await visitor.open('/enter?kind=customs')
  await visitor.field('USD in LKR').fill('331.2')
  await shoot(visitor, 'enter-customs', width)
  await visitor.open('/policies')
  await visitor.button('Change Closing the books').click()
  await shoot(visitor, 'policies-change', width)
  await visitor.open('/check')
  const used = ['2026-09-22, USD, 329.75, 1200', '2026-09-23, USD, 331.2, 860.50', 'nonsense']
  await visitor
    .field('Or paste rows: date, currency, rate, amount (optional)')
    .fill(used.join('\n'))
  await visitor.button('Check the rows').click()
  await visitor.sees(/^1 of 2 rows differs/)
  await shoot(visitor, 'check-rows', width)
  await visitor.open('/enter')
  await visitor.field('USD Indicative').fill('33.05')
  await visitor.field('AUD Indicative').focus()
  await visitor.sees(/^Indicative: 33.0500 looks 10 times too low/)
  await shoot(visitor, 'enter-warning', width)
  await visitor.open('/auditlog')
  await visitor.page.locator('main ol summary').first().click()
  await shoot(visitor, 'auditlog-details', width)
  await visitor.page.getByText('How to check').click()
  await shoot(visitor, 'auditlog-check', width)
  await visitor.open('/auditlog?search=nothing')
  await visitor.sees('No entries match “nothing”.')
  await shoot(visitor, 'auditlog-nothing', width)
})
