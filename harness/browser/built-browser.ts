import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { Scope } from '../scope.ts'
import type { User } from '../users/open-sessions.ts'
import { BROWSER_FLAGS } from './shared-browser.ts'

/**
 * What a module of scripts/ exports, which have no types because they run before there is a
 * compiler.
 */
async function fromScripts<T>(file: string): Promise<T> {
  return (await import(new URL(`../../scripts/${file}`, import.meta.url).href)) as T
}

/** Builds the pages where they are older than their sources. Throws where that fails. */
export async function builtPages(): Promise<void> {
  const { buildIfStale } = await fromScripts<{ buildIfStale: () => Promise<boolean> }>('build.mjs')
  if (!(await buildIfStale())) throw new Error('The pages could not be built')
}

/** The machine's Chromium, or one that is installed first. */
export async function chromiumPath(): Promise<string> {
  return (await fromScripts<{ chromium: () => Promise<string> }>('chromium.mjs')).chromium()
}

/**
 * A Chromium that does nothing on its own account, for as long as the scope lives, once the pages
 * are built.
 */
export async function launchBrowser(scope: Scope): Promise<Browser> {
  await builtPages()
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: BROWSER_FLAGS,
  })
  scope.defer(() => browser.close())
  return browser
}

/** Every page of a context is signed in from its first moment on. */
export async function keepSignedIn(context: BrowserContext, { token, email }: User): Promise<void> {
  await context.addInitScript(
    `if (location.protocol === 'http:') Object.assign(localStorage, ${JSON.stringify({ auth_token: token, auth_email: email })})`,
  )
}

/**
 * As Lighthouse takes them: a mid-range network, and a processor that is this much slower than the
 * machine's.
 */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const PROCESSOR_SLOWER_BY = 4

/**
 * A mid-range phone on a mid-range network, with nothing kept from before; `at` is where it is, and
 * `as` who is signed in there, before it gets slow.
 */
export async function midRangePhone(
  browser: Browser,
  at?: string,
  as?: User,
  readingMs = 0,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    serviceWorkers: 'block',
  })
  if (as) await keepSignedIn(context, as)
  const page = await context.newPage()
  if (at !== undefined) await page.goto(at)
  await page.waitForTimeout(readingMs)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER_BY })
  return { context, page }
}
