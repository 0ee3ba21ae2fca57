import { expect, onTestFinished, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { startMailServer } from '../harness/users/mail-server.ts'

const ADMIN = 'admin@example.lk'
const ONLY_ADMINS = 'Only administrators can open this page'
const product = await startProduct({
  env: { ADMINS: ADMIN, REGISTRATION: 'approved', SECRET_KEY: 'ab'.repeat(32) },
})
const { db, clock } = product.test
const administrator = await product.user('Sanduni Silva', ADMIN)

test('an administrator invites, approves and suspends users', async () => {
  const clerk = await product.user('Kamala Fernando')
  const visitor = await product.visit({ as: administrator, width: 390, height: 844, at: '/rates' })
  visitor.watch.expects(/^GET \/api\/exchange-rate\/current\/\w+\?kind=tt-\w+: 404$/)
  await visitor.menu('Account').click()
  await visitor.link('Administration').click()
  await visitor.isAt('/admin')
  await visitor.field('Email address to invite').fill('nobody')
  await visitor.button('Send invitation').click()
  await visitor.hasFocus('name', 'email')
  await visitor.field('Email address to invite').fill('ruwan@example.lk')
  await visitor.button('Send invitation').click()
  await visitor.sees('Invitation sent to ruwan@example.lk')
  await visitor.button('Withdraw the invitation of ruwan@example.lk').click()
  await visitor.sees('There are no open invitations.')

  const dialog = visitor.page.getByRole('dialog')
  const suspend = visitor.button(`Suspend… ${clerk.email}`)
  await suspend.click()
  await visitor.page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await visitor.hasFocus('ariaLabel', `Suspend… ${clerk.email}`)
  await suspend.click()
  await visitor.isAccessible('administration, question')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await visitor.sees(`User suspended: ${clerk.email}`)
  await visitor.button(`Reinstate ${clerk.email}`).waitFor()
  await expect
    .poll(() => visitor.page.evaluate('document.activeElement.closest("[data-row]")?.textContent'))
    .toContain(clerk.email)
  const user = await fetch(`${product.url}/api/auth/user`, {
    headers: { authorization: `Bearer ${clerk.token}` },
  })
  expect(user.status).toBe(401)

  const [created_at, verified_at] = [clock.now(), clock.now()]
  await db
    .insertInto('app_user')
    .values({ name: 'Ruwan Perera', email: 'ruwan@example.lk', created_at, verified_at })
    .execute()
  await visitor.reload()
  await visitor.sees(/^1 user is waiting for approval\. /)
  await visitor.open('/admin?tab=system')
  await visitor.heading(/need attention$|needs attention$/).waitFor()
  await visitor.sees('1 user is waiting for approval.')
  await visitor.link('Approve or reject').click()
  await visitor.isAt('/admin?state=waiting')
  await visitor.isAccessible('administration')
  await visitor.button('Approve ruwan@example.lk').click()
  await visitor.sees('No user matches.')
  await visitor.field('Name or email address').fill('KAMALA')
  await visitor.field('State').selectOption('Suspended')
  await visitor.sees(clerk.email)
  await visitor.link('System').click()
  await visitor.isAt('/admin?tab=system')
  expect(await visitor.link('Approve or reject').count()).toBe(0)
  await visitor.sees('With approval')
  expect(await visitor.page.getByTitle('REGISTRATION').textContent()).toBe('Registration')
  await visitor.page.getByText(/more that are set$/).click()
  await visitor.sees('set, not shown')
  await visitor.page.getByText(/settings are not set$/).click()
  await visitor.sees(/SITE_NOTICE|NOTICE/)
  await visitor.isAccessible('administration, system')
  const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await visitor.page.evaluate<number>(overhang)).toBe(0)
})

test('the system is not said to work while its missing rates are unknown', async () => {
  const visitor = await product.visit({ as: administrator })
  visitor.watch.expects(/: 500$|^console warning: The list could not be fetched/)
  await visitor.page.route('**/history?**', (route) => route.fulfill({ status: 500, json: {} }))
  await visitor.open('/admin?tab=system')
  await visitor.sees('This could not be loaded: Server error')
  expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('System')
  await visitor.page.unrouteAll()
  await visitor.button('Try again').click()
  await visitor.heading(/needs? attention$|^Everything works$/).waitFor()
})

test('the name of a user leads to what the user did', async () => {
  const clerk = await product.user('Ruwan Perera', 'clerk@example.lk')
  await clerk.enters('GBP', '2026-09-29', 431.25)
  const visitor = await product.visit({ as: administrator, at: '/admin?search=clerk' })
  await visitor.link('Ruwan Perera').click()
  await visitor.isAt('/auditlog?user=clerk%40example.lk')
  await visitor.sees(/431\.2500/)
})

test('other users read that the page is for administrators and get no link to it', async () => {
  const clerk = await product.user()
  const visitor = await product.visit({ as: clerk, at: '/admin' })
  await visitor.sees(ONLY_ADMINS)
  await visitor.menu(clerk.email).click()
  await visitor.link('Account').waitFor()
  expect(await visitor.link('Administration').count()).toBe(0)
})

test('the system names a failing feed, days without rates and emails that were not sent', async () => {
  const post = await startMailServer({
    refuse: (to) => (to === 'nobody@example.lk' ? { status: 550, words: 'No mailbox' } : null),
  })
  onTestFinished(() => post.close())
  const failing = await startProduct({
    env: {
      ADMINS: ADMIN,
      RATE_FEED: 'cbsl',
      RATE_FEED_URL: 'http://127.0.0.1:9',
      SMTP_URL: post.url,
    },
    recorded: {},
  })
  const admin = await failing.user('Sanduni Silva', ADMIN)
  await admin.posts('/api/auth/register', { name: 'Nobody', email: 'nobody@example.lk' })
  failing.test.clock.turn(3 * 86_400)
  const visitor = await failing.visit({ as: admin, at: '/admin' })
  await visitor.sees(/^\d things need attention\. /)
  await visitor.link('See them in System').click()
  await visitor.isAt('/admin?tab=system')
  await visitor.sees(
    'Anyone can create an account and change rates. To limit this, set REGISTRATION to domains, invited or approved.',
  )
  await visitor.link('See the settings').click()
  await visitor.page.locator('#settings:target').getByText('Registration').waitFor()
  await visitor.sees(/^The rate feed could not be fetched: /)
  await visitor.sees(/^The rates of .*Thu 1 Oct.* have not been received\.$/)
  await visitor.sees('No backup is in DATA_DIR/backups. Backups elsewhere are not known here.')
  await visitor.sees('No backup found')
  await expect
    .poll(async () => {
      await visitor.reload()
      return visitor.page.getByText('1 email was not sent in the last 30 days.').count()
    })
    .toBe(1)
})
