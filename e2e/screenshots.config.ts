import { defineConfig } from 'vitest/config'
import { common } from '../vitest.config.ts'

// npm run screenshots: no test of anything, but it needs what the journeys need.
export default defineConfig({
  test: {
    ...common,
    include: ['e2e/screenshots.ts'],
    globalSetup: ['./scripts/vitest-postgres.ts', './harness/browser/shared-browser.ts'],
  },
})
