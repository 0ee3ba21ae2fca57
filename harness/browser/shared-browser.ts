import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser listens. */
    browserEndpoint: string
  }
}

/**
 * Parts of Chromium that cost more than the page in them, switched off. Its last such switch
 * counts, so Playwright's own that matter here stand again: requests stay http, images and storage
 * behave as in a window.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * What keeps a browser in a container quiet and quick: no sandbox of its own, no graphics, no calls
 * home, no HTTP/3.
 */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${FEATURES_OFF.join()}`,
]

/** Vitest's global set-up of the journeys: one browser for all of their files. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // What `npm test` has found or installed.
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const server = await chromium.launchServer({ executablePath, args: BROWSER_FLAGS })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}
