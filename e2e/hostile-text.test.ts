import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

/** Each calls `hit` if it is put into a page as anything but text. */
const HOSTILE = [
  '</script><script>hit()</script>',
  '"><img src=x onerror=hit()>',
  'javascript:hit()',
]

const product = await startProduct({ env: { NOTICE: HOSTILE.join(' ') } })

test('scripts in names, notices and addresses are shown as text and never run', async () => {
  const user = await product.user(`Kumari ${HOSTILE[0]}`)
  const visitor = await visit(product, { as: user })
  const { page, context, watch } = visitor
  const hits: string[] = []
  await context.exposeBinding('hit', ({ page }) => void hits.push(page.url()))
  watch.expects(/^GET \/\S*: 40[04]$/)
  await user.enters('USD', '2026-09-29', 330.75)
  await visitor.open('/manage')
  await visitor.sees(HOSTILE[0] ?? '')
  await visitor.sees(HOSTILE.join(' '))
  for (const text of HOSTILE) {
    const part = encodeURIComponent(text)
    await visitor.open(`/auditlog?search=${part}&action=${part}&user=${part}`)
    await visitor.open(`/rates?date=${part}&base=${part}`)
    await page.goto(`/${part}?${part}#${part}`)
    await page.goto(`/login?email=${part}#token=${part}`)
  }
  await page.evaluate('hit()')
  // The trap itself works.
  expect(hits).toHaveLength(1)
})
