import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import type { Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct()

/** Returns the code from the email. */
async function requestCode(visitor: Visitor, email: string): Promise<string> {
  await product.account(email)
  await visitor.open('/login')
  await visitor.field('Email address').fill(email)
  await visitor.button('Send OTP').click()
  await visitor.field(`Enter OTP sent to ${email}`).waitFor()
  return (await product.post.next(email)).code
}

const wrongCode = (code: string) => (code === '111111' ? '222222' : '111111')

test('both buttons show progress, and a pasted code may have text around it', async () => {
  const visitor = await product.visit({ at: '/login' })
  expect(await visitor.button('Send OTP').isDisabled()).toBe(true)
  const sending = await holdRequests(visitor.page, '**/api/auth/login')
  await product.account('paste@example.lk')
  await visitor.field('Email address').fill('paste@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.button('Sending OTP...').and(visitor.page.locator('[aria-disabled]')).waitFor()
  sending()
  await visitor.sees('OTP sent to your email')
  const { code } = await product.post.next('paste@example.lk')
  const field = visitor.field('Enter OTP sent to paste@example.lk')
  expect(await field.getAttribute('placeholder')).toBe('6-digit code')
  expect(await field.getAttribute('maxlength')).toBe('6')
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: product.url,
  })
  // All journeys of a run share the browser's clipboard.
  const paste = async () => {
    await visitor.page.evaluate(
      `navigator.clipboard.writeText(' ${code.slice(0, 3)} ${code.slice(3)} ')`,
    )
    await field.fill('')
    await field.press('Control+V')
    return field.inputValue()
  }
  await expect.poll(paste).toBe(code)
  const release = await holdRequests(visitor.page, '**/api/auth/verify-otp')
  await visitor.button('Verify OTP').click()
  await visitor.button('Verifying...').and(visitor.page.locator('[aria-disabled]')).waitFor()
  release()
  await visitor.isAt('/dashboard')
  expect(await visitor.stored('auth_token')).toMatch(/.{20}/)
  await visitor.menu('paste@example.lk').waitFor()
})

test('a wrong code shows the tries left, and the fifth invalidates the code', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(/^POST \/api\/auth\/verify-otp: 400$/)
  const code = await requestCode(visitor, 'wrong@example.lk')
  const field = visitor.field('Enter OTP sent to wrong@example.lk')
  await field.pressSequentially('12345')
  expect(await visitor.button('Verify OTP').isDisabled()).toBe(true)
  await visitor.isAccessible('login, code')
  for (const left of ['4 tries left.', '3 tries left.', '2 tries left.', '1 try left.']) {
    await field.fill(wrongCode(code))
    await visitor.button('Verify OTP').click()
    await visitor.page.getByRole('alert').filter({ hasText: left }).waitFor()
  }
  await field.fill(wrongCode(code))
  await visitor.button('Verify OTP').click()
  await visitor.sees('Request a new OTP.')
  await visitor.isAccessible('login, wrong code')
  await field.fill(code)
  await visitor.button('Verify OTP').click()
  await field.and(visitor.page.locator('[aria-invalid]')).waitFor()
  expect(await visitor.stored('auth_token')).toBeNull()
})

test('the countdown follows the clock, and a reload leaves an expired code', async () => {
  const visitor = await product.visit()
  const code = await requestCode(visitor, 'late@example.lk')
  await visitor.sees(/Expires in (10:00|9:5\d)/)
  await visitor.reload()
  await visitor.field('Enter OTP sent to late@example.lk').waitFor()
  await visitor.waits(300)
  await visitor.sees(/Expires in (5:00|4:5\d)/)
  await visitor.field('Enter OTP sent to late@example.lk').fill(code)
  await visitor.waits(301)
  await visitor.sees('Expires in 0:00')
  await visitor.isAccessible('login, expired')
  await visitor.sees('OTP has expired. Please request a new one.')
  expect(await visitor.button('Verify OTP').isDisabled()).toBe(true)
  await visitor.reload()
  await visitor.field('Email address').waitFor()
  await visitor.seesNot('OTP has expired')
})

test('a new code can be requested after its wait and replaces the old one', async () => {
  const visitor = await product.visit()
  visitor.watch.expects(/^POST \/api\/auth\/verify-otp: 400$/)
  const email = 'resend@example.lk'
  const first = await requestCode(visitor, email)
  const resend = visitor.button('Resend OTP')
  expect(await resend.isDisabled()).toBe(true)
  await visitor.sees(/in (1:00|0:5\d)$/)
  await visitor.waits(601)
  await visitor.sees('OTP has expired. Please request a new one.')
  await visitor.field(`Enter OTP sent to ${email}`).fill(first)
  await resend.click()
  await visitor.sees('New OTP sent to your email')
  await visitor.sees(/Expires in (10:00|9:5\d)/)
  await visitor.seesNot('OTP has expired')
  expect(await visitor.field(`Enter OTP sent to ${email}`).inputValue()).toBe('')
  const second = (await product.post.next(email)).code
  if (first !== second) {
    await visitor.field(`Enter OTP sent to ${email}`).fill(first)
    await visitor.button('Verify OTP').click()
    await visitor.sees('4 tries left.')
  }
  await visitor.field(`Enter OTP sent to ${email}`).fill(second)
  await visitor.button('Verify OTP').click()
  await visitor.isAt('/dashboard')
})

test('a user signs in by keyboard', async () => {
  const email = 'keys@example.lk'
  await product.account(email)
  const visitor = await product.visit({ at: '/login' })
  const { keyboard } = visitor.page
  const focused = () =>
    visitor.page.evaluate<string>(
      'document.activeElement.name || document.activeElement.textContent',
    )
  for (let press = 0; press < 10 && (await focused()) !== 'email'; press++)
    await keyboard.press('Tab')
  await keyboard.type(email)
  await keyboard.press('Enter')
  await expect.poll(focused).toBe('otp')
  await keyboard.type((await product.post.next(email)).code)
  await keyboard.press('Enter')
  await visitor.isAt('/dashboard')
})

async function register(visitor: Visitor, name: string, email: string): Promise<void> {
  await visitor.open('/register')
  await visitor.field('Full Name').fill(name)
  await visitor.field('Email address').fill(email)
  await visitor.button('Register').click()
}

test('a new user opens the emailed link, confirms the name and signs in with one press', async () => {
  const visitor = await product.visit()
  await register(visitor, 'Nimal Perera', 'nimal@example.lk')
  await visitor.sees('Registration successful! Check your email for a OTP link.')
  const email = await product.post.next('nimal@example.lk')
  expect(email.text).toContain('Hello,')
  expect(email.code).toMatch(/^\d{6}$/)
  expect(email.link.startsWith(`${product.url}/login#token=`)).toBe(true)

  const reader = await product.visit()
  await reader.page.goto(email.link)
  const press = reader.button('Sign in')
  await press.waitFor()
  await reader.isAccessible('login, link')
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
  const visitor = await product.visit()
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
