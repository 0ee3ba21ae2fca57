import { expect, test } from 'vitest'
import { startProduct } from './harness/product.ts'
import { publishRecorded } from './harness/recorded-rates.ts'
import { visit } from './harness/visitor.ts'

const product = await startProduct()
await publishRecorded(product)

/** By how many pixels a page is wider than its window. */
const OVERHANG = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

test.each([
  [390, 99999999.9999],
  [320, 330.75],
])('No screen scrolls sideways at %i pixels, with a rate of %f', async (width, rate) => {
  const person = await product.person('A Person With A Rather Long Name Indeed')
  const visitor = await visit(product, { as: person, width, height: 844 })
  visitor.watch.expects(/^GET \/nowhere: 404$/)
  await person.enters('USD', '2026-09-29', rate)
  for (const path of ['/', '/rates', '/dashboard', '/manage', '/auditlog', '/sessions', '/nowhere']) {
    await visitor.open(path)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await visitor.page.evaluate<number>(OVERHANG), path).toBe(0)
  }
  const stranger = await visit(product, { width, height: 844 })
  for (const path of ['/', '/login', '/register', '/api/docs']) {
    await stranger.page.goto(path)
    await stranger.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await stranger.page.evaluate<number>(OVERHANG), path).toBe(0)
  }
})

test('The account menu works by touch on a phone', async () => {
  const person = await product.person()
  const visitor = await visit(product, { as: person, width: 390, height: 844 })
  await visitor.open('/rates')
  await visitor.button(person.email).click()
  await visitor.link('Audit Trail').click()
  await visitor.isAt('/auditlog')
  await visitor.heading('Audit Trail').waitFor()
})
