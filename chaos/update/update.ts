import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../scenario.ts'
import { embeddedPostgres } from '../../harness/database/postgres.ts'
import { compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { Writers } from '../../harness/load/writers.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { InstalledClone, type Updated } from './installed-clone.ts'
import { makeOrigin, VERSIONS } from './origin-of-versions.ts'

/** Where the updater is killed, each by a line that it prints; `Trying` with nothing changed yet. */
const KILLS = ['Trying', 'Saving', 'Switching', 'Starting']

export const update: Scenario = {
  name: 'update',
  title:
    'npm run update under 4 writers, to versions that work, whose migration fails, and whose server never becomes ready; the updater is killed',
  pass: 'no acknowledged write lost and the trail intact; a version that fails on a copy does not stop the server and leaves the trail as it was, one that fails later is taken back with nothing but the entry of the restore; after each kill the next run ends the update',
  async run(scope) {
    if (!existsSync(join(import.meta.dirname, '..', '..', '.git')))
      return { skipped: 'this is no git clone.' }
    const port = await freePort()
    const installed = new InstalledClone(scope, makeOrigin(scope, port), VERSIONS.first, port)
    installed.supervise('start')
    await installed.untilReady()
    const writers = new Writers(installed.http, await signInUsers(installed.http, 4), 20)
    scope.defer(() => writers.stop(0))
    await writers.untilAcknowledged(50)
    const good = await installed.update(['--to', VERSIONS.good])
    await writers.untilAcknowledged(50)
    await writers.stop()
    const wrong: string[] = []
    const check = (isHeld: boolean, what: string) => {
      if (!isHeld) wrong.push(what)
    }
    check(good.status === 0 && installed.version === VERSIONS.good, `the update: ${good.printed}`)

    const before = await installed.entry()
    const { pid } = installed
    for (const name of ['migrationFails', 'neverReady'] as const) {
      const { status, printed } = await installed.update(['--to', VERSIONS[name], '--timeout', '10'])
      check(status === 1 && installed.version === VERSIONS.good, `${name} ended with ${status}: ${printed}`)
      check(installed.pid === pid && (await installed.http.isReady()), `${name} stopped the server`)
      check((await installed.entry()).hash === before.hash, `${name} changed the trail`)
    }

    const late = await installed.update(['--to', VERSIONS.neverReadyHere, '--timeout', '20'])
    check(late.status === 1 && installed.version === VERSIONS.good, `neverReadyHere: ${late.printed}`)
    check(await installed.http.isReady(), 'the version before is not ready')
    check((await installed.entry(before.id)).hash === before.hash, 'the trail is another after the restore')
    const added = await installed.entry()
    check(
      added.id === before.id + 1 && added.action === 'restore database',
      'more than the restore was added',
    )

    const killed: Updated[] = []
    for (const line of KILLS) killed.push(await installed.update(['--to', VERSIONS.better], line))
    const last = await installed.update(['--to', VERSIONS.better])
    check(
      killed.every(({ status }) => status === null),
      'an updater ended before it was killed',
    )
    check(last.status === 0 && installed.version === VERSIONS.better, `after the kills: ${last.printed}`)
    check(
      (await installed.http.isReady()) && (await installed.entry()).hash === added.hash,
      'the trail after the kills',
    )
    const comparison = await compareWithDatabase(writers, await embeddedPostgres(installed.dataDir))
    const verified = await installed.verify()
    check(comparison.ok && /^OK:/m.test(verified), `the trail: ${verified}`)
    const trials = join(installed.dataDir, 'update-trial')
    check(
      !existsSync(trials) && !existsSync(join(installed.folder, '.cache', 'update', 'state.json')),
      'left-overs',
    )
    return {
      figures: `${comparison.words}; an update took ${Math.round(good.ms / 1000)} s; ${wrong.length === 0 ? `2 versions refused on a copy, 1 taken back, ${KILLS.length} kills` : `WRONG: ${wrong.join('; ')}`}`,
      ok: wrong.length === 0,
    }
  },
}
