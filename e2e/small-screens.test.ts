import { expect, test } from 'vitest'
import { addressIn, LANGUAGES } from '../contract/language.ts'
import { startProduct } from '../harness/product.ts'
import { listScreens, openWhole } from '../harness/browser/screens.ts'
import { visit } from '../harness/browser/visitor.ts'

const product = await startProduct({ recorded: {} })

/** By how many pixels a page is wider than its window. */
const OVERHANG = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const screens = await listScreens()

/** How high the large rate of a currency is, in the size of its text. */
const RATE_HEIGHT = `(() => {
  const rate = [...document.querySelectorAll('main p')].find((each) => each.innerText === '330.7500')
  return rate.getBoundingClientRect().height / parseFloat(getComputedStyle(rate).fontSize)
})()`

test('At every width the rate of a currency stands on one line', async () => {
  await (await product.user()).enters('USD', '2026-09-29', 330.75)
  const { page } = await visit(product, { at: '/rates/USD' })
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate<number>(RATE_HEIGHT), `${width}`).toBeLessThan(1.5)
  }
})

interface Touching {
  readonly count: number
  readonly touching: readonly string[]
}

/**
 * How many notices there are, and which of them touch what is above or below them, each with it.
 */
const TOUCHING = `(() => {
  const isSeen = (each) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(each)
    const text = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    return each.checkVisibility() && (text || backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px') && !each.closest('.visually-hidden')
  }
  const notices = [...document.querySelectorAll('main .notice-notice')]
  const touching = notices.flatMap((notice) => {
    const box = notice.getBoundingClientRect()
    return [...notice.closest('section, main').querySelectorAll('*')]
      .filter((each) => !each.contains(notice) && !notice.contains(each) && isSeen(each))
      .filter((each) => {
        const { top, bottom, left, right, height } = each.getBoundingClientRect()
        const gap = top >= box.bottom - 1 ? top - box.bottom : box.top - bottom
        return height > 1 && left < box.right && right > box.left && gap >= -1 && gap < 6
      })
      .map((each) => notice.textContent.slice(0, 30) + ' / ' + each.textContent.slice(0, 30))
  })
  return { count: notices.length, touching }
})()`

test('Offline, no notice touches what is above or below it', async () => {
  const user = await product.user()
  const found: string[] = []
  let seen = 0
  for (const as of [user, undefined]) {
    const visitor = await visit(product, { as, width: 390 })
    // What is asked for while the clock goes on is out of time.
    visitor.watch.expects(
      /^GET \/nowhere: 404$|net::ERR_INTERNET_DISCONNECTED$|: timeout of \d+ms exceeded$/,
    )
    for (const { at, access } of screens) {
      if ((access === 'signed-in') !== (as !== undefined)) continue
      await visitor.context.setOffline(false)
      await openWhole(visitor, at)
      await visitor.context.setOffline(true)
      // So long that what is shown is old, and a session is too old for some acts.
      await visitor.waits(660)
      const { count, touching } = await visitor.page.evaluate<Touching>(TOUCHING)
      seen += count
      found.push(...touching.map((each) => `${at}: ${each}`))
    }
    await visitor.context.close()
  }
  expect(found).toEqual([])
  expect(seen).toBeGreaterThan(screens.length / 2)
})

test('A long email fits the login card on a small phone', async () => {
  const email = 'sanduni.wickramasinghe.perera@commercialbank.example.lk'
  await product.account(email)
  const visitor = await visit(product, { width: 360, height: 740, at: '/login' })
  await visitor.field('Email address').fill(email)
  await visitor.button('Send OTP').click()
  await visitor.field(`Enter OTP sent to ${email}`).waitFor()
  expect(await visitor.page.evaluate<number>(OVERHANG)).toBe(0)
  const insideCard = `(() => {
    const right = (element) => element.getBoundingClientRect().right
    const form = document.querySelector('form')
    return [...form.querySelectorAll('*')].every((each) => right(each) <= right(form.parentElement))
  })()`
  expect(await visitor.page.evaluate<boolean>(insideCard)).toBe(true)
})

/**
 * The words of the tables of a page that stand on two lines, and tables that have to be scrolled
 * sideways.
 */
const BROKEN = `[...document.querySelectorAll('main table')].flatMap((table) => {
  const found = table.parentElement.scrollWidth > table.parentElement.clientWidth ? ['scrolls'] : []
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange()
      range.setStart(walker.currentNode, index)
      range.setEnd(walker.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1) found.push(word)
    }
  }
  return found
})`

test('How a rate came about is read on a phone in every language without a broken word', async () => {
  const user = await product.user()
  await user.enters('GBP', '2026-09-28', 440.25)
  const { page, open } = await visit(product)
  for (const language of LANGUAGES) {
    await open(addressIn(language, '/rates/GBP/2026-09-28'))
    await page.locator('main summary').click()
    await page.locator('main table td').first().waitFor()
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate<string[]>(BROKEN), `${language}, ${width}`).toEqual([])
    }
  }
})

test('The bar has two lines on a phone, however long the address in it is', async () => {
  const user = await product.user('A User With A Rather Long Name Indeed')
  const visitor = await visit(product, { as: user, at: '/dashboard' })
  await visitor.menu(user.email).waitFor()
  for (const width of [390, 320]) {
    await visitor.page.setViewportSize({ width, height: 844 })
    const bar = await visitor.page.getByRole('banner').boundingBox()
    expect(bar?.height, `${width}`).toBeLessThan(110)
  }
})

test('The account menu works by touch on a phone', async () => {
  const user = await product.user()
  const visitor = await visit(product, { as: user, width: 390, height: 844, at: '/rates' })
  await visitor.menu(user.email).click()
  await visitor.link('Audit Trail').click()
  await visitor.isAt('/auditlog')
  await visitor.heading('Audit Trail').waitFor()
})
