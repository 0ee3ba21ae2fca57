import { expect, test } from 'vitest'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

test('a limited token shows its limits, and the dashboard a doubtful rate that it sent', async () => {
  const visitor = await visit(product, { as: await product.user('Nimal Perera') })
  await visitor.open('/account')
  await visitor.field('Token name').fill('Nightly rates')
  await visitor.page.getByLabel('Permission').selectOption('write')
  await visitor.page.getByLabel('Kinds of rate it may change').selectOption('tt-buying')
  await visitor.button('Create token').click()
  const token = await visitor.page.getByLabel('Token “Nightly rates”').inputValue()
  await visitor.sees('Changes only: Bank buys (TT)')

  const send = async (kind: string, rate: number) => {
    const response = await fetch(`${product.url}/api/exchange-rate/manual`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ date: '2026-09-28', base_currency: 'USD', kind, rate }),
    })
    return response.status
  }
  expect(await send('indicative', 330)).toBe(403)
  expect(await send('tt-buying', 33)).toBe(422)
  await visitor.open('/dashboard')
  await visitor.sees('A program’s USD Bank buys (TT) rate of 28 Sep 2026 was refused as doubtful.')
  await visitor.link('Enter it').click()
  await visitor.isAt('/enter?date=2026-09-28')
  expect(await send('tt-buying', 326.5)).toBe(201)
  await visitor.open('/dashboard')
  await visitor.sees(/of 4 rates entered/)
  expect(await visitor.page.getByText('was refused as doubtful').count()).toBe(0)
})
