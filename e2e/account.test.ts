import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { holdRequests } from '../harness/browser/held-responses.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct()

test('One changes the name, downloads the data and closes the account, from the menu on', async () => {
  const user = await product.user('Nimal Perera')
  const visitor = await visit(product, { as: user, at: '/rates' })
  await visitor.menu(user.email).click()
  await visitor.link('Account').click()
  await visitor.isAt('/account')
  await visitor.sees('This device')
  // Here it lies above nothing that can be pressed.
  await visitor.menu(user.email).click()
  await expectAccessible(visitor.page, 'the menu')
  await visitor.page.keyboard.press('Escape')

  await visitor.field('Name').fill(' ')
  await visitor.button('Save name').click()
  await visitor.sees('Enter your name.')
  await expect.poll(() => visitor.page.evaluate('document.activeElement.name')).toBe('name')
  await visitor.field('Name').fill('Nimal B. Perera')
  await visitor.field('Name').press('Enter')
  await visitor.sees('Name changed')
  await visitor.reload()
  await expect.poll(() => visitor.field('Name').inputValue()).toBe('Nimal B. Perera')

  const [file] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.button('Download my data').click(),
  ])
  expect(file.suggestedFilename()).toBe('my-data-2026-09-29.json')
  const data = JSON.parse(await text(await file.createReadStream())) as {
    profile: { name: string }
  }
  expect(data.profile.name).toBe('Nimal B. Perera')

  const dialog = visitor.page.getByRole('dialog')
  await visitor.button('Close account…').click()
  await expectAccessible(visitor.page, 'account, closing')
  await visitor.page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await expect
    .poll(() => visitor.page.evaluate('document.activeElement.textContent'))
    .toBe('Close account…')
  await visitor.button('Close account…').press('Enter')
  await visitor.field('Type your email address to confirm').fill('other@example.lk')
  visitor.watch.expects(/^POST \/api\/auth\/user\/close: 400$/)
  await visitor.page.keyboard.press('Enter')
  await visitor.sees('This is not the email address of your account.')
  await visitor.field('Type your email address to confirm').fill(user.email)
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await visitor.isAt('/')
  await visitor.sees('Your account is closed and your personal data has been erased.')
  expect(await visitor.stored('auth_token')).toBeNull()
  expect(await visitor.stored('auth_email')).toBeNull()
  const response = await fetch(`${product.url}/api/auth/user`, {
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(response.status).toBe(401)
})

test('What cannot be done now is said beside it, and what was typed stays', async () => {
  const user = await product.user()
  const visitor = await visit(product, { as: user, width: 390, height: 844 })
  visitor.watch.expects(/\/api\/auth\/user/)
  await visitor.open('/account')
  await visitor.field('Name').waitFor()
  await visitor.context.route('**/api/auth/user/**', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'internal', message: 'Something went wrong on the server.' },
    }),
  )
  await visitor.field('Name').fill('Another Name')
  await visitor.button('Save name').click()
  await visitor.sees('Something went wrong on the server.')
  expect(await visitor.field('Name').inputValue()).toBe('Another Name')
  await visitor.context.unroute('**/api/auth/user/**')
  await visitor.button('Save name').click()
  await visitor.sees('Name changed')
  await visitor.seesNot('Something went wrong on the server.')
  // The address that emails had before.
  await visitor.open('/sessions')
  await visitor.isAt('/account')
  await visitor.heading('Your sessions').waitFor()
})

test('The screen requests the user no more than the checks of the session, at start and entry, do', async () => {
  const visitor = await visit(product, { as: await product.user() })
  const requests: string[] = []
  visitor.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await visitor.open('/account')
  await visitor.field('Name').waitFor()
  await visitor.heading('Close your account').waitFor()
  const checks = requests.filter((path) => path === '/api/auth/user')
  expect(checks.length).toBeGreaterThan(0)
  expect(checks.length).toBeLessThanOrEqual(2)
})

test.each([390, 1280])(
  'The form of the name takes the room that was kept for it, at %i pixels',
  async (width) => {
    const visitor = await visit(product, { as: await product.user(), width, height: 844 })
    visitor.watch.expects(/\/api\/auth\/user/)
    const { page } = visitor
    const release = await holdRequests(page, '**/api/auth/user')
    // The checks of the session fail, so that the screen itself is left to request the user.
    await page.route('**/api/auth/user', (route) => route.fulfill({ status: 500, json: {} }), {
      times: 2,
    })
    await visitor.open('/account')
    await visitor.heading('Your data').waitFor()
    const top = () =>
      visitor
        .heading('Your data')
        .evaluate((heading: Placed) => heading.getBoundingClientRect().top)
    const before = await top()
    expect(await visitor.field('Name').count()).toBe(0)
    release()
    await visitor.field('Name').waitFor()
    const moved = (await top()) - before
    expect(Math.abs(moved), String(moved)).toBeLessThan(2)
  },
)

interface Placed {
  getBoundingClientRect(): { readonly top: number }
}
