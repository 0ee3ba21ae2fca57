import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string
  }
}

/**
 * Parts of Chromium that cost more than the page. Only the last --disable-features counts, so
 * Playwright's own that matter here are repeated.
 */
const FEATURES_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['SpareRendererForSitePerProcess', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
  ...['HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter'],
  ...['OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
]

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${FEATURES_OFF.join()}`,
]

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const server = await chromium.launchServer({ executablePath, args: BROWSER_FLAGS })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}
