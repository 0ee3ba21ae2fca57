// npm test: every test; the last line counts passed and failed. Passes arguments to Vitest.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ownNode, root, run, setUp } from './set-up.mjs'

await setUp()
const { buildIfStale } = await import('./build.mjs')
const { chromium } = await import('./chromium.mjs')

const report = join(root, '.cache', `test-report-${process.pid}.json`)
const e2e = join(root, 'e2e')
const inBrowser =
  existsSync(e2e) && readdirSync(e2e, { recursive: true }).some((name) => name.endsWith('.test.ts'))
const env = { ...process.env }
if (inBrowser) env.CHROMIUM_PATH = await chromium()
const built = existsSync(join(root, 'vite.config.ts')) ? await buildIfStale() : true

mkdirSync(join(root, '.cache'), { recursive: true })
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
// Firefox is an 80 MB download: npm run check:firefox.
const left = ['firefox', ...((await hasDebiansPostgres()) ? [] : ['debian'])]
const projects = process.argv.includes('--project') ? [] : left.map((name) => `--project=!${name}`)
const status = await run(
  ownNode,
  [vitest, 'run', ...reporters, ...projects, ...process.argv.slice(2)],
  env,
)
const { passed, failed } = tally()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** TEST_POSTGRES=debian repeats some tests on Debian's PostgreSQL if it can be installed. */
async function hasDebiansPostgres() {
  if (process.env.TEST_POSTGRES !== 'debian') return false
  const { requireNewestPostgres } = await import('../harness/database/debian.ts')
  try {
    console.log(`Some tests are repeated on Debian's PostgreSQL ${requireNewestPostgres()}.`)
    return true
  } catch (error) {
    console.log(error.message)
    return false
  }
}

/**
 * A file that fails before its first test, a failed run and a failed build count as one failure
 * each.
 */
function tally() {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const {
    numPassedTests: passed,
    numFailedTests,
    testResults,
  } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  const broken = testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = numFailedTests + broken.length + (built ? 0 : 1)
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed }
}
