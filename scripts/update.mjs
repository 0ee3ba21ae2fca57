/*
 * npm run update [-- --to TAG]: brings a git clone to the newest version, or leaves it as it was. Runs on any Node from 18 on and
 * without packages, because it exchanges them (docs/decisions/148-an-update-that-goes-back.md).
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from './set-up.mjs'
import {
  addressOf,
  forgetInterruption,
  isServing,
  readSettings,
  requireSpace,
  run,
  runCommand,
  tryOnCopy,
  tryServer,
  untilReady,
  UpdateError,
} from './update-server.mjs'
import { checkOut, chooseVersion, git, installedVersion } from './update-version.mjs'

const folder = join(root, '.cache', 'update')
const stateFile = join(folder, 'state.json')
const lockFile = join(folder, 'running')
/** What is built for each version and changes its place with it. */
const BUILT = ['node_modules', 'dist']
const say = (line) => console.log(line)

try {
  const options = readOptions()
  const settings = readSettings(options.settings)
  takeLock()
  await update({ ...options, ...settings, address: addressOf(settings.env) })
} catch (error) {
  console.error(error instanceof UpdateError || error.syscall ? error.message : error)
  process.exitCode ||= 1
} finally {
  if (readText(lockFile) === String(process.pid)) rmSync(lockFile)
}

function readOptions() {
  const text = { type: 'string' }
  try {
    const { values } = parseArgs({
      options: { to: text, stop: text, start: text, timeout: text, settings: text },
    })
    if ((values.stop === undefined) !== (values.start === undefined))
      throw new Error('--stop and --start go together.')
    const seconds = Number(values.timeout ?? 120)
    if (!(seconds > 0)) throw new Error('--timeout is a number of seconds.')
    return { ...values, seconds }
  } catch ({ message }) {
    const usage =
      'npm run update -- [--to TAG] [--stop COMMAND --start COMMAND] [--settings FILE] [--timeout SECONDS]'
    throw new UpdateError(`${message}\n${usage}`)
  }
}

async function update(options) {
  if (!existsSync(join(root, '.git')))
    throw new UpdateError('This is no git clone: an image is updated as docs/installing.md says.')
  if (options.stop === undefined && (await isServing(options.address)))
    throw new UpdateError(
      `A server is at work at ${options.address}: stop it, or say how with --stop and --start.`,
    )
  const interrupted = readText(stateFile)
  if (interrupted !== undefined) {
    const state = JSON.parse(interrupted)
    say(`An update from ${state.from.name} to ${state.to.name} was interrupted; it is ended first.`)
    return state.phase === 'back' ? goBack(state, options) : switchOver(state, options)
  }
  const to = chooseVersion(options.to)
  if (to !== undefined) await switchOver(await prepare(to, options), options)
}

/** Builds the version beside the one that serves and tries it on a copy of the data. What is installed stays as it is. */
async function prepare(to, options) {
  const from = installedVersion()
  for (const place of [root, options.env.DATA_DIR]) requireSpace(place, 2 ** 30)
  clear()
  const tree = join(folder, String(process.pid), 'new')
  try {
    say(`Updating from ${from.name} to ${to.name}.`)
    say('Building it beside the installed version …')
    git('worktree', 'add', '--quiet', '--detach', tree, to.commit)
    // Pages that are made from the same files are taken along.
    if (existsSync(join(root, 'dist'))) cpSync(join(root, 'dist'), join(tree, 'dist'), { recursive: true })
    await run(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: tree })
    say('Trying it on a copy of the data …')
    await tryOnCopy(tree, options, options.seconds)
  } catch (error) {
    clear()
    throw new UpdateError(
      `${error.message}\n${to.name} is not installed. ${from.name} is as it was, and was not stopped.`,
    )
  }
  return { phase: 'forward', from, to, tree }
}

/** Puts the new version in the place of the old one; run again after a kill, it goes on from where that was. */
async function switchOver(state, options) {
  try {
    save(state)
    await stop(options)
    if (state.backup === undefined) {
      // To the millisecond: one that was killed right after its backup is started again within the second.
      const name = `rupee-rates-${new Date().toISOString().replace(/\D/g, '')}.backup`
      const backup = join(options.env.DATA_DIR, 'backups', name)
      say(`Saving the data in ${backup} …`)
      await runCommand(root, 'backup', [backup], options)
      save(Object.assign(state, { backup }))
    }
    say(`Switching to ${state.to.name} …`)
    for (const name of BUILT) exchange(name, state.tree, `${state.tree}.old`)
    await checkOut(state.to)
    const migrated = await runCommand(root, 'migrate', [], options)
    for (const line of migrated.split('\n')) say(line)
    save(Object.assign(state, { isStarted: true }))
    await start(options)
  } catch (error) {
    say(`${error.message}\n${state.to.name} is not ready; going back to ${state.from.name}.`)
    return goBack(state, options)
  }
  clear()
  say(`${state.to.name} is ready.${options.start ? '' : ' Start it: npm start'}`)
  say(`The data of before: ${state.backup}`)
}

/** Puts the old version back, and the data of before where the new one has changed the tables. Can be run again as well. */
async function goBack(state, options) {
  process.exitCode = 1
  forgetInterruption()
  try {
    save(Object.assign(state, { phase: 'back' }))
    await stop(options)
    for (const name of BUILT) exchange(name, `${state.tree}.old`, state.tree)
    await checkOut(state.from)
    if (state.backup !== undefined) await bringDataBack(state, options)
    await start(options)
  } catch (error) {
    process.exitCode = 2
    throw new UpdateError(
      `${error.message}\n${state.from.name} could not be brought back. Mend this, then run npm run update again.`,
    )
  }
  clear()
  say(`${state.from.name} is back${options.start ? ' and ready' : '. Start it: npm start'}.`)
}

/** The old version's `migrate` refuses tables of a newer one: then, and only then, the backup is restored. */
async function bringDataBack({ backup, tree, isStarted }, options) {
  const isUnchanged = await runCommand(root, 'migrate', [], options).then(
    () => true,
    () => false,
  )
  if (isUnchanged) return
  if (isStarted) {
    // Somebody may have written something meanwhile.
    const after = backup.replace('.backup', `-after-${Date.now()}.backup`)
    say(`Saving what the new version has made of the data in ${after} …`)
    await runCommand(tree, 'backup', [after], options)
  }
  say(`Restoring ${backup} …`)
  await runCommand(root, 'restore', [backup, '--replace', '--keep-tokens'], options)
  say('The data is that of before; users sign in again.')
}

/** Puts `name` of `source` into the installation and what was there into `aside`, in steps that can be interrupted. */
function exchange(name, source, aside) {
  if (!existsSync(join(source, name))) return
  mkdirSync(aside, { recursive: true })
  if (existsSync(join(root, name))) renameSync(join(root, name), join(aside, name))
  renameSync(join(source, name), join(root, name))
}

async function stop({ stop: command, address }) {
  if (command === undefined) return
  say(`Stopping the server: ${command}`)
  const said = await run(command, [], { shell: true }).catch(({ message }) => message)
  for (let tries = 0; await isServing(address); tries++) {
    if (tries === 60) throw new UpdateError(`The server at ${address} has not stopped. ${said}`)
    await pause(500)
  }
}

/** Starts the server for good by the operator's command, or for a look at whether it becomes ready. */
async function start(options) {
  const { start: command, address, seconds } = options
  say(`Starting the server${command === undefined ? ' to see that it becomes ready' : `: ${command}`} …`)
  if (command === undefined) return tryServer(root, options, seconds)
  // Its output stays open for as long as the server runs.
  await run(command, [], { shell: true, stdio: 'ignore' })
  await untilReady(address, seconds)
}

function save(state) {
  writeFileSync(`${stateFile}.new`, JSON.stringify(state))
  renameSync(`${stateFile}.new`, stateFile)
}

/** Forgets the update, then removes what it was made of. */
function clear() {
  rmSync(stateFile, { force: true })
  for (const name of readdirSync(folder))
    if (name !== 'running') rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  git('worktree', 'prune')
}

function takeLock() {
  mkdirSync(folder, { recursive: true })
  const pid = Number(readText(lockFile))
  if (pid > 0 && isRunning(pid))
    throw new UpdateError(`Another update runs (process ${pid}); if that is no update, remove ${lockFile}.`)
  writeFileSync(lockFile, String(process.pid))
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
