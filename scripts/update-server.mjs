// What `npm run update` does with the server and its data: the program's own commands, each in a process of its own.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as util from 'node:util'
import { root } from './set-up.mjs'

/** Its message is a sentence for the operator, in which addresses have no credentials. */
export class UpdateError extends Error {
  constructor(sentence) {
    super(sentence.replace(/\/\/[^/@\s]+@/g, '//').trim())
  }
}

/** Ends a server with the program that started it, even where that one is killed: its standard input is then closed. */
const TIED = 'data:text/javascript,process.stdin.on("end",()=>process.kill(process.pid,"SIGTERM")).resume()'
const node = (folder) => join(folder, 'node_modules', 'node', 'bin', 'node')
const running = new Set()
let interrupted = false
/** What follows an interruption is not interrupted by it. */
export const forgetInterruption = () => void (interrupted = false)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill(signal)
  })

/** The server's settings, and the account that its data belongs to where root updates. */
export function readSettings(file) {
  if (file !== undefined && !util.parseEnv) throw new UpdateError('--settings needs Node 20.12 or newer.')
  const fromFile = file === undefined ? {} : util.parseEnv(readFileSync(file, 'utf8'))
  const env = { NODE_ENV: 'production', ...process.env, ...fromFile }
  env.DATA_DIR = resolve(root, env.DATA_DIR || 'data')
  if (!existsSync(env.DATA_DIR))
    throw new UpdateError(
      `There is no ${env.DATA_DIR}: set DATA_DIR as the server has it, or name its file with --settings.`,
    )
  if (env.PORT === '0') throw new UpdateError('PORT is 0: an update has to know where the server listens.')
  const { uid, gid } = statSync(env.DATA_DIR)
  return { env, account: process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : {} }
}

/** Throws UpdateError where the disk of `place` has less room. */
export function requireSpace(place, bytes) {
  const { bavail, bsize } = statfsSync(place)
  const gib = (number) => `${(number / 2 ** 30).toFixed(1)} GiB`
  if (bavail * bsize < bytes)
    throw new UpdateError(`${place} has ${gib(bavail * bsize)} left and ${gib(bytes)} are needed.`)
}

/** Runs a program to its end without its output. Throws UpdateError with the last lines of it. */
export async function run(program, args, options = {}) {
  if (interrupted) throw new UpdateError('Interrupted.')
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => printed.push(data))
  const status = await ended(child)
  const output = Buffer.concat(printed).toString()
  if (status !== 0) throw new UpdateError(lastLines(output) || `${program} ended with ${status}.`)
  return output.trim()
}

/** One of server/commands, in the version that stands in `folder`. */
export function runCommand(folder, name, args, { env, account }) {
  const file = join(folder, 'server', 'commands', `${name}.ts`)
  return run(node(folder), [file, ...args], { cwd: folder, env, ...account })
}

/** Where this machine reaches the server. */
export function addressOf({ HOST, PORT }) {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? (HOST || '127.0.0.1')
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}`
}

/** Whether a server answers there. */
export async function isServing(address) {
  return (await ask(`${address}/api/health/live`)) !== undefined
}

/** Waits until the server there can do its work. Throws UpdateError with what it said last. */
export async function untilReady(address, seconds, isRunning = () => true) {
  let state = 'it does not respond'
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(250)) {
    if (interrupted) throw new UpdateError('Interrupted.')
    const response = await ask(`${address}/api/health/ready`)
    if (response?.status === 200) return
    if (response) state = `status ${response.status} ${response.text.slice(0, 500)}`
    if (!isRunning()) throw new UpdateError('The server ended before it was ready.')
  }
  throw new UpdateError(`The server was not ready within ${seconds} s: ${state}.`)
}

/** Starts the server of `folder` for as long as it takes to see that it becomes ready. */
export async function tryServer(folder, { env, account }, seconds) {
  const args = ['--import', TIED, join(folder, 'server', 'main.ts')]
  const child = spawn(node(folder), args, { cwd: folder, env, ...account, stdio: ['pipe', 'ignore', 'pipe'] })
  const printed = []
  child.stderr.on('data', (data) => printed.push(data))
  const end = ended(child)
  try {
    await untilReady(addressOf(env), seconds, () => child.exitCode === null && child.signalCode === null)
  } catch (error) {
    throw new UpdateError(`${error.message}\n${lastLines(errorsIn(Buffer.concat(printed).toString()))}`)
  } finally {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await end
    clearTimeout(late)
  }
}

/**
 * Restores a fresh backup with the version in `folder` into an empty database of its own, which migrates it, and starts that
 * version's server there, out of everyone's reach: no setting of the installation's goes with it, so it sends and fetches nothing.
 */
export async function tryOnCopy(folder, settings, seconds) {
  const parent = join(settings.env.DATA_DIR, 'update-trial')
  const dataDir = join(parent, String(process.pid))
  const backup = join(dataDir, 'before.backup')
  await removeTrials(parent, settings)
  try {
    // Where root serves, PostgreSQL's account has to walk through.
    const mode = process.getuid?.() === 0 ? '711' : '700'
    for (const each of [parent, dataDir]) await run('mkdir', ['-p', '-m', mode, each], settings.account)
    await runCommand(root, 'backup', [backup], settings)
    requireSpace(dataDir, statSync(backup).size * 20)
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDir, RATE_FEED: 'off' }
    await runCommand(folder, 'restore', [backup], { ...settings, env })
    await tryServer(folder, { ...settings, env: { ...env, PORT: String(await freePort()) } }, seconds)
  } finally {
    await removeTrials(parent, settings)
  }
}

/** Also those that a killed update has left behind. By the account that the data belongs to: it may put links in root's way. */
async function removeTrials(parent, { account }) {
  // Root's own databases may be outside of DATA_DIR (server/database/embedded/cluster-home.ts).
  for (const name of account.uid === undefined && existsSync(parent) ? readdirSync(parent) : []) {
    const note = join(parent, name, 'postgres.location')
    if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true })
  }
  // Not by `run`, which refuses after Ctrl-C.
  await ended(spawn('rm', ['-rf', parent], { stdio: 'ignore', ...account }))
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** Status and text of a response; undefined where there is none. */
async function ask(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}

async function ended(child) {
  running.add(child)
  const status = await new Promise((resolve) => {
    child.on('error', () => resolve(127))
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  running.delete(child)
  return status
}

/** Of a log in JSON lines the errors' messages; other lines as they are. */
function errorsIn(log) {
  return log
    .split('\n')
    .map((line) => {
      const [, level, message] = /^\{"level":(\d+),.*"msg":"(.*)"\}$/.exec(line) ?? [, 50, line]
      return Number(level) >= 50 ? message : ''
    })
    .filter(Boolean)
    .join('\n')
}

const lastLines = (text) => text.trim().split('\n').slice(-15).join('\n')
