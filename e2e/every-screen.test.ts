import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressIn, LANGUAGES, type Language } from '../contract/language.ts'
import { expectAccessible } from '../harness/browser/accessibility.ts'
import { listScreens, openWhole } from '../harness/browser/screens.ts'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct, type User } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

/** By how many pixels a page is wider than its window. */
const OVERHANG = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** What has to be scrolled sideways within a screen. */
const SCROLLED = `[...document.querySelectorAll('main *')]
  .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth)
  .map((each) => each.outerHTML.slice(0, 100))`

/**
 * What a reader sees wrong in texts: what stands out of its card, table, button or bar; lines that
 * touch; names of places of a chart that touch; a button or a link of the bar whose word is broken. With every
 * menu open.
 */
const MISFITS = `(() => {
  const found = []
  const menus = [...document.querySelectorAll('details[data-screen-only]:not([open])')]
  for (const menu of menus) menu.open = true
  const canvas = document.createElement('canvas').getContext('2d')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const parent = node.parentElement
    const text = node.data.trim()
    if (!text || !parent.checkVisibility() || parent.closest('script, style, noscript, option, svg, .visually-hidden')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
    const say = (what) => found.push(what + ': ' + text.slice(0, 60))
    const box = parent.closest('button, header nav a, section, main table')?.getBoundingClientRect()
    if (box && rects.some(({ left, right }) => left < box.left - 1 || right > box.right + 1) && !parent.closest('header button'))
      say('out of its box')
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
  for (const menu of menus) menu.open = false
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
 * What can be pressed and is lower than a finger needs; of a box, its label too. A link within a
 * sentence is as high as its line.
 */
const LOW = `[...document.querySelectorAll('a, button, summary, select, textarea, input:not([type=hidden])')].flatMap((each) => {
  const pressed = each.matches('[type=checkbox], [type=radio]') ? each.labels[0] ?? each : each
  const { height } = pressed.getBoundingClientRect()
  const isSeen = each.checkVisibility() && !each.closest('.visually-hidden') && getComputedStyle(each).display !== 'inline'
  return isSeen && height < 43.9 ? [height + ' ' + (each.innerText || each.name)] : []
})`

/** Screens of which nothing has to be scrolled sideways either. */
const WITHOUT_SCROLLING = [
  ...['/rates', '/rates/USD', '/rates/USD/2026-09-29', '/periods/USD'],
  ...['/dashboard', '/manage', '/enter', '/account'],
]

const LONG_NAME = 'A User With A Rather Long Name Indeed'
const SIZES = {
  small: { width: 320, height: 844 },
  phone: { width: 390, height: 844 },
  low: { width: 360, height: 740 },
  wide: { width: 1280, height: 844 },
}

/** Everything that somebody with a phone in the hand, signed in or not, can open in a language. */
async function* openedByPhone(as: User | undefined, language: Language) {
  const visitor = await visit(product, { as, ...SIZES.small, touch: language === 'en' })
  visitor.watch.expects(/^GET [/a-z]*\/nowhere: 404$/)
  const { page } = visitor
  for (const { at, access, isWork } of await listScreens(language)) {
    if (access === (as ? 'signed-out' : 'signed-in')) continue
    // They are in English in every language.
    if (isWork && language !== 'en') continue
    await openWhole(visitor, at)
    // What everyone may see is looked at by those who are not signed in.
    yield { at, isWork, page, isOwn: (access === 'signed-in') === (as !== undefined) }
  }
  if (!as) {
    const last = { at: addressIn(language, '/privacy'), isWork: true, page, isOwn: false }
    await page.goto(last.at)
    await page.getByRole('heading', { level: 1 }).waitFor()
    yield last
  }
  await visitor.context.close()
}

const expectNoOverhang = (page: Page, what: string) =>
  // The menus of the bar come with code of their own.
  expect.poll(() => page.evaluate<number>(OVERHANG), { message: what }).toBe(0)

// Translations first: beside a rate that was entered by hand, their table of rates is wider.
test.each(LANGUAGES.toReversed())(
  'In %s every screen fits a phone of 320 pixels, and one with its text alone twice as large; in English axe finds nothing on it',
  async (language) => {
    const user = await product.user(LONG_NAME)
    if (language === 'en') await user.enters('USD', '2026-09-29', 330.75)
    for (const as of [user, undefined]) {
      for await (const { at, isWork, page, isOwn } of openedByPhone(as, language)) {
        await expectNoOverhang(page, at)
        if (language !== 'en' && !isWork) {
          expect(await page.evaluate<string[]>(SCROLLED), at).toEqual([])
          expect(await page.evaluate<string[]>(MISFITS), at).toEqual([])
          await page.setViewportSize(SIZES.wide)
          expect(await page.evaluate<string[]>(MISFITS), `${at}, wide`).toEqual([])
        }
        await page.setViewportSize(SIZES.phone)
        if (language === 'en' && at !== '/privacy')
          expect(await page.evaluate<string[]>(LOW), at).toEqual([])
        if (language === 'en' && isOwn) await expectAccessible(page, at)
        if (WITHOUT_SCROLLING.includes(at))
          expect(await page.evaluate<string[]>(SCROLLED), at).toEqual([])
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

test('No screen with a rate scrolls sideways at 390 pixels where that is 99999999.9999', async () => {
  const user = await product.user(LONG_NAME)
  await user.enters('USD', '2026-09-29', 99999999.9999)
  const visitor = await visit(product, { as: user, ...SIZES.phone })
  for (const at of ['/', ...WITHOUT_SCROLLING]) {
    await openWhole(visitor, at)
    await expectNoOverhang(visitor.page, at)
  }
})
