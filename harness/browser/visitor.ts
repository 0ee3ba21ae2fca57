import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import type { TestApp } from '../../server/testing/test-app.ts'
import { plainSpaces } from '../../text/sentences.ts'
import type { User } from '../product.ts'
import type { MailServer } from '../users/mail-server.ts'
import { expectAccessible, expectReferencesResolve } from './accessibility.ts'
import { PATIENCE_MS } from '../until.ts'
import { watchErrors } from './error-watch.ts'

export interface VisitorOptions {
  readonly as?: User | undefined
  readonly at?: string
  readonly width?: number
  readonly height?: number
  readonly timezone?: string
  readonly dark?: boolean
  readonly touch?: boolean
  readonly javaScript?: boolean
  /** The service worker hides requests from tests that hold or fail them. */
  readonly keepsPages?: boolean
  readonly stored?: Readonly<Record<string, string>>
}

interface Site {
  readonly url: string
  readonly test: TestApp
  readonly post: MailServer
}

export type Visitor = Awaited<ReturnType<typeof visit>>

let browser: Promise<Browser> | undefined

/** Unexpected errors in the browser fail the test at its end. */
export async function visit(product: Site, options: VisitorOptions = {}) {
  const {
    as,
    width = 1280,
    height = 900,
    timezone = 'Asia/Colombo',
    dark = false,
    touch = false,
    javaScript = true,
    keepsPages = false,
  } = options
  const stored = { ...(as && { auth_token: as.token, auth_email: as.email }), ...options.stored }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  const context = await (
    await sharedBrowser()
  ).newContext({
    baseURL: product.url,
    viewport: { width, height },
    timezoneId: timezone,
    locale: 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    javaScriptEnabled: javaScript,
    serviceWorkers: keepsPages ? 'allow' : 'block',
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (javaScript) await context.clock.install({ time: product.test.clock.now() })
  const watch = await watchErrors(context, product.url)
  onTestFinished(async () => {
    await context.close()
    expect(watch.errors(), 'went wrong in the browser').toEqual([])
  })
  if (!keepsPages)
    watch.expects(/^console warning: Service Worker registration blocked by Playwright/)
  const underWay = requestsUnderWay(context)
  const page = await context.newPage()
  const open = async (path: string) => {
    await page.goto(path)
    if (javaScript) await isAlive(page)
  }
  if (options.at !== undefined) await open(options.at)
  return {
    page,
    context,
    watch,
    open,
    async reload() {
      await page.reload()
      if (javaScript) await isAlive(page)
    },
    newTab: () => context.newPage(),
    button: (name: Name) => page.getByRole('button', { name, exact: true }),
    menu: (name: Name) => page.locator('summary, [popovertarget]', { hasText: name }),
    link: (name: Name) => page.getByRole('link', { name, exact: true }),
    field: (label: Name) => page.getByLabel(label, { exact: true }),
    holds: (label: Name, value: string) =>
      expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(value),
    hasFocus: (property: 'id' | 'name' | 'tagName' | 'textContent' | 'ariaLabel', value: string) =>
      expect
        .poll(async () => plainSpaces(await page.evaluate(`document.activeElement.${property}`)))
        .toBe(value),
    async signsIn(email: string) {
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Send OTP' }).click()
      const { code } = await product.post.next(email)
      await page.getByLabel(`Enter OTP sent to ${email}`).fill(code)
      await page.getByRole('button', { name: 'Verify OTP' }).click()
    },
    /** Follows a link whose page was loaded while it was pointed at. */
    async follows(link: Locator) {
      const isFetched = (request: Request) => ['fetch', 'script'].includes(request.resourceType())
      await Promise.all([page.waitForRequest(isFetched), link.hover()])
      await expect.poll(() => underWay.size).toBe(0)
      await page.evaluate('new Promise(requestAnimationFrame)')
      await link.click()
    },
    /** Returns the texts of a table's cells, by row. */
    async table(caption: Name): Promise<readonly (readonly string[])[]> {
      const table = page.getByRole('table', { name: caption })
      await table.first().waitFor()
      const rows = await table.getByRole('row').all()
      return Promise.all(
        rows.map(async (row) => {
          const cells = await row.locator('th, td').allInnerTexts()
          return cells.map((text) => text.replace(/\s+/g, ' ').trim())
        }),
      )
    },
    isAccessible: (what: string) => expectAccessible(page, what),
    heading: (name: Name) => page.getByRole('heading', { name, exact: true }),
    sees: async (text: Name) => {
      await page.getByText(inDates(text)).filter({ visible: true }).first().waitFor()
      await expectReferencesResolve(page, String(text))
    },
    /** Opens the stream of changes at once: a page does so two seconds after it was loaded. */
    listens: () => context.clock.fastForward(2000),
    seesNot: async (text: Name) => {
      const seen = page.getByText(inDates(text)).filter({ visible: true })
      await expect.poll(() => seen.count()).toBe(0)
    },
    async isAt(path: Name) {
      await page.waitForURL((url) => matches(url.pathname + url.search, path))
      if (javaScript) await isAlive(page)
    },
    stored: (key: string) =>
      page.evaluate<string | null>(`localStorage.getItem(${JSON.stringify(key)})`),
    hasResponses: () => expect.poll(() => underWay.size).toBe(0),
    /** Advances the server's and the browser's clock in steps shorter than a request's timeout. */
    async waits(seconds: number) {
      const turn = async (by: number) => {
        await context.clock.fastForward(by * 1000)
        await expect.poll(() => underWay.size).toBe(0)
      }
      // A page requests within a second what the stream has announced.
      await turn(1)
      product.test.clock.turn(seconds)
      const steps = Math.min(Math.ceil((seconds - 1) / 5), 12)
      for (let step = 0; step < steps; step++) await turn((seconds - 1) / steps)
    },
  }
}

type Name = string | RegExp

/** Playwright reads the spaces of dates, which do not break, as plain ones for a string only. */
function inDates(text: Name): Name {
  return typeof text === 'string'
    ? text
    : new RegExp(text.source.replaceAll(' ', String.raw`\s`), text.flags)
}

function requestsUnderWay(context: BrowserContext): ReadonlySet<Request> {
  const underWay = new Set<Request>()
  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') underWay.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => underWay.delete(request))
  return underWay
}

function sharedBrowser(): Promise<Browser> {
  return (browser ??= chromium.connect(inject('browserEndpoint')))
}

function matches(address: string, expected: Name): boolean {
  return typeof expected === 'string' ? address === expected : expected.test(address)
}

/** Waits until presses are handled. A document that is no page of the product has no #root. */
async function isAlive(page: Page): Promise<void> {
  await page.locator('html[data-hydrated], html:not(:has(#root))').waitFor()
}
