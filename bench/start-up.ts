import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { figure, type Measurement } from './figure.ts'
import { freePort } from '../server/operations/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const FIRST_STARTS = 3
const LATER_STARTS = 9
const LONGEST_MS = 180_000

/** From `npm start` to the first response: in a fresh copy without packages, and later. */
export async function measure(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'rupee-rates-bench-'))
  chmodSync(folder, 0o711)
  const [first, later, node]: [number[], number[], number[]] = [[], [], []]
  try {
    // The first of them fills npm's cache, so that none of the counted ones downloads anything.
    for (let round = 0; round <= FIRST_STARTS; round++) {
      const copy = join(folder, `copy-${round}`)
      execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, copy])
      const seconds = (await timeToResponse(copy)) / 1000
      if (round > 0) first.push(seconds)
      if (round < FIRST_STARTS) rmSync(copy, { recursive: true })
    }
    const copy = join(folder, `copy-${FIRST_STARTS}`)
    for (let round = 0; round < LATER_STARTS; round++) {
      later.push((await timeToResponse(copy)) / 1000)
      node.push(timeOfEmptyNode(copy) / 1000)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    title: 'From the command to the first answer, the embedded database included',
    figures: [
      figure('npm start in a fresh copy, nothing to download', first, 's', { atMost: 6 }),
      figure('a later start', later, 's', { atMost: 0.5 }),
      figure('Node doing nothing', node, 's'),
    ],
    notes: [
      'A fresh copy installs its packages from npm’s cache, builds the pages and makes its database. A later start is',
      'node scripts/start.mjs, so without npm’s own time, with pages and database there.',
    ],
  }
}

/** Starts the product of a copy, asks until a rate is answered, stops it; gives the time in ms. */
async function timeToResponse(copy: string): Promise<number> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    RATE_FEED: 'off',
    LOG_LEVEL: 'error',
    DATA_DIR: join(copy, 'data'),
  }
  const begin = performance.now()
  const child = spawn('node', ['scripts/start.mjs'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (printed += data.toString()))
  try {
    while (!(await responses(port))) {
      if (child.exitCode !== null || performance.now() - begin > LONGEST_MS) throw new Error(printed)
      await pause(5)
    }
    return performance.now() - begin
  } finally {
    await stop(child)
  }
}

const responses = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/exchange-rate/current/USD`).then(
    ({ ok }) => ok,
    () => false,
  )

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const end = once(child, 'exit')
  child.kill('SIGTERM')
  await end
}

function timeOfEmptyNode(copy: string): number {
  const begin = performance.now()
  execFileSync(join(copy, 'node_modules', 'node', 'bin', 'node'), ['-e', ''])
  return performance.now() - begin
}
