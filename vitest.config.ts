import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './harness/until.ts'
import { sentenceModules } from './scripts/sentence-modules.ts'

/** Tests that also run on Debian's own PostgreSQL. */
const onDebian = [
  'server/database/{migrate,grants,guards}.test.ts',
  'server/commands/restore.test.ts',
  'server/rates/{history,several-processes}.test.ts',
  'server/entries/{manual-rates,manual-rates-at-once,entries-by-kind}.test.ts',
  'server/audit-log/{audit-log,database-roles,read-audit-page,rebuild-facts,tampering,tampering-with-the-schema}.test.ts',
]
const database = './scripts/vitest-postgres.ts'
const { TEST_RETRIES = '0' } = process.env
/**
 * Tests wait for conditions; these limits only end what hangs, so a busy machine must not reach
 * them.
 */
const common = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: PATIENCE_MS } },
  setupFiles: './scripts/vitest-timeouts.ts',
  // A worker loads its modules once for all of its files: loading them for each took longer than
  // most tests.
  isolate: false,
  // The built pages are loaded by Node itself, as by the server, and not by Vitest's loader.
  server: { deps: { external: [/\/dist\/ssr/] } },
  // More than cores: while two wait for the database, a page or a pause, the third works.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
}

export default defineConfig({
  test: {
    projects: [
      { test: { ...common, name: 'domain', include: ['{domain,contract,text}/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: database,
        },
      },
      {
        test: {
          ...common,
          name: 'debian',
          include: onDebian,
          globalSetup: database,
        },
      },
      { test: { ...common, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        plugins: [react(), sentenceModules()],
        test: {
          ...common,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [common.setupFiles, './scripts/vitest-window.ts'],
          // Each file has a context of its own, in which the window is made once for a worker:
          // modules that listen to the window of an earlier file would be deaf.
          pool: 'vmThreads',
          isolate: true,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          globalSetup: [database, './harness/browser/shared-browser.ts'],
          // The report names a test that passed only when it was tried again.
          retry: Number(TEST_RETRIES),
          // After all others: a browser beside them would only make both slow.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'firefox',
          include: ['e2e/firefox/*.test.ts'],
          globalSetup: database,
        },
      },
    ],
  },
})
