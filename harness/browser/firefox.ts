import { launch } from 'puppeteer-core'
import { expect, onTestFinished } from 'vitest'
import type { Product } from '../product.ts'

/** What Firefox has not brought about within so many milliseconds never comes. */
const TIMEOUT_MS = 20_000

/** Pixels of the width that a phone's Firefox does not take away. */
const SCROLLBAR = 12

/** Somebody at a Firefox of their own. */
export type FirefoxVisitor = Awaited<ReturnType<typeof visitInFirefox>>

/**
 * Sits somebody down at a fresh Firefox, as wide as a phone, driven by WebDriver BiDi: Playwright
 * needs a Firefox that it has built itself. Errors that nobody caught, and breaches of the content
 * security policy, fail the test at its end.
 */
export async function visitInFirefox(product: Product) {
  const browser = await launch({
    browser: 'firefox',
    executablePath: String(process.env['FIREFOX_PATH']),
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.setViewport({ width: 390 + SCROLLBAR, height: 844 })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  onTestFinished(async () => {
    await browser.close()
    expect(errors, 'went wrong in Firefox').toEqual([])
  })
  return {
    page,
    /** Opens an address of the product, and waits until its screen is alive. */
    async open(path: string) {
      await page.goto(product.url + path)
      await page.waitForSelector('html[data-hydrated]')
    },
    press: (tag: 'a' | 'button', name: string) =>
      page
        .locator(`::-p-xpath(//${tag}[normalize-space(.)="${name}" or @aria-label="${name}"])`)
        .click(),
    /** Types into a field in place of what stands there. */
    fill: (label: string, text: string) =>
      page.locator(`::-p-xpath(//*[@id=//label[normalize-space(.)="${label}"]/@for])`).fill(text),
    /** Waits until a text can be seen. */
    async sees(text: string) {
      await page.locator(`::-p-text(${text})`).wait()
    },
    /** Waits until the address bar shows a path, with its query. */
    async isAt(address: string) {
      const isThere = `location.pathname + location.search === ${JSON.stringify(address)}`
      await page.waitForFunction(isThere)
    },
  }
}
