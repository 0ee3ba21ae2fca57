import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { asSuperuser, type SuperuserAccess } from '../../harness/database/postgres.ts'
import type { Scope } from '../../harness/scope.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import type { Writers } from '../../harness/load/writers.ts'
import { until } from '../../harness/until.ts'
import { OUTAGE_PASS, underOutage } from './outage.ts'

const SIZE_MB = 160
const FULL_MS = 5000

export const diskFull: Scenario = {
  name: 'disk-full',
  title: `the disk of DATA_DIR is full (a tmpfs of ${SIZE_MB} MB) for ${FULL_MS / 1000} s, under 8 writers and 4 readers`,
  pass: OUTAGE_PASS,
  async run(scope) {
    const disk = mountDisk(scope)
    if (disk === undefined)
      return {
        skipped: 'A file system of its own could not be mounted here; that needs root and its rights.',
      }
    const server = await Server.start(scope, { DATA_DIR: join(disk, 'data') })
    const database = await server.database()
    return underOutage({
      server,
      database,
      writesBefore: 40,
      async run(writers) {
        const filler = join(disk, 'filler')
        fill(filler)
        await untilRefused(writers, database)
        const acknowledged = writers.acknowledged.length
        await pause(FULL_MS)
        const served = writers.acknowledged.length - acknowledged
        rmSync(filler)
        return { found: `${served} served while it was full` }
      },
    })
  },
}

function mountDisk(scope: Scope): string | undefined {
  const folder = scope.makeFolder('disk')
  const options = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0711`, 'tmpfs', folder]
  if (spawnSync('mount', options).status !== 0) return undefined
  scope.defer(() => spawnSync('umount', ['-l', folder]))
  return folder
}

/** Writes until the file system takes not one byte more. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  for (let piece = Buffer.alloc(1 << 20); piece.length > 0;) {
    try {
      writeSync(file, piece)
    } catch {
      piece = piece.subarray(0, piece.length >> 1)
    }
  }
  closeSync(file)
}

/** Uses up what PostgreSQL has put by of its log of changes, and waits until it takes no write any more. */
async function untilRefused(writers: Writers, database: SuperuserAccess): Promise<void> {
  const fill = `SELECT pg_logical_emit_message(false, 'fill', repeat('x', 2000000))`
  const look = async () => {
    const before = writers.acknowledged.length
    await asSuperuser(database, fill).catch(() => undefined)
    await pause(100)
    const last = writers.tries.slice(-8)
    return writers.acknowledged.length === before && last.every(({ status }) => status >= 500)
  }
  await until('writes are refused, the disk being full', look, { timeoutMs: 30_000, everyMs: 0 })
}
