import { expect, test } from 'vitest'
import { addressIn, LANGUAGES } from '../contract/language.ts'
import { startProduct } from '../harness/product.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

/** Words in tables that break across lines, and tables that scroll sideways. */
const BROKEN = `[...document.querySelectorAll('main table')].flatMap((table) => {
  const found = table.parentElement.scrollWidth > table.parentElement.clientWidth ? ['scrolls'] : []
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const head = walker.currentNode.parentElement.closest('thead')
    if (head && getComputedStyle(head).clipPath !== 'none') continue
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange()
      range.setStart(walker.currentNode, index)
      range.setEnd(walker.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1) found.push(word)
    }
  }
  return found
})`

test('the history of a rate fits a phone in every language without broken words', async () => {
  const user = await product.user()
  await user.enters('GBP', '2026-09-28', 440.25)
  const { page, open } = await visit(product)
  for (const language of LANGUAGES) {
    await open(addressIn(language, '/rates/GBP/2026-09-28'))
    await page.evaluate(
      'for (const each of document.querySelectorAll("main details")) each.open = true',
    )
    await page.locator('main table td').first().waitFor()
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate<string[]>(BROKEN), `${language}, ${width}`).toEqual([])
    }
  }
})

test('the user menu works by touch, and the open tab is in view', async () => {
  const user = await product.user()
  const visitor = await visit(product, {
    as: user,
    width: 390,
    height: 844,
    touch: true,
    at: '/auditlog',
  })
  const tab = visitor.page.getByRole('navigation', { name: 'Section' }).getByText('Audit Trail')
  const right = async () => {
    const { x = 0, width = 999 } = (await tab.boundingBox()) ?? {}
    return x + width
  }
  await expect.poll(right).toBeLessThanOrEqual(390)
  await visitor.menu('Account').tap()
  await visitor.link('Account').tap()
  await visitor.isAt('/account')
})
