import { test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

const ADMIN = 'admin@example.lk'
const product = await startProduct({
  recorded: {},
  env: { ADMINS: ADMIN, REGISTRATION: 'approved', PUBLISHERS: 'sampath:Sampath Bank' },
})
let admin: Awaited<ReturnType<typeof product.user>> | undefined
const shot = (visitor: Visitor, name: string) =>
  visitor.page.screenshot({ path: `/tmp/shots-signin/${name}.png`, fullPage: true })

test.each([[390, false], [1280, false], [390, true]] as const)('shots %i %s', async (width, dark) => {
  const tag = `${width}${dark ? '-dark' : ''}`
  const as = (admin ??= await product.user('Sanduni Silva', ADMIN))
  for (const name of ['Kamala Fernando', 'Nimal Perera-Wickramasinghe de Silva']) await product.user(name)
  const login = await visit(product, { width, height: 844, dark, at: '/login' })
  login.watch.expects(/.*/)
  await shot(login, `login-${tag}`)
  await login.page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
  await login.field('Email address').fill('nimal@example.lk')
  await login.button('Send OTP').click()
  await login.sees('If you are registered')
  await shot(login, `login-500-${tag}`)
  await login.page.unroute('**/api/auth/login')
  const email = `new${tag}@example.lk`
  await fetch(`${product.url}/api/auth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Nimal Perera', email }) })
  await login.field('Email address').fill(email)
  await login.button('Send OTP').click()
  const field = login.field(`Enter OTP sent to ${email}`)
  await field.waitFor()
  await shot(login, `code-${tag}`)
  await field.fill('000000')
  await login.button('Verify OTP').click()
  await login.sees('4 tries left')
  await shot(login, `code-wrong-${tag}`)
  await login.page.goto((await product.post.next(email)).link)
  await login.button('Sign in').waitFor()
  await shot(login, `link-${tag}`)
  const register = await visit(product, { width, height: 844, dark, at: '/register' })
  register.watch.expects(/.*/)
  await register.button('Register').click()
  await register.sees('Fill in this field.')
  await shot(register, `register-missing-${tag}`)
  const page = await visit(product, { as, width, height: 844, dark, at: '/admin' })
  page.watch.expects(/.*/)
  await page.sees('Kamala Fernando')
  await shot(page, `admin-${tag}`)
  await page.open('/admin?tab=system')
  await page.sees('set, not shown').catch(() => undefined)
  await shot(page, `system-${tag}`)
  await page.open('/account')
  await page.sees('This device')
  await shot(page, `account-${tag}`)
  const alerts = await visit(product, { width, height: 844, dark, at: '/alerts?currency=USD' })
  alerts.watch.expects(/.*/)
  await alerts.field('Rate in LKR').fill('300')
  await shot(alerts, `alerts-${tag}`)
}, 120_000)
