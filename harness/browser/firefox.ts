import { launch } from 'puppeteer-core'
import { expect, onTestFinished } from 'vitest'
import type { Product } from '../product.ts'
import { PATIENCE_MS } from '../until.ts'

/** Width of Firefox's scroll bar in pixels. */
const SCROLLBAR = 12

export type FirefoxVisitor = Awaited<ReturnType<typeof visitInFirefox>>

/** Without the spaces of dates that do not break. */
const plain = (path: string) => `normalize-space(translate(${path}, "\u00a0", " "))`

/** Uses WebDriver BiDi, because Playwright needs its own build of Firefox. */
export async function visitInFirefox(product: Product) {
  const browser = await launch({
    browser: 'firefox',
    executablePath: String(process.env['FIREFOX_PATH']),
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
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
    async open(path: string) {
      await page.goto(product.url + path)
      await page.waitForSelector('html[data-hydrated]')
    },
    press: (tag: 'a' | 'button', name: string) =>
      page
        .locator(
          `::-p-xpath(//${tag}[${plain('.')}="${name}" or ${plain('@aria-label')}="${name}"])`,
        )
        .click(),
    fill: (label: string, text: string) =>
      page.locator(`::-p-xpath(//*[@id=//label[normalize-space(.)="${label}"]/@for])`).fill(text),
    async sees(text: string) {
      await page.locator(`::-p-text(${text})`).wait()
    },
    async isAt(address: string) {
      const isThere = `location.pathname + location.search === ${JSON.stringify(address)}`
      await page.waitForFunction(isThere)
    },
  }
}
