import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { availability } from '../harness/probe-availability.ts'
import { inWords, compareWithDatabase } from '../harness/acknowledged-writes.ts'
import { signInUsers } from '../harness/sign-in-users.ts'
import { asSuperuser, embeddedPostgres } from '../harness/postgres.ts'
import { Readers } from '../harness/readers.ts'
import type { Scope } from '../harness/scope.ts'
import { Server } from '../harness/server.ts'
import { Writers } from '../harness/writers.ts'

const SIZE_MB = 160
const FULL_MS = 5000
const RECOVERY_MS = 2000

export const diskFull: Scenario = {
  name: 'disk-full',
  title: `the disk of DATA_DIR is full (a tmpfs of ${SIZE_MB} MB) for ${FULL_MS / 1000} s, under 8 writers and 4 readers`,
  pass: `public rates 100 %; writes 503 with Retry-After; nothing acknowledged lost; a write again ≤ ${RECOVERY_MS} ms after there is space`,
  async run(scope) {
    const disk = mountDisk(scope)
    if (disk === undefined)
      return {
        skipped: 'A file system of its own could not be mounted here; that needs root and its rights.',
      }
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback', DATA_DIR: join(disk, 'data') })
    const database = await embeddedPostgres(server.dataDir)
    const writers = new Writers(server.http, await signInUsers(server.http, 8))
    await writers.untilAcknowledged(40)
    const readers = new Readers(server.http)
    const filler = join(disk, 'filler')
    const begun = performance.now()
    fill(filler)
    if (!(await untilRefused(writers, database))) throw new Error('Writes went on although the disk was full')
    const acknowledged = writers.acknowledged.length
    await pause(FULL_MS)
    const meanwhile = writers.acknowledged.length - acknowledged
    rmSync(filler)
    const free = performance.now()
    if (!(await writers.untilAcknowledged(1))) throw new Error('No write was taken within 20 s')
    const recovery = performance.now() - free
    await pause(500)
    await writers.stop()
    await readers.stop()
    const refusals = availability(writers.sentBetween(begun, Infinity))
    const comparison = await compareWithDatabase(writers, database)
    return {
      figures: `${readers.toString()}; ${refusals.words}, ${meanwhile} served; a write again after ${Math.round(recovery)} ms; ${inWords(comparison)}`,
      ok: readers.ok && refusals.ok && recovery <= RECOVERY_MS && comparison.ok,
    }
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
async function untilRefused(writers: Writers, database: { superuserUrl: string }): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    const before = writers.acknowledged.length
    await asSuperuser(database, `SELECT pg_logical_emit_message(false, 'fill', repeat('x', 2000000))`).catch(
      () => undefined,
    )
    await pause(100)
    const last = writers.tries.slice(-8)
    if (writers.acknowledged.length === before && last.every(({ status }) => status >= 500)) return true
  }
  return false
}
