import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct, type User } from '../harness/product.ts'

const ADMIN = 'admin@example.lk'
const ONLY_ADMINS = 'Only administrators can open this page'
const product = await startProduct({
  env: { ADMINS: ADMIN, REGISTRATION: 'approved', SECRET_KEY: 'ab'.repeat(32) },
})
const { db, clock } = product.test
const administrator = await product.user('Sanduni Silva', ADMIN)

test('An administrator invites, approves and suspends users, from the menu on', async () => {
  const clerk = await product.user('Kamala Fernando')
  const visitor = await visit(product, { as: administrator, width: 390, height: 844, at: '/rates' })
  visitor.watch.expects(/^GET \/api\/exchange-rate\/current\/\w+\?kind=tt-\w+: 404$/)
  await visitor.menu(ADMIN).click()
  await visitor.link('Administration').click()
  await visitor.isAt('/admin')
  await visitor.field('Email address to invite').fill('nobody')
  await visitor.button('Send invitation').click()
  await expect.poll(() => visitor.page.evaluate('document.activeElement.name')).toBe('email')
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
  await expect
    .poll(() => visitor.page.evaluate('document.activeElement.textContent'))
    .toBe(`Suspend… ${clerk.email}`)
  await suspend.click()
  await expectAccessible(visitor.page, 'administration, question')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await visitor.sees(`User suspended: ${clerk.email}`)
  await visitor.button(`End suspension ${clerk.email}`).waitFor()
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
  await visitor.link('1 user waiting for approval').click()
  await visitor.isAt('/admin?state=waiting')
  await expectAccessible(visitor.page, 'administration')
  await visitor.button('Approve ruwan@example.lk').click()
  await visitor.sees('No user matches.')
  await visitor.field('Name or email address').fill('KAMALA')
  await visitor.field('State').selectOption('Suspended')
  await visitor.sees(clerk.email)
  await visitor.page.getByText('Settings', { exact: true }).click()
  await visitor.sees('set, not shown')
  const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await visitor.page.evaluate<number>(overhang)).toBe(0)
})

test('What is slow for one user neither holds up nor closes the question about another', async () => {
  const [first, second] = [await product.user('Amal Perera'), await product.user('Banu Silva')]
  const visitor = await visit(product, { as: administrator, at: '/admin' })
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  const ask = ({ email }: User) => visitor.button(`Suspend… ${email}`).click()
  const suspend = () => dialog.getByRole('button', { name: 'Suspend' }).click()

  await ask(first)
  const box = (await dialog.boundingBox()) ?? expect.fail('the question has no place')
  // On its frame, which is no place beside it.
  await page.mouse.click(box.x + 0.5, box.y + box.height / 2)
  expect(await dialog.count()).toBe(1)
  const release = await holdRequests(page, /\/suspend$/)
  await suspend()
  await page.keyboard.press('Escape')
  await ask(second)
  release()
  await visitor.button(`End suspension ${first.email}`).waitFor()
  await dialog.getByText(second.email).waitFor()
  await page.mouse.click(box.x - 20, box.y)
  await expect.poll(() => dialog.count()).toBe(0)

  const releaseFirst = await holdRequests(page, /\/unsuspend$/)
  await visitor.button(`End suspension ${first.email}`).click()
  await ask(second)
  await suspend()
  await visitor.button(`End suspension ${second.email}`).waitFor()
  releaseFirst()
  await visitor.button(`Suspend… ${first.email}`).waitFor()
})

test('Somebody else learns that the screen is for administrators, and finds no link to it', async () => {
  const clerk = await product.user()
  const visitor = await visit(product, { as: clerk, at: '/admin' })
  await visitor.sees(ONLY_ADMINS)
  await visitor.menu(clerk.email).click()
  await visitor.link('Account').waitFor()
  expect(await visitor.link('Administration').count()).toBe(0)
})

test('Where the session cannot be read, an administrator is informed and tries again, and somebody else is still refused', async () => {
  for (const as of [administrator, await product.user()]) {
    const visitor = await visit(product, { as })
    visitor.watch.expects(/^GET \/api\/(auth\/user|admin\/\S+): (500|404)$/)
    let isFailing = true
    await visitor.page.route(/\/api\/(auth\/user|admin\/)/, (route) =>
      isFailing ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await visitor.open('/admin')
    await visitor.sees('Server error')
    await visitor.seesNot(ONLY_ADMINS)
    isFailing = false
    await visitor.button('Try again').click()
    await visitor.sees(as === administrator ? 'There are no open invitations.' : ONLY_ADMINS)
    await visitor.seesNot('Server error')
  }
})

test('Offline, the state of the installation says how old it is', async () => {
  const visitor = await visit(product, { as: administrator, at: '/admin' })
  await visitor.sees('There are no open invitations.')
  const offline = visitor.page.getByText(/^Offline, as of 12:0\d\./)
  await visitor.context.setOffline(true)
  // For the list of users too.
  await expect.poll(() => offline.count()).toBe(1)
})
