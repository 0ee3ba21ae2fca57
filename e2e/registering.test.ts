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

test('a new user opens the emailed link, confirms the name and signs in with one press', async () => {
  const visitor = await visit(product)
  await register(visitor, 'Nimal Perera', 'nimal@example.lk')
  await visitor.sees('Registration successful! Check your email for a OTP link.')
  const email = await product.post.next('nimal@example.lk')
  expect(email.text).toContain('Hello,')
  expect(email.code).toMatch(/^\d{6}$/)
  expect(email.link.startsWith(`${product.url}/login#token=`)).toBe(true)

  const reader = await visit(product)
  await reader.page.goto(email.link)
  const press = reader.button('Sign in')
  await press.waitFor()
  await expectAccessible(reader.page, 'login, link')
  expect(await reader.stored('auth_token')).toBeNull()
  expect(reader.page.url()).toBe(`${product.url}/login`)
  // Another browser than the one that registered: the name is a proposal.
  expect(await reader.field('Full Name').inputValue()).toBe('Nimal Perera')
  await reader.field('Full Name').fill('Nimal S. Perera')
  await press.click()
  await reader.isAt('/dashboard')
  await reader.heading('Dashboard').waitFor()
  await reader.menu('nimal@example.lk').waitFor()
  await reader.open('/account')
  await expect.poll(() => reader.field('Name').inputValue()).toBe('Nimal S. Perera')
  expect(await reader.stored('auth_token')).toMatch(/.{20}/)
})

test('registration shows progress and leads to the code field of the login after three seconds', async () => {
  const visitor = await visit(product)
  const release = await holdRequests(visitor.page, '**/api/auth/register')
  await register(visitor, 'Kamala Silva', 'kamala@example.lk')
  await visitor.button('Sending magic link...').waitFor()
  release()
  await visitor.sees('Registration successful!')
  const email = await product.post.next('kamala@example.lk')
  const shown = visitor.page.url()
  expect(shown).toBe(`${product.url}/register`)
  await visitor.waits(3)
  await visitor.isAt('/login')
  // The code of the registration is good: no second one is sent.
  await visitor.sees('You sign in as Kamala Silva.')
  await visitor.field('Enter OTP sent to kamala@example.lk').fill(email.code)
  await visitor.button('Verify OTP').click()
  await visitor.isAt('/dashboard')
  expect(product.post.emailsTo('kamala@example.lk')).toHaveLength(1)
})
