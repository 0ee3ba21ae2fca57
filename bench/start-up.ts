import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { figure, ratios } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { startProgram } from '../harness/process/program.ts'
import { until } from '../harness/until.ts'
import { freePort } from '../server/operations/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const FIRST_STARTS = 3
const LATER_STARTS = 9
const LONGEST_MS = 180_000

export const start: Scenario = {
  title: 'from the command to the first answer, the embedded database included',
  async run(scope) {
    const [first, later, packages]: [number[], number[], number[]] = [[], [], []]
    // The first of them fills npm's cache, so that none of the counted ones downloads anything.
    for (let round = 0; round <= FIRST_STARTS; round++) {
      const copy = join(scope.folder, `copy-${round}`)
      execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, copy])
      const install = timeToInstall(copy)
      const seconds = (await timeToResponse(copy)) / 1000
      if (round > 0) {
        packages.push(install)
        first.push(seconds)
      }
      if (round < FIRST_STARTS) rmSync(copy, { recursive: true })
    }
    const copy = join(scope.folder, `copy-${FIRST_STARTS}`)
    for (let round = 0; round < LATER_STARTS; round++)
      later.push((await timeToResponse(copy)) / 1000)
    return [
      figure('npm start in a fresh copy / npm ci alone', ratios(first, packages), '×', {
        atMost: 1.5,
      }),
      figure('npm start in a fresh copy, nothing to download', first, 's'),
      figure('npm ci --omit=dev in the same copy', packages, 's'),
      figure('a later start', later, 's', { atMost: 0.7 }),
      'A fresh copy installs its packages from npm’s cache, builds the pages and makes its database. A later start is',
      'node scripts/start.mjs, so without npm’s own time, with pages and database there.',
    ]
  },
}

function timeToInstall(copy: string): number {
  const begun = performance.now()
  const options = '--omit=dev --prefer-offline --loglevel=error --no-audit --no-fund'.split(' ')
  execFileSync('npm', ['ci', ...options], { cwd: copy })
  const seconds = (performance.now() - begun) / 1000
  rmSync(join(copy, 'node_modules'), { recursive: true })
  return seconds
}

async function timeToResponse(copy: string): Promise<number> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/api/exchange-rate/current/USD`
  const own = { RATE_FEED: 'off', LOG_LEVEL: 'error', DATA_DIR: join(copy, 'data') }
  const env = { ...process.env, ...own, PORT: String(port) }
  const begun = performance.now()
  const program = startProgram('scripts/start.mjs', { node: 'node', cwd: copy, env })
  try {
    const poll = async () => {
      if (!program.running) throw new Error(program.printed())
      return (await fetch(url).catch(() => undefined))?.ok
    }
    await until('the first answer', poll, { timeoutMs: LONGEST_MS, everyMs: 5 })
    return performance.now() - begun
  } finally {
    await program.end('SIGTERM')
  }
}
