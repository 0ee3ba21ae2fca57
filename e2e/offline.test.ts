import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import type { Visitor, VisitorOptions } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

/** Expects the errors of a browser that goes offline. */
async function visitBeforeOffline(as?: Awaited<ReturnType<typeof product.user>>): Promise<Visitor> {
  const visitor = await product.visit({ as })
  visitor.watch.expects(/net::ERR_INTERNET_DISCONNECTED$/)
  visitor.watch.expects(
    /Failed to fetch dynamically imported module|Unable to preload CSS for|The list could not be fetched/,
  )
  return visitor
}

const rate = async (visitor: Visitor, row = 1) =>
  (await visitor.table('Current rate and weekly average'))[row]?.[1]

test('offline, seen screens keep their figures with their age and refresh when online', async () => {
  const visitor = await visitBeforeOffline()
  await visitor.open('/rates')
  await visitor.follows(visitor.link('USD Chart'))
  await visitor.heading('US Dollar').waitFor()
  await visitor.sees('330.9054')

  await visitor.context.setOffline(true)
  await visitor.sees(
    /^Offline, as of 12:0\d\. This page updates by itself when the connection is back\./,
  )
  await visitor.sees('330.9054')
  // Past the time for which a response is fresh: it is requested in vain.
  await visitor.waits(60)
  await visitor.page.goBack()
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.sees(/^Offline, as of 12:0\d\./)
  expect(await rate(visitor)).toBe('330.9054')

  const user = await product.user()
  await user.enters('USD', '2026-09-29', 331.5)
  await visitor.context.setOffline(false)
  await expect.poll(() => rate(visitor)).toBe('Entered by hand 331.5000')
  await visitor.seesNot(/^Offline/)
})

test('a day that is chosen offline at the foot of a page brings the notice into view', async () => {
  const visitor = await visitBeforeOffline()
  const { page } = visitor
  await page.setViewportSize({ width: 390, height: 600 })
  await visitor.open('/rates/USD/2026-09-29')
  await visitor.context.setOffline(true)
  const days = page.getByRole('navigation', { name: 'Days', exact: true })
  await days.getByRole('link').nth(2).click()
  const told = page.getByText(
    'Offline. That could not be loaded; you still see what was shown before.',
  )
  await told.waitFor()
  const top = async () => (await told.boundingBox())?.y
  await expect.poll(top).toBeGreaterThanOrEqual(0)
})

test('offline, a list behind the login stays with its age', async () => {
  const user = await product.user()
  await user.enters('AUD', '2026-09-29', 232.25)
  const visitor = await visitBeforeOffline(user)
  await visitor.open('/dashboard')
  await visitor.sees('232.2500')
  await visitor.context.setOffline(true)
  await visitor.sees(/^Offline, as of 12:0\d\./)
  await visitor.sees('232.2500')
  // Two lists and the state of the feed are requested in vain: one notice says it.
  await visitor.waits(60)
  const told = visitor.page.getByText(/offline|network error/i).filter({ visible: true })
  expect(await told.count()).toBe(1)
  await visitor.link('Audit Trail').click()
  await visitor.sees('Offline. That could not be loaded; you still see what was shown before.')
  expect(await told.count()).toBe(1)
  await visitor.sees('232.2500')
  await visitor.context.setOffline(false)
  await visitor.button('Try again').click()
  await visitor.heading('Audit Trail').waitFor()
  await visitor.seesNot(/^Offline/)
})

test('a page that was chosen while offline has its styles when it opens', async () => {
  const visitor = await visitBeforeOffline(await product.user())
  const { page } = visitor
  await visitor.open('/dashboard')
  await visitor.context.setOffline(true)
  await visitor.link('Enter rates').click()
  await visitor.sees('Offline. That could not be loaded; you still see what was shown before.')
  await visitor.context.setOffline(false)
  await visitor.button('Try again').click()
  const days = page.getByRole('navigation', { name: 'Days', exact: true }).getByRole('listitem')
  await days.last().waitFor()
  const tops = await days.evaluateAll((all) =>
    all.map((day) => (day as unknown as { offsetTop: number }).offsetTop),
  )
  expect(new Set(tops.filter((top) => top > 0)).size).toBe(1)
})

test('offline, a sheet is not read, and the connection is named as the reason', async () => {
  const visitor = await visitBeforeOffline(await product.user())
  await visitor.open('/check')
  await visitor.context.setOffline(true)
  const buffer = Buffer.from('Date,Currency,Rate\n2026-09-28,USD,330.5\n')
  await visitor.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer })
  await visitor.sees(/^The file was not read, because the server cannot be reached\./)
})

test('offline, a seen page opens again with the age of its figures', async () => {
  const visitor = await product.visit({ keepsPages: true })
  visitor.watch.expects(/net::ERR_INTERNET_DISCONNECTED$|Failed to fetch|no-response/)
  const { page } = visitor
  await visitor.open('/')
  const storedPages = () =>
    page.evaluate<string | undefined>(
      `caches.open('pages').then((pages) => pages.match('/')).then((page) => page?.headers.get('date'))`,
    )
  await expect.poll(storedPages).toBeTruthy()
  const at = new Date((await storedPages())!)

  await visitor.context.setOffline(true)
  await page.reload()

  // The other tests of this file leave it as it was published.
  await visitor.sees('438.0599')
  const time = at.toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Colombo',
    hour: '2-digit',
    minute: '2-digit',
  })
  await visitor.sees(new RegExp(`^Offline, as of .*${time}\\. This page updates by itself`))

  const user = await product.user()
  await user.enters('USD', '2026-09-29', 332.25)
  await visitor.context.setOffline(false)
  await visitor.sees('332.2500')
  await visitor.seesNot(/^Offline/)
})

/** Visits with the service worker and waits until it has stored the offline page. */
async function visitWithStoredPages(at: string, options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await product.visit({ keepsPages: true, ...options })
  visitor.watch.expects(/net::ERR_(INTERNET_DISCONNECTED|FAILED)$|Failed to fetch/)
  await visitor.open(at)
  const storedPages = `caches.open('offline').then((pages) => pages.keys()).then((keys) => keys.length)`
  await expect.poll(() => visitor.page.evaluate<number>(storedPages)).toBe(1)
  return visitor
}

test.each([
  ['/', ['/rates/GBP', '/login', '/dashboard', '/api/docs'], 'Last known rates in rupees'],
  ['/si', ['/si/periods/USD'], 'අවසන් වරට ලැබුණු රුපියල් අනුපාතික'],
  ['/ta/rates', ['/ta/login'], 'கடைசியாகத் தெரிந்த ரூபாய் வீதங்கள்'],
])(
  'offline, a new address shows the last rates in the language of %s',
  async (start, addresses, title) => {
    const visitor = await visitWithStoredPages(start)
    await visitor.context.setOffline(true)
    for (const at of addresses) {
      await visitor.open(at)
      const board = visitor.page.getByRole('region', { name: title })
      await board.getByText('438.0599').waitFor()
      await board.getByText(/\d\d:\d\d$/).waitFor()
      await visitor.isAt(at)
    }
  },
)

test('offline, a user stays signed in and returns to the same address when online', async () => {
  const user = await product.user()
  const visitor = await visitWithStoredPages('/', { as: user })
  await visitor.context.setOffline(true)
  await visitor.open('/manage')
  await visitor.heading('You are offline').waitFor()
  await visitor.context.setOffline(false)
  await visitor.heading('Manage Exchange Rates').waitFor()
  expect(await visitor.stored('auth_token')).toBe(user.token)
})

test('offline, pages that were opened by taps alone open again', async () => {
  const visitor = await visitWithStoredPages('/', { touch: true })
  await visitor.link('View Rates').tap()
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.link('USD Chart').tap()
  await visitor.heading('US Dollar').waitFor()
  const isKept = `caches.open('pages').then((pages) => pages.match('/rates/USD')).then(Boolean)`
  await expect.poll(() => visitor.page.evaluate<boolean>(isKept)).toBe(true)
  await visitor.context.setOffline(true)
  for (const [link, heading] of [
    ['Exchange Rates', 'Currency Exchange Rates'],
    ['USD Chart', 'US Dollar'],
  ] as const) {
    await visitor.link(link).tap()
    await visitor.heading(heading).waitFor()
    await visitor.sees(/^Offline, as of /)
  }
})
