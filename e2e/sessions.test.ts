import { expect, test } from 'vitest'
import { openSession } from '../server/identity/session.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct, type User } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct()

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
  const visitor = await visit(product, { as: user, at: '/account' })
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
  const visitor = await visit(product, { as: await product.user(), at: '/account' })
  await visitor.field('Token name').fill('Treasury sheet')
  await visitor.button('Create token').click()
  const token = await visitor.field('Token “Treasury sheet”').inputValue()
  await expectAccessible(visitor.page, 'account, a new token')
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
  const visitor = await visit(product)
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
