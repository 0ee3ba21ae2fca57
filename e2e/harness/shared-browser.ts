import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser listens. */
    browserEndpoint: string
  }
}

/** What keeps a browser in a container quiet and quick: no sandbox of its own, no graphics, no calls home, no HTTP/3. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
]

/** The browser that `npm test` has found or installed. */
export const browserPath = () => process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Vitest's global set-up of the journeys: one browser for all of their files. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: browserPath(), args: BROWSER_FLAGS })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}
