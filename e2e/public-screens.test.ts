import { expect, test } from 'vitest'
import { startProduct } from './harness/product.ts'
import { visit } from './harness/visitor.ts'

const product = await startProduct()

test('The home page names the product and leads to the rates and to the login', async () => {
  const visitor = await visit(product)
  await visitor.open('/')
  await visitor.heading('CURRENCY EXCHANGE').waitFor()
  await visitor.link('Login to Manage').waitFor()
  await visitor.link('View Rates').click()
  await visitor.isAt('/rates')
  await visitor.heading('Currency Exchange Rates').waitFor()
  expect(await visitor.page.title()).toBe('Currency Exchange Rates · Rupee Rates')
})
