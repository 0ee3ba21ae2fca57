import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { listScreens } from '../harness/browser/screens.ts'
import type { Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct()

const signedInOnly = (await listScreens()).filter(({ access }) => access === 'signed-in')

/** Signs out on the server only, so that the browser does not notice. */
const endSession = (token: string | null) =>
  fetch(`${product.url}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })

test('a visitor of a guarded screen is sent to the login, and back after signing in', async () => {
  const visitor = await product.visit()
  for (const { at } of signedInOnly) {
    await visitor.page.goto(at)
    await visitor.isAt('/login')
  }
  await product.account('guard@example.lk')
  await visitor.open('/auditlog?search=rate')
  await visitor.isAt('/login')
  await visitor.signsIn('guard@example.lk')
  await visitor.isAt('/auditlog?search=rate')
})

test('a user waiting for approval can open only the account screen, and goes on when approved', async () => {
  const user = await product.user()
  const { db } = product.test
  const approve = (at: Date | null) =>
    db.updateTable('app_user').set({ approved_at: at }).where('email', '=', user.email).execute()
  await approve(null)
  const visitor = await product.visit({ as: user })
  for (const { at } of signedInOnly) {
    await visitor.open(at)
    const name = at === '/account' ? 'Account' : /^Nearly there, /
    await visitor.page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await visitor.open('/dashboard')
  await visitor.sees('Waiting for approval')
  await visitor.isAccessible('waiting for approval')
  await approve(product.test.clock.now())
  await visitor.waits(16)
  await visitor.heading('Add Exchange Rate').waitFor()
})

test('login and registration redirect a signed-in user to the dashboard', async () => {
  const visitor = await product.visit({ as: await product.user() })
  for (const path of ['/login', '/register']) {
    await visitor.open(path)
    await visitor.isAt('/dashboard')
  }
})

test('an ended session is cleared at start and announced on the public screen', async () => {
  const user = await product.user()
  const visitor = await product.visit({ as: user })
  visitor.watch.expects(/^GET \/api\/auth\/user: 401$/)
  await endSession(user.token)
  await visitor.open('/rates')
  await visitor.sees('Your session has expired. Please sign in again.')
  await visitor.heading('Currency Exchange Rates').waitFor()
  await visitor.isAt('/rates')
  await visitor.link('Login').waitFor()
  expect(await visitor.stored('auth_token')).toBeNull()
  expect(await visitor.stored('auth_email')).toBeNull()
})

test('every entry into a guarded screen checks the session', async () => {
  const user = await product.user()
  const visitor = await product.visit({ as: user, at: '/dashboard' })
  visitor.watch.expects(/^GET \/api\/.*: 401$/)
  await visitor.heading('Dashboard').waitFor()
  const checks = () => visitor.watch.requests.filter((each) => each === 'GET /api/auth/user').length
  for (const path of ['/enter', '/manage', '/auditlog']) {
    // A check that is under way serves the next entry as well, for a minute.
    await visitor.waits(61)
    const before = checks()
    await visitor.page.locator(`a[href="${path}"]`).first().click()
    await visitor.isAt(path)
    await expect.poll(checks).toBe(before + 1)
    await visitor.waits(61)
    await visitor.page.goBack()
    await visitor.isAt('/dashboard')
    await expect.poll(checks).toBe(before + 2)
  }
  await endSession(user.token)
  // Unless a request of the dashboard has found out already.
  await visitor.page.evaluate(`document.querySelector('a[href="/manage"]')?.click()`)
  await visitor.isAt('/login')
})

/** The server is there for pages and fails to tell who is signed in. */
const failUserCall = (visitor: Visitor) =>
  visitor.page.route('**/api/auth/user', (route) =>
    route.fulfill({ status: 503, json: { message: 'Not now.' } }),
  )

test('a user stays signed in by the stored email if the server cannot answer', async () => {
  const user = await product.user()
  const visitor = await product.visit({ as: user })
  visitor.watch.expects(/^GET \/api\/auth\/user: 503$/)
  await failUserCall(visitor)
  await visitor.open('/rates')
  await visitor.menu(user.email).waitFor()
  await visitor.link('Dashboard').click()
  await visitor.isAt('/dashboard')
  expect(await visitor.stored('auth_token')).toBe(user.token)
})

test('a session that ends during work leads to the login and keeps what was typed', async () => {
  const email = 'atwork@example.lk'
  await product.account(email)
  const visitor = await product.visit()
  visitor.watch.expects(/^(GET|POST) \/api\/.*: 401$/)
  await visitor.open('/login')
  await visitor.signsIn(email)
  await visitor.isAt('/dashboard')
  await visitor.field('Rate').fill('330.7575')
  await endSession(await visitor.stored('auth_token'))
  // Not a press of the button: the form may be gone already, for what it looks up tells that the
  // session is over.
  await visitor.page.keyboard.press('Enter')
  await visitor.isAt('/login')
  expect(await visitor.stored('auth_token')).toBeNull()
  expect(await visitor.stored('auth_email')).toBeNull()
  await visitor.sees('Your session has expired. Please sign in again.')
  await visitor.sees('What you typed is kept.')
  await visitor.waits(61)
  await visitor.signsIn(email)
  await visitor.isAt('/dashboard')
  expect(await visitor.field('Rate').inputValue()).toBe('330.7575')
})

test('a logout in one tab signs out the others at once', async () => {
  const user = await product.user()
  const visitor = await product.visit({ as: user, at: '/dashboard' })
  const other = await visitor.newTab()
  await other.goto('/manage')
  // A list that is still on its way would run out of time where the clock jumps.
  for (const page of [visitor.page, other])
    await page.getByText('No exchange rates found').waitFor()
  await visitor.context.clock.pauseAt(product.test.clock.now().getTime() + 60_000)
  await visitor.menu(user.email).click()
  await visitor.button('Logout').click()
  await other.waitForURL('**/login')
  await other.getByText('You have been signed out.').waitFor()
  await visitor.seesNot('You have been signed out.')
})
