// @vitest-environment node
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, test } from 'vitest'
import { NO_PAGE_DATA } from '../page-context.ts'
import { canonicalQuery, render } from './render-page.tsx'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heapMegabytes = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const body = { message: 'There is no rate.' }
const refused = { status: 404, body, json: JSON.stringify(body) }

async function renderRefused(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const kind = String(Math.random()).repeat(300)
    const page = await render({
      language: 'en',
      path: '/rates/USD/2026-11-26',
      search: new URLSearchParams({ kind }).toString(),
      page: { ...NO_PAGE_DATA, today: '2026-11-27' },
      call: () => Promise.resolve(refused),
    })
    expect(page.status).toBe(404)
  }
}

it('keeps nothing of 2,000 refused addresses', async () => {
  await renderRefused(200)
  const before = heapMegabytes()
  await renderRefused(2000)
  expect(heapMegabytes() - before).toBeLessThan(2)
})

test.each([
  ['amount=Rs.+12%2C500&for=2026-11-27', 'amount=12500&for=2026-11-27&from=LKR'],
  ['amount=1.5&from=LKR&amount=%241%2C299.99', 'amount=1299.99'],
  ['side=import&amount=15+lakhs', 'amount=1500000&kind=tt-selling'],
  ['amount=1299.99&from=LKR', 'amount=1299.99&from=LKR'],
  ['amount=GBP+5', 'amount=GBP+5'],
  ['amount=1.250', 'amount=1.250'],
])('the address of a cited rate leads from %s to %s', (given, canonical) => {
  expect(canonicalQuery('/rates/USD/2026-11-26', given)).toBe(canonical)
  expect(canonicalQuery('/rates/USD/2026-11-26', canonical)).toBe(canonical)
})
