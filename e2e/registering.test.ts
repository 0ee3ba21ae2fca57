import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct()

async function register(visitor: Visitor, name: string, email: string): Promise<void> {
  await visitor.open('/register')
  await visitor.field('Full Name').fill(name)
  await visitor.field('Email address').fill(email)
  await visitor.button('Register').click()
}

test('Who registers gets an email, opens its link, sees whose it is and signs in with one press', async () => {
  const visitor = await visit(product)
  await register(visitor, 'Nimal Perera', 'nimal@example.lk')
  await visitor.sees('Registration successful! Check your email for a OTP link.')
  const email = await product.post.next('nimal@example.lk')
  expect(email.text).toContain('Hello,')
  expect(email.code).toMatch(/^\d{6}$/)
  expect(email.link.startsWith(`${product.url}/login#token=`)).toBe(true)

  const reader = await visit(product)
  await reader.page.goto(email.link)
  const press = reader.button('Sign in as Nimal Perera')
  await press.waitFor()
  await expectAccessible(reader.page, 'login, link')
  expect(await reader.stored('auth_token')).toBeNull()
  expect(reader.page.url()).toBe(`${product.url}/login`)
  await press.click()
  await reader.isAt('/dashboard')
  // Another browser than the one that registered: its name was a proposal.
  expect(await reader.field('Name').inputValue()).toBe('Nimal Perera')
  await reader.field('Name').fill('Nimal S. Perera')
  await reader.button('Save name').click()
  await reader.heading('Dashboard').waitFor()
  await reader.menu('nimal@example.lk').waitFor()
  await reader.open('/account')
  await expect.poll(() => reader.field('Name').inputValue()).toBe('Nimal S. Perera')
  expect(await reader.stored('auth_token')).toMatch(/.{20}/)
})

test('The button says that the email is being sent; three seconds later the login page follows, at the field for its code', async () => {
  const visitor = await visit(product)
  const release = await holdRequests(visitor.page, '**/api/auth/register')
  await register(visitor, 'Kamala Silva', 'kamala@example.lk')
  expect(await visitor.button('Sending magic link...').isDisabled()).toBe(true)
  release()
  await visitor.sees('Registration successful!')
  const email = await product.post.next('kamala@example.lk')
  const shown = visitor.page.url()
  expect(shown).toBe(`${product.url}/register`)
  await visitor.waits(3)
  await visitor.isAt('/login')
  // The code of the registration is good: no second one is sent.
  await visitor.field('Enter OTP sent to kamala@example.lk').fill(email.code)
  await visitor.button('Verify OTP').click()
  await visitor.isAt('/dashboard')
  expect(product.post.emailsTo('kamala@example.lk')).toHaveLength(1)
})

test('Who registers in a tab that waits for somebody else’s code is asked for the own one', async () => {
  await product.account('first@example.lk')
  const visitor = await visit(product, { at: '/login' })
  await visitor.field('Email address').fill('first@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.field('Enter OTP sent to first@example.lk').waitFor()
  await register(visitor, 'Second User', 'second@example.lk')
  await visitor.sees('Registration successful!')
  await visitor.waits(3)
  await visitor.isAt('/login')
  await visitor.field('Enter OTP sent to second@example.lk').waitFor()
})

test('Name and address are both wanted, and what is wrong is said at the field', async () => {
  const visitor = await visit(product, { at: '/register' })
  await visitor.button('Register').click()
  await expect.poll(() => visitor.field('Full Name').getAttribute('aria-invalid')).toBe('true')
  expect(await visitor.field('Email address').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => visitor.page.evaluate('document.activeElement.name')).toBe('name')
  await expectAccessible(visitor.page, 'register, fields missing')
  await visitor.field('Full Name').fill('Nimal Perera')
  await visitor.field('Email address').fill('nimal@')
  await visitor.button('Register').click()
  await expect.poll(() => visitor.page.evaluate('document.activeElement.name')).toBe('email')
  expect(visitor.watch.requests.filter((request) => request.startsWith('POST'))).toEqual([])
  await visitor.link('Already have an account? Login').click()
  await visitor.isAt('/login')
})

test('Opening the link from an email signs nobody in and uses nothing up, however often', async () => {
  await product.test.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { name: 'Scanned User', email: 'scanned@example.lk' },
  })
  const email = await product.post.next('scanned@example.lk')
  for (const method of ['GET', 'HEAD'] as const) await fetch(email.link, { method })
  for (let time = 0; time < 3; time++) {
    const scanner = await visit(product)
    await scanner.page.goto(email.link)
    await scanner.button('Sign in as Scanned User').waitFor()
    expect(await scanner.stored('auth_token')).toBeNull()
  }
  const user = await visit(product)
  await user.page.goto(email.link)
  await user.button(/^Sign in as Scanned User/).click()
  await user.isAt('/dashboard')

  const late = await visit(product)
  late.watch.expects(/^POST \/api\/auth\/link: 400$/)
  await late.page.goto(email.link)
  await late.sees('A link works once and for ten minutes.')
  await late.field('Email address').waitFor()
})
