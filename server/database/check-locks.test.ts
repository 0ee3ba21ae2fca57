import { expect, test } from 'vitest'
import { asSuperuser } from '../../harness/database/postgres.ts'
import { spawnServer } from '../../harness/process/server-process.ts'
import { testDatabase } from '../testing/test-database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { checkLocks } from './open-database.ts'

/**
 * Lets every role find functions that say yes and lock nothing before PostgreSQL's own, as some
 * engines have them.
 */
async function pretendToLock(superuserUrl: string): Promise<void> {
  await asSuperuser(
    { superuserUrl },
    `
    CREATE SCHEMA pretended;
    GRANT USAGE ON SCHEMA pretended TO PUBLIC;
    CREATE FUNCTION pretended.pg_try_advisory_lock(int, int) RETURNS boolean LANGUAGE sql RETURN true;
    CREATE FUNCTION pretended.pg_advisory_unlock(int, int) RETURNS boolean LANGUAGE sql RETURN true;
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = pretended, pg_catalog, public', current_database());
    END $$`,
  )
}

test('a PostgreSQL locks, also for eight that try at once', async () => {
  const { ownerUrl } = await testDatabase()
  await Promise.all(Array.from({ length: 8 }, () => checkLocks(ownerUrl)))
})

test('an engine whose locks keep nobody out is refused at the start, in a sentence and with status 1', async () => {
  const { superuserUrl, ownerUrl, appUrl } = await testDatabase()
  await pretendToLock(superuserUrl)
  await expect(checkLocks(ownerUrl)).rejects.toThrow('does not lock as PostgreSQL does')
  const urls = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  const server = spawnServer({ DATA_DIR: temporaryFolder(), ...urls })
  expect(await server.exit).toBe(1)
  expect(server.stderr().trim()).toMatch(
    /^The database at \S+ does not lock as PostgreSQL does .*\.$/,
  )
})
