import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { BROWSER_FLAGS } from './shared-browser.ts'

interface Script<T> {
  readonly run: T
}

/** A module of scripts/, which have no types because they run before there is a compiler. */
async function fromScripts<T>(file: string, name: string): Promise<Script<T>> {
  const found = (await import(new URL(`../../scripts/${file}`, import.meta.url).href)) as Record<string, T>
  return { run: found[name]! }
}

/** Builds the pages where they are older than their sources. Throws where that fails. */
export async function builtPages(): Promise<void> {
  const { run: buildIfStale } = await fromScripts<() => Promise<boolean>>('build.mjs', 'buildIfStale')
  if (!(await buildIfStale())) throw new Error('The pages could not be built')
}

/** The machine's Chromium, or one that is installed first. */
export async function chromiumPath(): Promise<string> {
  return (await fromScripts<() => Promise<string>>('chromium.mjs', 'chromium')).run()
}

/** A Chromium that does nothing on its own account. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: BROWSER_FLAGS,
  })
}

/** As Lighthouse takes them: a middling network, and a processor that is this much slower than the machine's. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const PROCESSOR_SLOWER_BY = 4

/** A middling telephone on a middling network, with nothing kept from before; `at` is where it is before it gets slow. */
export async function middlingTelephone(
  browser: Browser,
  at?: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  if (at !== undefined) await page.goto(at)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER_BY })
  return { context, page }
}
