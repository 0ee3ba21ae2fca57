import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const database = './scripts/vitest-postgres.ts'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'domain', include: ['{domain,contract}/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: database,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
      {
        plugins: [react()],
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: [database, './e2e/harness/shared-browser.ts'],
          // While one waits for a page, the other works.
          maxWorkers: 2,
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // After all others: a browser beside them would only make both slow.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
