import { expect, test } from 'vitest'
import { openSession } from '../server/sign-in/session.ts'
import { startProduct, type Person } from './harness/product.ts'
import { visit } from './harness/visitor.ts'

const product = await startProduct()

/** Signs a person in on one more device. */
async function elsewhere(person: Person, device: string): Promise<string> {
  const { db, deps, clock } = product.test
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  const { token } = await db
    .transaction()
    .execute((trx) => openSession(trx, deps.secretKey, id, { device, ip: '198.51.100.7' }, clock.now()))
  return token
}

const status = async (token: string) =>
  (await fetch(`${product.url}/api/auth/user`, { headers: { authorization: `Bearer ${token}` } })).status

test('One sees where one is signed in and ends another session, or all others', async () => {
  const person = await product.person()
  const phone = await elsewhere(person, 'Old phone')
  const library = await elsewhere(person, 'Library computer')
  const visitor = await visit(product, { as: person })
  await visitor.open('/sessions')
  await visitor.sees('Old phone')
  await visitor.sees('198.51.100.7')
  await visitor.button('End session of Old phone, 198.51.100.7').click()
  await visitor.seesNot('Old phone')
  expect(await status(phone)).toBe(401)
  expect(await status(library)).toBe(200)
  await visitor.button('End all others').click()
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'End them' }).click()
  await visitor.seesNot('Library computer')
  expect(await status(library)).toBe(401)
  expect(await status(person.token)).toBe(200)
})

test('A session that is ended elsewhere is over here at the next step', async () => {
  const person = await product.person()
  const phone = await elsewhere(person, 'Phone')
  const visitor = await visit(product, { as: { ...person, token: phone } })
  visitor.watch.expects(/^(GET|POST) \/api\/.*: 401$/)
  await visitor.open('/manage')
  await visitor.heading('Manage Exchange Rates').waitFor()
  await fetch(`${product.url}/api/auth/sessions/revoke-others`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  })
  await visitor.field('Rate').fill('300')
  await visitor.button('Add Rate').click()
  await visitor.isAt('/login')
  expect(await visitor.stored('auth_token')).toBeNull()
})

test('A token for scripts is shown once, works as far as it may, and is out at once when revoked', async () => {
  const person = await product.person()
  const visitor = await visit(product, { as: person })
  await visitor.open('/sessions')
  await visitor.field('Name').fill('Treasury sheet')
  await visitor.button('Make a token').click()
  const token = await visitor.field('Token “Treasury sheet”').inputValue()
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
  await visitor.sees('You have no tokens.')
  expect(await status(token)).toBe(401)
})
