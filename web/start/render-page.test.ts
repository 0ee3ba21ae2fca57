// @vitest-environment node
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { NO_PAGE_DATA } from '../page-context.ts'
import { render } from './render-page.tsx'

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
