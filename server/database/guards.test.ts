import { cpSync, createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NO_CHECKPOINTS, verifyDatabase } from '../audit-log/verify-database.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { seedAuditTrail } from '../testing/seed-audit-trail.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testConnection, testDatabase } from '../testing/test-database.ts'
import { compareGuards, LISTS, readCatalogue, readList, type Catalogue } from './guards.ts'
import { migrate, readMigrations } from './migrate.ts'

const VIEW = /^view .+ on PostgreSQL \d+$/
const newest =
  Object.keys(await readMigrations())
    .at(-1)
    ?.split('-')[0] ?? ''

/** Keeps lines of views of the other versions of PostgreSQL. */
function textOf(found: Catalogue, before: Catalogue | null): string {
  const others = Object.entries(before ?? {}).filter(([name]) => VIEW.test(name))
  const lines = Object.entries({ ...Object.fromEntries(others), ...found })
  const sorted = lines.sort(([one], [other]) => (one < other ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

test('a migrated database is like the list of its migration, which -u writes', async () => {
  const { appUrl } = await testDatabase()
  const found = await readCatalogue(testConnection(appUrl))
  const text = textOf(found, await readList(LISTS, newest))
  await expect(text).toMatchFileSnapshot(join(LISTS, `${newest}.json`))
})

test('the list is the same for a superuser, the owner and the server', async () => {
  const { appUrl, ownerUrl, superuserUrl } = await testDatabase()
  const urls = [appUrl, ownerUrl, superuserUrl]
  const found = await Promise.all(
    urls.map((url) => readCatalogue(testConnection(url), 'rupee_app')),
  )
  expect(found[1]).toEqual(found[0])
  expect(found[2]).toEqual(found[0])
})

test('one role for server and owner has no rights of its own to compare', async () => {
  const { ownerUrl, superuserUrl } = await testDatabase('empty')
  await migrate(ownerUrl, 'rupee_owner')
  const found = await compareGuards(testConnection(ownerUrl))
  expect(found).toMatchObject({ migration: newest, changed: [], uncovered: [] })
  const superuser = testConnection(superuserUrl)
  await sql`GRANT SELECT ON public.change TO rupee_app`.execute(superuser)
  expect((await compareGuards(testConnection(ownerUrl))).changed).toEqual([
    'rights of rupee_app on change was added',
  ])
})

/** Drops, renames, replaces and adds. */
const LATER = `
  DROP TRIGGER rate_feed_state_announced ON rate_feed_state;
  DROP FUNCTION announce_feed_state();
  ALTER TABLE feed_request RENAME TO later_request;
  ALTER TABLE later_request RENAME COLUMN requests TO later_requests;
  DROP INDEX audit_entry_others;
  ALTER TABLE undo ADD COLUMN note text;
  CREATE OR REPLACE FUNCTION lock_facts() RETURNS void LANGUAGE sql
  AS $body$ SELECT pg_advisory_xact_lock(7236003) $body$;
  CREATE TABLE later (id bigint PRIMARY KEY);`

/** The next version of the program: a folder with a later migration and its list. */
async function nextVersion() {
  const folder = temporaryFolder()
  for (const name of ['schema', 'schema-lines', 'grants.sql'])
    cpSync(join(import.meta.dirname, name), join(folder, name), { recursive: true })
  const grants = join(folder, 'grants.sql')
  const later = readFileSync(grants, 'utf8').replaceAll("'feed_request'", "'later_request'")
  writeFileSync(grants, later)
  mkdirSync(join(folder, 'migrations'))
  writeFileSync(join(folder, 'migrations', '900-later.sql'), LATER)
  const { ownerUrl, appUrl } = await testDatabase('empty')
  await migrate(ownerUrl, 'rupee_app', { folder })
  const lists = join(folder, 'schema-lines')
  const found = await readCatalogue(testConnection(appUrl))
  writeFileSync(join(lists, '900.json'), textOf(found, null))
  return { folder, lists }
}

test('a migration that drops, renames and adds is no tampering', async () => {
  const { folder, lists } = await nextVersion()
  const { appUrl, ownerUrl } = await testDatabase()
  const db = testConnection(appUrl)
  expect(await compareGuards(db, { lists })).toMatchObject({ migration: newest, changed: [] })
  expect(await migrate(ownerUrl, 'rupee_app', { folder })).toEqual({
    applied: ['900-later'],
    changed: [],
  })
  expect(await compareGuards(db, { lists })).toMatchObject({ migration: '900', changed: [] })
  expect((await compareGuards(db)).uncovered).toEqual(['migration 900 is of another version'])
  await sql`DROP TABLE public.later`.execute(testConnection(ownerUrl))
  expect((await compareGuards(db, { lists })).changed).toContain('relation later is missing')
})

test('a backup of the version before is restored without a difference', async () => {
  const { folder, lists } = await nextVersion()
  const source = await testDatabase()
  await seedAuditTrail(testConnection(source.ownerUrl), 20)
  const file = join(temporaryFolder(), 'before.backup')
  const at = new Date('2026-09-29T06:30:00Z')
  await makeBackup(source.ownerUrl, file, at)
  const target = await testDatabase('empty')
  const options = { appRole: 'rupee_app', replace: false, keepTokens: false, at, folder }
  const restored = await restoreBackup(createReadStream(file), file, target.ownerUrl, options)
  expect(restored.trail.guards).toMatchObject({ migration: '900', changed: [], uncovered: [] })
  const report = await verifyDatabase(testConnection(target.appUrl), NO_CHECKPOINTS, {
    now: at,
    lists,
  })
  expect(report.guards.changed).toEqual([])
  expect(report.check.broken).toBeNull()
})

test('a trick from before an update stops the update and stays until it is repaired', async () => {
  const { folder, lists } = await nextVersion()
  const { appUrl, ownerUrl, superuserUrl } = await testDatabase()
  const superuser = testConnection(superuserUrl)
  await sql`GRANT UPDATE ON public.fact_state TO rupee_app`.execute(superuser)
  await sql`GRANT SELECT ON public.fact_state TO PUBLIC`.execute(superuser)
  const db = testConnection(appUrl)
  const differences = [
    'rights of app on fact_state was changed',
    'rights of public on fact_state was added',
  ]
  expect(await migrate(ownerUrl, 'rupee_app')).toEqual({ applied: [], changed: differences })
  await expect(migrate(ownerUrl, 'rupee_app', { folder })).rejects.toThrow(
    `The database differs from migration ${newest}, so it was not migrated: ${differences.join('; ')}`,
  )
  expect((await compareGuards(db)).changed).toEqual(differences)
  const repairs: unknown[] = []
  const repair = (_trx: unknown, before: readonly string[], left: readonly string[]) =>
    Promise.resolve(void repairs.push([before, left]))
  const left = ['rights of public on fact_state was added']
  expect(await migrate(ownerUrl, 'rupee_app', { folder, repair })).toEqual({
    applied: ['900-later'],
    changed: left,
  })
  expect(repairs).toEqual([[differences, left]])
  expect((await compareGuards(db, { lists })).changed).toEqual(left)
})

test('views are compared by the version of PostgreSQL, and an unknown one is not covered', async () => {
  const { appUrl, ownerUrl } = await testDatabase()
  const lists = temporaryFolder()
  const owner = testConnection(ownerUrl)
  await sql`CREATE VIEW public.shown AS SELECT 1 AS one`.execute(owner)
  const db = testConnection(appUrl)
  const found = await readCatalogue(db)
  const [view = ''] = Object.keys(found).filter((name) => name.startsWith('view shown'))
  expect(view).toMatch(VIEW)
  const write = (list: Catalogue) =>
    writeFileSync(join(lists, `${newest}.json`), JSON.stringify(list))
  write({ ...found, 'view shown on PostgreSQL 14': 'x' })
  expect(await compareGuards(db, { lists })).toMatchObject({ changed: [], uncovered: [] })
  const others = Object.fromEntries(Object.entries(found).filter(([name]) => name !== view))
  write({ ...others, 'view shown on PostgreSQL 14': 'x' })
  expect(await compareGuards(db, { lists })).toMatchObject({ changed: [], uncovered: [view] })
  write(found)
  await sql`CREATE OR REPLACE VIEW public.shown AS SELECT 2 AS one`.execute(owner)
  expect((await compareGuards(db, { lists })).changed).toEqual([`${view} was changed`])
})
