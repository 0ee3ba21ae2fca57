import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const database = './scripts/vitest-postgres.ts'
/** Tests wait for conditions; these limits only end what hangs, so a busy machine must not reach them. */
const patient = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
  setupFiles: './scripts/vitest-timeouts.ts',
}

export default defineConfig({
  test: {
    projects: [
      { test: { ...patient, name: 'domain', include: ['{domain,contract}/**/*.test.ts'] } },
      {
        test: { ...patient, name: 'server', include: ['server/**/*.test.ts'], globalSetup: database },
      },
      { test: { ...patient, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        plugins: [react()],
        test: { ...patient, name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
      {
        test: {
          ...patient,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: [database, './e2e/harness/shared-browser.ts'],
          // While one waits for a page, the other works.
          maxWorkers: 2,
          // After all others: a browser beside them would only make both slow.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
