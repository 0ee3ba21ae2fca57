import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startProduct, type User } from '../harness/product.ts'
import { openSession } from '../server/identity/session.ts'

const product = await startProduct()

test('a user changes the name, downloads the data and closes the account', async () => {
  const user = await product.user('Nimal Perera')
  const visitor = await product.visit({ as: user, at: '/rates' })
  visitor.watch.expects(/^POST \/api\/auth\/user\/(close|name): 400$/)
  await visitor.menu(user.email).click()
  await visitor.link('Account').click()
  await visitor.isAt('/account')
  await visitor.sees('This device')
  // Here it lies above nothing that can be pressed.
  await visitor.menu(user.email).click()
  await visitor.isAccessible('the menu')
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
  await visitor.isAccessible('account, closing')
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

async function signInOn(user: User, device: string): Promise<string> {
  const { db, deps, clock } = product.test
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', user.email)
    .executeTakeFirstOrThrow()
  const { token } = await db
    .transaction()
    .execute((trx) =>
      openSession(trx, [deps.secretKey], id, { device, ip: '198.51.100.7' }, clock.now()),
    )
  return token
}

const status = async (token: string) =>
  (await fetch(`${product.url}/api/auth/user`, { headers: { authorization: `Bearer ${token}` } }))
    .status

test('a user lists sessions and ends one or all others', async () => {
  const user = await product.user()
  const phone = await signInOn(user, 'Old phone')
  const library = await signInOn(user, 'Library computer')
  const visitor = await product.visit({ as: user, at: '/account' })
  await visitor.sees('Old phone')
  await visitor.sees('198.51.100.7')
  await visitor.button('End session of Old phone, 198.51.100.7').click()
  await visitor.seesNot('Old phone')
  expect(await status(phone)).toBe(401)
  expect(await status(library)).toBe(200)
  await visitor.button('End all other sessions').click()
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'End them' }).click()
  await visitor.seesNot('Library computer')
  expect(await status(library)).toBe(401)
  expect(await status(user.token)).toBe(200)
})

test('an access token is shown once, works within its scope and stops when revoked', async () => {
  const visitor = await product.visit({ as: await product.user(), at: '/account' })
  await visitor.field('Token name').fill('Treasury sheet')
  await visitor.button('Create token').click()
  const token = await visitor.field('Token “Treasury sheet”').inputValue()
  await visitor.isAccessible('account, a new token')
  expect(await status(token)).toBe(200)
  const entering = await fetch(`${product.url}/api/exchange-rate/manual`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ date: '2026-09-29', base_currency: 'USD', rate: 330.75 }),
  })
  expect(entering.status).toBe(403)
  await visitor.reload()
  await visitor.sees('Treasury sheet')
  await visitor.sees(/^Last used/)
  expect(await visitor.page.getByText(token).count()).toBe(0)
  await visitor.button('Revoke Treasury sheet').click()
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await visitor.sees('You have no tokens yet.')
  expect(await status(token)).toBe(401)
})

test('creating a token ten minutes after signing in requires a new sign-in', async () => {
  const email = 'again@example.lk'
  await product.account(email)
  const visitor = await product.visit()
  await visitor.open('/login')
  await visitor.signsIn(email)
  await visitor.isAt('/dashboard')
  await visitor.open('/account')
  await visitor.sees('This device')
  await visitor.sees('You have no tokens yet.')
  await visitor.waits(601)
  await visitor.reload()
  await visitor.button('Sign in again').click()
  await visitor.isAt('/login')
  expect(await visitor.field('Email address').inputValue()).toBe(email)
  await visitor.signsIn(email)
  await visitor.isAt('/account')
  await visitor.field('Token name').fill('After all')
  await visitor.button('Create token').click()
  await visitor.field('Token “After all”').waitFor()
})

test('a limited token shows its limits, and the dashboard a doubtful rate that it sent', async () => {
  const visitor = await product.visit({ as: await product.user('Nimal Perera') })
  await visitor.open('/account')
  await visitor.field('Token name').fill('Nightly rates')
  const kinds = visitor.page.getByLabel('Kinds of rate it may change')
  expect(await kinds.count()).toBe(0)
  await visitor.page.getByLabel('Permission').selectOption('write')
  await kinds.selectOption('tt-buying')
  await visitor.button('Create token').click()
  const token = await visitor.page.getByLabel('Token “Nightly rates”').inputValue()
  await visitor.sees('Changes only: Bank buys (TT)')

  const send = async (kind: string, rate: number) => {
    const response = await fetch(`${product.url}/api/exchange-rate/manual`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ date: '2026-09-28', base_currency: 'USD', kind, rate }),
    })
    return response.status
  }
  expect(await send('indicative', 330)).toBe(403)
  expect(await send('tt-buying', 33)).toBe(422)
  await visitor.open('/dashboard')
  await visitor.sees('A program’s USD Bank buys (TT) rate of 28 Sep 2026 was refused as doubtful.')
  await visitor.link('Enter it').click()
  await visitor.isAt('/enter?date=2026-09-28')
  expect(await send('tt-buying', 326.5)).toBe(201)
  await visitor.open('/dashboard')
  await visitor.sees(/of 4 rates entered/)
  expect(await visitor.page.getByText('was refused as doubtful').count()).toBe(0)
})
