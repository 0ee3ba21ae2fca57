import { defineConfig } from 'vitest/config'

// npm run screenshots: no test of anything, but it needs what the journeys need.
export default defineConfig({
  test: {
    include: ['e2e/screenshots.ts'],
    globalSetup: ['./scripts/vitest-postgres.ts', './harness/browser/shared-browser.ts'],
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 180_000,
  },
})
