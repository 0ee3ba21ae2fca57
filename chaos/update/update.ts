import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedPostgres } from '../../harness/database/postgres.ts'
import { figure, holds, none } from '../../harness/figure.ts'
import { compareWithDatabase, startWriters } from '../../harness/load/writers.ts'
import type { Ran } from '../../harness/process/program.ts'
import { Skipped, type Scenario } from '../../harness/scenario.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { InstalledClone } from './installed-clone.ts'
import { makeOrigin, VERSIONS } from './origin-of-versions.ts'

/** Where the updater is killed, each by a line that it prints; `Trying` with nothing changed yet. */
const KILLS = ['Trying', 'Saving', 'Switching', 'Starting']

export const update: Scenario = {
  title:
    'npm run update under 4 writers, to versions that work, whose migration fails, and whose server never becomes ready; the updater is killed',
  async run(scope) {
    if (!existsSync(join(import.meta.dirname, '..', '..', '.git'))) throw new Skipped('This is no git clone.')
    const port = await freePort()
    const installed = new InstalledClone(scope, makeOrigin(scope, port), VERSIONS.first, port)
    installed.supervise('start')
    await installed.untilReady()
    const writers = startWriters([installed.http], await signInUsers(installed.http, 4), 20)
    scope.defer(() => writers.stop(0))
    await writers.untilAcknowledged(50)
    const good = await installed.update(['--to', VERSIONS.good])
    await writers.untilAcknowledged(50)
    await writers.stop()
    const isAt = ({ status }: Ran, expected: number, version: string) =>
      status === expected && installed.version === version
    const isReady = () => installed.http.isReady()
    const hash = async (id?: number) => (await installed.entry(id)).hash
    const found = [
      holds('a version that works is installed', isAt(good, 0, VERSIONS.good), good.printed),
      figure('an update', good.ms / 1000, 's'),
    ]

    const before = await installed.entry()
    const { pid } = installed
    for (const name of ['migrationFails', 'neverReady'] as const) {
      const ran = await installed.update(['--to', VERSIONS[name], '--timeout', '10'])
      found.push(
        holds(`${name} is refused on a copy`, isAt(ran, 1, VERSIONS.good), ran.printed),
        holds(`${name} does not stop the server`, installed.pid === pid && (await isReady())),
        holds(`${name} leaves the trail as it was`, (await hash()) === before.hash),
      )
    }

    const late = await installed.update(['--to', VERSIONS.neverReadyHere, '--timeout', '20'])
    const added = await installed.entry()
    found.push(
      holds('neverReadyHere is taken back', isAt(late, 1, VERSIONS.good), late.printed),
      holds('the version before is ready again', await isReady()),
      holds('the trail is the same after the restore', (await hash(before.id)) === before.hash),
      holds('but for its entry', added.id === before.id + 1 && added.action === 'restore database'),
    )

    for (const line of KILLS) {
      const { status } = await installed.update(['--to', VERSIONS.better], line)
      found.push(holds(`the updater is killed at "${line}"`, status === null))
    }
    const last = await installed.update(['--to', VERSIONS.better])
    const verified = await installed.verify()
    const leftOvers = [
      join(installed.dataDir, 'update-trial'),
      join(installed.folder, '.cache', 'update', 'state.json'),
    ]
    return [
      ...found,
      holds('the next run ends the update', isAt(last, 0, VERSIONS.better), last.printed),
      holds('and nothing is lost', (await isReady()) && (await hash()) === added.hash),
      holds('the trail is intact', /^OK:/m.test(verified), verified),
      none('left-overs', leftOvers.filter((path) => existsSync(path)).length),
      ...(await compareWithDatabase(writers.acknowledged, await embeddedPostgres(installed.dataDir))),
    ]
  },
}
