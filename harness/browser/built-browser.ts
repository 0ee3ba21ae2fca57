import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { Scope } from '../scope.ts'
import type { User } from '../users/open-sessions.ts'
import { BROWSER_FLAGS } from './shared-browser.ts'

/** scripts/ is JavaScript without types, because it runs before there is a compiler. */
async function fromScripts<T>(file: string): Promise<T> {
  return (await import(new URL(`../../scripts/${file}`, import.meta.url).href)) as T
}

export async function builtPages(): Promise<void> {
  const { buildIfStale } = await fromScripts<{ buildIfStale: () => Promise<boolean> }>('build.mjs')
  if (!(await buildIfStale())) throw new Error('The pages could not be built')
}

export async function chromiumPath(): Promise<string> {
  return (await fromScripts<{ chromium: () => Promise<string> }>('chromium.mjs')).chromium()
}

export async function launchBrowser(scope: Scope): Promise<Browser> {
  await builtPages()
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: BROWSER_FLAGS,
  })
  scope.defer(() => browser.close())
  return browser
}

export async function keepSignedIn(context: BrowserContext, { token, email }: User): Promise<void> {
  await context.addInitScript(
    `if (location.protocol === 'http:') Object.assign(localStorage, ${JSON.stringify({ auth_token: token, auth_email: email })})`,
  )
}

/** Lighthouse's mobile settings. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const PROCESSOR_SLOWER_BY = 4

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
