import { expect, test } from 'vitest'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

const product = await startProduct()

/** Goes to the second step for an address; gives the code that the email brought. */
async function requestCode(visitor: Visitor, email: string): Promise<string> {
  await product.account(email)
  await visitor.open('/login')
  await visitor.field('Email address').fill(email)
  await visitor.button('Send OTP').click()
  await visitor.field(`Enter OTP sent to ${email}`).waitFor()
  return (await product.post.next(email)).code
}

/** A code that is not this one. */
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')

test('Both buttons wait for what they need and say what they do; a code that is pasted with what stands around it is understood', async () => {
  const visitor = await visit(product, { at: '/login' })
  expect(await visitor.button('Send OTP').isDisabled()).toBe(true)
  const sending = await holdRequests(visitor.page, '**/api/auth/login')
  await product.account('paste@example.lk')
  await visitor.field('Email address').fill('paste@example.lk')
  await visitor.button('Send OTP').click()
  expect(await visitor.button('Sending OTP...').isDisabled()).toBe(true)
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
  expect(await visitor.button('Verifying...').isDisabled()).toBe(true)
  release()
  await visitor.isAt('/dashboard')
  expect(await visitor.stored('auth_token')).toMatch(/.{20}/)
  await visitor.menu('paste@example.lk').waitFor()
})

test('A wrong code is announced with the tries that are left, and after the fifth the code is dead', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/^POST \/api\/auth\/verify-otp: 400$/)
  const code = await requestCode(visitor, 'wrong@example.lk')
  const field = visitor.field('Enter OTP sent to wrong@example.lk')
  await field.pressSequentially('12345')
  expect(await visitor.button('Verify OTP').isDisabled()).toBe(true)
  await expectAccessible(visitor.page, 'login, code')
  for (const left of ['4 tries left.', '3 tries left.', '2 tries left.', '1 try left.']) {
    await field.fill(otherThan(code))
    await visitor.button('Verify OTP').click()
    await visitor.sees(left)
  }
  await field.fill(otherThan(code))
  await visitor.button('Verify OTP').click()
  await visitor.sees('This OTP has no tries left: request a new one.')
  await expectAccessible(visitor.page, 'login, wrong code')
  await field.fill(code)
  await visitor.button('Verify OTP').click()
  await field.and(visitor.page.locator('[aria-invalid]')).waitFor()
  expect(await visitor.stored('auth_token')).toBeNull()
})

test('The countdown follows the clock, also after a sleep, and at zero the code is expired', async () => {
  const visitor = await visit(product)
  const code = await requestCode(visitor, 'late@example.lk')
  await visitor.sees(/Expires in (10:00|9:5\d)/)
  await visitor.waits(300)
  await visitor.sees(/Expires in (5:00|4:5\d)/)
  await visitor.field('Enter OTP sent to late@example.lk').fill(code)
  await visitor.waits(301)
  await visitor.sees('Expires in 0:00')
  await expectAccessible(visitor.page, 'login, expired')
  await visitor.sees('OTP has expired. Please request a new one.')
  expect(await visitor.button('Verify OTP').isDisabled()).toBe(true)
})

test('A code that is too old for the server is expired, whatever the clock of the device says', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/^POST \/api\/auth\/verify-otp: 400$/)
  const code = await requestCode(visitor, 'slowclock@example.lk')
  product.test.clock.turn(601)
  await visitor.field('Enter OTP sent to slowclock@example.lk').fill(code)
  await visitor.button('Verify OTP').click()
  await visitor.sees('OTP has expired. Please request a new one.')
  expect(await visitor.button('Verify OTP').isDisabled()).toBe(true)
})

test('A new code can be asked for after its wait; it clears the field, restarts the countdown and replaces the old one', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/^POST \/api\/auth\/verify-otp: 400$/)
  const email = 'resend@example.lk'
  const first = await requestCode(visitor, email)
  const resend = visitor.button('Resend OTP')
  expect(await resend.isDisabled()).toBe(true)
  await visitor.sees(/^in (1:00|0:5\d)$/)
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

test('Whoever asks again within the minute goes on at the code step with what is left of the wait, and gets no second email', async () => {
  const email = 'again@example.lk'
  const code = await requestCode(await visit(product), email)
  product.test.clock.turn(20)
  const other = await visit(product, { at: '/login' })
  await other.field('Email address').fill(email)
  await other.button('Send OTP').click()
  const field = other.field(`Enter OTP sent to ${email}`)
  await field.waitFor()
  await other.seesNot('Email not registered')
  await other.sees(/^Expires in 9:(40|3\d)$/)
  await other.sees(/^in 0:(40|3\d)$/)
  expect(await other.button('Resend OTP').isDisabled()).toBe(true)
  // One to register and one to sign in.
  expect(product.post.emailsTo(email)).toHaveLength(2)
  await field.fill(code)
  await other.button('Verify OTP').click()
  await other.isAt('/dashboard')
})

test('Whoever has just used the code on another device waits at the code step for a new one', async () => {
  const email = 'twice@example.lk'
  await product.account(email)
  const post = (url: string, payload: object) =>
    product.test.app.inject({ method: 'POST', url, payload })
  await post('/api/auth/login', { email })
  await post('/api/auth/verify-otp', { email, otp: (await product.post.next(email)).code })
  const other = await visit(product, { at: '/login' })
  await other.field('Email address').fill(email)
  await other.button('Send OTP').click()
  await other.field(`Enter OTP sent to ${email}`).waitFor()
  await other.seesNot('Email not registered')
  await other.sees('OTP has expired. Please request a new one.')
  const resend = other.button('Resend OTP')
  expect(await resend.isDisabled()).toBe(true)
  await other.waits(60)
  await resend.click()
  await other.sees('New OTP sent to your email')
  await other.field(`Enter OTP sent to ${email}`).fill((await product.post.next(email)).code)
  await other.button('Verify OTP').click()
  await other.isAt('/dashboard')
})

test('A limit and a suspended account are named as what they are', async () => {
  const email = 'limited@example.lk'
  await product.account(email)
  const visitor = await visit(product, { at: '/login' })
  visitor.watch.expects(/^POST \/api\/auth\/login: (403|429)$/)
  await visitor.field('Email address').fill(email)
  for (let sent = 0; sent < 5; sent++) {
    await product.test.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email } })
    product.test.clock.turn(61)
  }
  await visitor.button('Send OTP').click()
  await visitor.sees(/^5 emails have been sent to this address within an hour\./)
  await visitor.seesNot('Email not registered')
  const { db, clock } = product.test
  await db
    .updateTable('app_user')
    .set({ suspended_at: clock.now() })
    .where('email', '=', email)
    .execute()
  await visitor.button('Send OTP').click()
  await visitor.sees(/^This account is suspended\./)
  await visitor.seesNot('Email not registered')
})

test('The second step outlives a reload, and a different address can be given', async () => {
  const visitor = await visit(product)
  await requestCode(visitor, 'mistyped@example.lk')
  await visitor.reload()
  await visitor.field('Enter OTP sent to mistyped@example.lk').waitFor()
  await visitor.button('Use different email').click()
  expect(await visitor.field('Email address').inputValue()).toBe('mistyped@example.lk')
  await product.account('right@example.lk')
  await visitor.field('Email address').fill('right@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.field('Enter OTP sent to right@example.lk').waitFor()
})

test('An address that is not registered is refused by name, and what was stored is cleared', async () => {
  const visitor = await visit(product)
  visitor.watch.expects(/^POST \/api\/auth\/login: 404$/)
  await visitor.open('/login')
  await visitor.field('Email address').fill('nobody@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.sees('Email not registered please signup')
  await expectAccessible(visitor.page, 'login, not registered')
  expect(await visitor.stored('auth_token')).toBeNull()
  await visitor.field('Email address').fill('somebody@example.lk')
  await visitor.seesNot('Email not registered please signup')
  expect(await visitor.button('Create Account').count()).toBe(0)
  await visitor.field('Email address').fill('nobody@example.lk')
  await visitor.button('Send OTP').click()
  await visitor.button('Create Account').click()
  await visitor.isAt('/register')
  expect(await visitor.field('Email address').inputValue()).toBe('nobody@example.lk')
})

test('A sign-in by keyboard alone', async () => {
  const email = 'keys@example.lk'
  await product.account(email)
  const visitor = await visit(product, { at: '/login' })
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
