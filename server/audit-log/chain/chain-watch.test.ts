import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { SYSTEM } from '../../identity/actor.ts'
import type { Db } from '../../database/schema.ts'
import { TestClock } from '../../testing/test-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { testConnection, testDatabase } from '../../testing/test-database.ts'
import { checkpointFolders, readCheckpoints } from './checkpoint-files.ts'
import { loadCheckpointKey, readKeyRing, type CheckpointPlaces } from './checkpoint-key.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { ChainWatch } from './chain-watch.ts'

let db: Db
let owner: Db
let places: CheckpointPlaces
const clock = new TestClock('2026-09-29T06:30:00Z')

beforeEach(async () => {
  const database = await testDatabase()
  db = testConnection(database.appUrl)
  owner = testConnection(database.ownerUrl)
  places = { dataDir: temporaryFolder(), checkpointDir: temporaryFolder(), auditPublicKeys: [] }
  await loadCheckpointKey(places)
})

const watch = () =>
  new ChainWatch({ db, clock: clock.now, places, published: () => Promise.resolve([]) })
const signed = async (folder = checkpointFolders(places)[0]!) =>
  (await readCheckpoints([folder], await readKeyRing(places))).good.map(({ entry }) => entry)

const bookFile = () => {
  const [folder = ''] = checkpointFolders(places)
  return join(folder, readdirSync(folder)[0] ?? '')
}
const lines = async () => (await readFile(bookFile(), 'utf8')).trimEnd().split('\n')

async function append(count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    const act = { actor: SYSTEM, at: clock.now() }
    await db.transaction().execute((trx) => recordAuditEntry(trx, act, 'login', 'Signed in'))
  }
}

async function asOwner(statement: string): Promise<void> {
  for (const table of ['audit_entry', 'audit_head']) {
    await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(owner)
  }
  await sql.raw(statement).execute(owner)
}

it('signs at the first look, after an hour or 200 entries, and when the server stops; in every folder', async () => {
  const one = watch()
  await one.check()
  expect(await signed()).toEqual([])
  await append(3)
  await one.check()
  expect(await signed()).toEqual([3])
  await append(1)
  await one.check()
  clock.turn(3599)
  await one.check()
  expect(await signed()).toEqual([3])
  clock.turn(1)
  await one.check()
  expect(await signed()).toEqual([3, 4])
  await append(200)
  await one.check()
  expect(await signed()).toEqual([3, 4, 204])
  clock.turn(9000)
  await one.check()
  await append(1)
  await one.check({ last: true })
  expect(await signed()).toEqual([3, 4, 204, 205])
  expect(await signed(places.checkpointDir)).toEqual([3, 4, 204, 205])
})

it('adds a checkpoint once to the folder that can be written, and to the other as soon as it can be', async () => {
  const away = join(temporaryFolder(), 'away')
  writeFileSync(away, 'no folder')
  places = { ...places, checkpointDir: away }
  const one = watch()
  await append(3)
  for (let round = 0; round < 5; round++)
    await expect(one.check()).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await lines()).toHaveLength(1)
  rmSync(away)
  await one.check()
  expect([await signed(), await signed(away)]).toEqual([[3], [3]])
})

it('is not misled by a line that a full disk or a crash has cut, and takes it away with the next', async () => {
  const one = watch()
  await append(3)
  await one.check()
  const [whole = ''] = await lines()
  writeFileSync(bookFile(), `${whole}\n${whole.slice(0, 150)}`)
  await one.check()
  expect(one.state()).toMatchObject({ verdict: 'OK' })
  await append(200)
  await one.check()
  expect(await signed()).toEqual([3, 203])
  expect(await lines()).toHaveLength(2)
  expect(one.state()).toMatchObject({ verdict: 'OK' })
})

it('goes on from what was signed before it started, and sees that the tail is gone', async () => {
  await append(5)
  await watch().check()
  await asOwner(`DELETE FROM audit_entry WHERE id > 3`)
  await asOwner(`UPDATE audit_head SET id = 3, hash = (SELECT hash FROM audit_entry WHERE id = 3)`)
  const later = watch()
  await later.check({ last: true })
  expect(later.state()).toMatchObject({ verdict: 'TRUNCATED', brokenAt: 4 })
  expect(await signed()).toEqual([5])
})

it('sees that others stand where it had signed, and signs nothing on top of a break', async () => {
  await append(5)
  const one = watch()
  await one.check()
  await asOwner(`UPDATE audit_entry SET hash = sha256('x') WHERE id = 5`)
  await one.check({ last: true })
  expect(one.state()).toMatchObject({ verdict: 'REWRITTEN', brokenAt: 5 })
  expect(await signed()).toEqual([5])
})

it('says nothing of the trail until all of it has been looked at once since the start', async () => {
  await append(5)
  await watch().check()
  const later = watch()
  await later.check({ last: true })
  expect(later.state()).toMatchObject({ verdict: 'NOT CHECKED' })
  await later.check()
  expect(later.state()).toMatchObject({ verdict: 'OK', checkedTo: 5 })
})

it('looks at the old entries again, a stretch at a time, and finds one that is missing', async () => {
  await append(6)
  const one = watch()
  await one.check()
  expect(one.state()).toMatchObject({ verdict: 'OK', checkedTo: 6 })
  await asOwner(`DELETE FROM audit_entry WHERE id = 2`)
  await one.check()
  expect(one.state()).toMatchObject({ verdict: 'GAP', brokenAt: 2 })
})
