import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct()

test('a user changes the name, downloads the data and closes the account', async () => {
  const user = await product.user('Nimal Perera')
  const visitor = await visit(product, { as: user, at: '/rates' })
  visitor.watch.expects(/^POST \/api\/auth\/user\/(close|name): 400$/)
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
  await visitor.hasFocus('name', 'name')
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
  await visitor.hasFocus('textContent', 'Close account…')
  await visitor.button('Close account…').press('Enter')
  await visitor.field('Type your email address to confirm').fill('other@example.lk')
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
