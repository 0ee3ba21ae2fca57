import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Language, addressIn, LANGUAGES } from '../contract/language.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { listScreens, openWhole } from '../harness/browser/screens.ts'
import { startProduct, type User } from '../harness/product.ts'

const ADMIN = 'administrator.of.this.installation@example.lk'
const product = await startProduct({ recorded: {}, env: { ADMINS: ADMIN } })

/** Pixels by which the page is wider than its window. */
const OVERHANG = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const SCROLLED = `[...document.querySelectorAll('main *')]
  .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth)
  .map((each) => each.outerHTML.slice(0, 100))`

/**
 * Texts that stick out of their card, table, button or bar; lines that touch; labels of a chart that
 * touch; broken words in buttons and in the bar. Code scrolls in its box.
 */
const MISFITS = `(() => {
  const found = []
  const canvas = document.createElement('canvas').getContext('2d')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const parent = node.parentElement
    const text = node.data.trim()
    const head = parent.closest('thead')
    if (head && getComputedStyle(head).clipPath !== 'none') continue
    if (!text || !parent.checkVisibility() || parent.closest('script, style, noscript, option, svg, .visually-hidden, [popover], pre')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
    const say = (what) => found.push(what + ': ' + text.slice(0, 60))
    const box = parent.closest('button, header nav a, section, main table')?.getBoundingClientRect()
    if (box && rects.some(({ left, right }) => left < box.left - 1 || right > box.right + 1) && !parent.closest('header button, .ranges'))
      say('out of its box')
    const day = parent.closest('main nav li > *')?.getBoundingClientRect()
    if (day && /^\\d/.test(text) && rects.some(({ bottom }) => bottom > day.bottom)) say('on the edge of its day')
    const tops = [...new Set(rects.map(({ top }) => Math.round(top)))]
    const style = getComputedStyle(parent)
    canvas.font = [style.fontWeight, style.fontSize, style.fontFamily].join(' ')
    const ink = canvas.measureText(text)
    const height = ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent
    if (tops.some((top, at) => at > 0 && Math.abs(top - tops[at - 1]) < height - 1)) say('lines touch')
    if (parent.closest('button, header nav a') && tops.length > 1 && !text.includes(' ')) say('a word is broken')
    if (parent.closest('header nav a') && tops.length > 1) say('two lines in the bar')
  }
  const labels = [...document.querySelectorAll('svg text[text-anchor=middle]')].map((each) => each.getBoundingClientRect())
  labels.forEach(({ left, top }, at) => {
    if (at > 0 && Math.abs(top - labels[at - 1].top) < 1 && left < labels[at - 1].right) found.push('names of the axis touch')
  })
  return found
})()`

/** Makes every text of a page 60 % longer: by more words, or where it is one word by more of it. */
const LENGTHEN = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const nodes = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  for (const node of nodes) {
    const text = node.data.trim()
    if (!/\\p{Ll}{2}/u.test(text) || text.includes('@') || node.parentElement.closest('script, style, noscript')) continue
    node.data += (text.includes(' ') ? ' ' : '') + text.slice(0, Math.ceil(text.length * 0.6))
  }
})()`

/** Makes text twice as large, and nothing else. */
const ENLARGE = "document.documentElement.style.fontSize = '200%'"

/**
 * Controls that are lower than a finger needs, with the invisible target around them; a link within
 * a sentence is as high as its line.
 */
const LOW = `[...document.querySelectorAll('a, button, summary, select, textarea, input:not([type=hidden])')].flatMap((each) => {
  const pressed = each.matches('[type=checkbox], [type=radio]') ? each.labels[0] ?? each : each
  const target = getComputedStyle(pressed, '::after')
  const more = target.position === 'absolute' ? -parseFloat(target.top) - parseFloat(target.bottom) : 0
  const height = pressed.getBoundingClientRect().height + (more || 0)
  const isSeen = each.checkVisibility() && !each.closest('.visually-hidden') && getComputedStyle(each).display !== 'inline'
  return isSeen && height < 43.9 ? [height + ' ' + (each.innerText || each.name)] : []
})`

/** Screens of which nothing has to be scrolled sideways either. */
const WITHOUT_SCROLLING = [
  ...['/rates', '/rates/USD', '/rates/USD/2026-09-29', '/periods', '/periods/USD'],
  ...['/dashboard', '/manage', '/enter', '/account'],
]

const LONG_NAME = 'A User With A Rather Long Name Indeed'
const admin = await product.user(LONG_NAME, ADMIN)
const SIZES = {
  small: { width: 320, height: 844 },
  phone: { width: 390, height: 844 },
  low: { width: 360, height: 740 },
  wide: { width: 1280, height: 844 },
}

/** Opens every screen of a user or visitor in a language. Work screens are in English only. */
async function* openScreens(as: User | undefined, language: Language) {
  const visitor = await product.visit({ as, ...SIZES.small, touch: language === 'en' })
  visitor.watch.expects(/^GET [/a-z]*\/nowhere: 404$/)
  const { page } = visitor
  for (const { at, access, isWork } of await listScreens(language)) {
    if (access === (as ? 'signed-out' : 'signed-in')) continue
    if (isWork && language !== 'en') continue
    if (as && access === 'everyone') continue
    await openWhole(visitor, at)
    yield { at, isWork, page }
  }
  await visitor.context.close()
}

const expectNoOverhang = (page: Page, what: string) =>
  // The menus of the bar come with code of their own.
  expect.poll(() => page.evaluate<number>(OVERHANG), { message: what }).toBe(0)

test.each(['si', 'ta', 'en'] as const)(
  'In %s every screen fits a phone of 320 pixels, and one with its text twice as large; in English axe finds nothing on it',
  async (language) => {
    if (language === 'en') await admin.enters('USD', '2026-09-29', 330.75)
    for (const as of [admin, undefined]) {
      for await (const { at, isWork, page } of openScreens(as, language)) {
        await expectNoOverhang(page, at)
        expect.soft(await page.evaluate<string[]>(MISFITS), at).toEqual([])
        await page.setViewportSize(SIZES.wide)
        expect.soft(await page.evaluate<string[]>(MISFITS), `${at}, wide`).toEqual([])
        if (WITHOUT_SCROLLING.includes(at))
          expect.soft(await page.evaluate<string[]>(SCROLLED), `${at}, wide`).toEqual([])
        await page.setViewportSize(SIZES.phone)
        if (language === 'en') {
          expect.soft(await page.evaluate<string[]>(LOW), at).toEqual([])
          await expectAccessible(page, at)
        }
        if (WITHOUT_SCROLLING.includes(at))
          expect.soft(await page.evaluate<string[]>(SCROLLED), at).toEqual([])
        await page.setViewportSize(SIZES.low)
        await page.evaluate(ENLARGE)
        await expectNoOverhang(page, `${at}, enlarged`)
        await page.setViewportSize(SIZES.small)
        if (language !== 'en' || isWork) continue
        await page.evaluate(`document.documentElement.style.fontSize = ''; ${LENGTHEN}`)
        await expectNoOverhang(page, `${at}, with texts that are 60 % longer`)
      }
    }
  },
)

/** Navigates within the tab, like the forward button. */
const goTo = (page: Page, address: string) =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )

test('no screen leaves styles behind for the next one in the same tab', async () => {
  const visitor = await product.visit({ as: admin, ...SIZES.phone })
  const { page } = visitor
  await visitor.open('/rates')
  const screens = (await listScreens()).filter(
    ({ access, path }) => access !== 'signed-out' && path !== '*',
  )
  for (const { at } of [...screens, ...screens.toReversed()]) {
    await goTo(page, at)
    await page.locator('main:not([aria-busy=true], :has([aria-busy=true]))').waitFor()
    expect.soft(await page.evaluate<string[]>(MISFITS), at).toEqual([])
    await expectNoOverhang(page, at)
  }
})

test('no screen with the rate 99999999.9999 scrolls sideways at 390 pixels', async () => {
  const user = await product.user(LONG_NAME)
  await user.enters('USD', '2026-09-29', 99999999.9999)
  const visitor = await product.visit({ as: user, ...SIZES.phone })
  for (const at of ['/', ...WITHOUT_SCROLLING]) {
    await openWhole(visitor, at)
    await expectNoOverhang(visitor.page, at)
  }
})

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
  const { page, open } = await product.visit()
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
  const visitor = await product.visit({
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
