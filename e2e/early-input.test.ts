import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { visit, type Visitor, type VisitorOptions } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

/** Somebody at a page whose text is there and whose scripts are on their way until `arrive`. */
async function visitEarly(
  path: string,
  options: VisitorOptions = {},
): Promise<{ visitor: Visitor; arrive: () => Promise<void> }> {
  const visitor = await visit(product, options)
  const { promise: arrived, resolve } = Promise.withResolvers<undefined>()
  await visitor.page.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await visitor.page.goto(path, { waitUntil: 'commit' })
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return {
    visitor,
    async arrive() {
      expect(await visitor.page.locator('html[data-hydrated]').count()).toBe(0)
      resolve(undefined)
      await visitor.page.locator('html[data-hydrated]').waitFor()
    },
  }
}

test('What is typed and chosen before the scripts are there counts once they are: an amount, a day and a currency', async () => {
  const { visitor, arrive } = await visitEarly('/', { width: 390, height: 844 })
  await visitor.field('Amount').click()
  await visitor.page.keyboard.press('Control+a')
  await visitor.page.keyboard.type('1299.99')
  await visitor.field('Date').fill('2026-09-25')
  await visitor.field('Currency').focus()
  await visitor.field('Currency').selectOption('GBP')
  await arrive()
  await visitor.holds('Sri Lankan rupees', '566,825.02')
  await visitor.isAt('/?amount=1299.99&currency=GBP&date=2026-09-25')
  // It counted once: a screen that follows takes nothing back.
  await visitor.field('Currency').selectOption('CAD')
  await visitor.link('Exchange Rates').click()
  await visitor.isAt('/rates')
  await visitor.page.goBack()
  await visitor.isAt('/?amount=1299.99&currency=CAD&date=2026-09-25')
  expect(await visitor.field('Amount').inputValue()).toBe('1299.99')
})

/**
 * Enters something in the moment that the scripts are there, before what was typed early is
 * entered.
 */
const enterAsTheyArrive = (visitor: Visitor, name: string, value: string) =>
  visitor.page.evaluate(`{
    const field = document.querySelector('input[name=${name}]')
    new MutationObserver(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${value}')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
  }`)

test('What is typed on in the moment that the scripts are there goes before what was typed early', async () => {
  const { visitor, arrive } = await visitEarly('/')
  await visitor.field('Amount').fill('12')
  await visitor.field('Currency').selectOption('GBP')
  await enterAsTheyArrive(visitor, 'amount', '1299.99')
  await arrive()
  await visitor.isAt(/^\/\?amount=1299\.99&currency=GBP/)
  await visitor.holds('Sri Lankan rupees', '569,473.49')
})

test('A day that is chosen in the moment that an early amount is entered stays', async () => {
  const { visitor, arrive } = await visitEarly('/')
  await visitor.field('Amount').fill('1299.99')
  await enterAsTheyArrive(visitor, 'date', '2026-09-25')
  await arrive()
  await visitor.isAt('/?amount=1299.99&currency=USD&date=2026-09-25')
})

test('A field that is emptied early is empty', async () => {
  const { visitor, arrive } = await visitEarly('/?amount=250')
  await visitor.field('Amount').fill('')
  await arrive()
  await visitor.holds('Sri Lankan rupees', '')
  expect(await visitor.field('Amount').inputValue()).toBe('')
})

test('The currency and the day of the rates are chosen early', async () => {
  const { visitor, arrive } = await visitEarly('/rates')
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.field('Date').fill('2026-09-28')
  await arrive()
  await visitor.isAt('/rates?date=2026-09-28&base=GBP')
  await visitor.link('British Pound: chart and converter').waitFor()
})

test('An account is asked for early, and made once, without a name or an address in the address bar', async () => {
  const { visitor, arrive } = await visitEarly('/register')
  await visitor.field('Full Name').fill('Early Bird')
  await visitor.field('Email address').fill('early@example.lk')
  await visitor.page.keyboard.press('Enter')
  await visitor.button('Register').click()
  await visitor.isAt('/register')
  await arrive()
  await visitor.sees('Registration successful')
  expect(visitor.watch.requests.filter((each) => each === 'POST /api/auth/register')).toHaveLength(
    1,
  )
  await product.post.next('early@example.lk')
})

test('An alert is asked for early', async () => {
  const { visitor, arrive } = await visitEarly('/alerts')
  await visitor.field('Currency').selectOption('GBP')
  await visitor.field('Rate in LKR').fill('440')
  await visitor.field('Email address').fill('alert@example.lk')
  await visitor.page.keyboard.press('Enter')
  await visitor.isAt('/alerts')
  await arrive()
  await product.post.next('alert@example.lk')
})

test('The link of an email is followed into another language early, by a press or by the keyboard', async () => {
  const { visitor } = await visitEarly('/secure-account#token=early')
  const address = () => visitor.page.evaluate('location.pathname + location.hash')
  await visitor.link('தமிழ்').click()
  await expect.poll(address).toBe('/ta/secure-account#token=early')
  await visitor.link('English').press('Enter')
  await expect.poll(address).toBe('/secure-account#token=early')
})
