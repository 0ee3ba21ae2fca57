import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { compareGuards } from '../database/guards.ts'
import { runCommandHere } from '../testing/run-operator-command.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testConnection, testDatabase } from '../testing/test-database.ts'

test('audit:verify repairs nothing; migrate --repair does, and is recorded', async () => {
  const { appUrl, ownerUrl } = await testDatabase()
  const env = {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
  }
  const db = testConnection(appUrl)
  await sql`GRANT ALL ON change TO rupee_app`.execute(testConnection(ownerUrl))
  for (const [name, status] of [
    ['audit-verify', 1],
    ['migrate', 1],
    ['audit-verify', 1],
  ] as const) {
    const ran = await runCommandHere(name, [], env)
    expect([ran.status, ran.printed]).toEqual([
      status,
      expect.stringMatching(/^Guard: +rights of app on change was changed$/m),
    ])
  }
  const { status, printed } = await runCommandHere('migrate', ['--repair'], env)
  expect([status, printed]).toEqual([0, expect.stringContaining('is up to date')])
  const entry = await db
    .selectFrom('audit_entry')
    .select(['action', 'description', 'metadata'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(entry).toEqual({
    action: 'repair schema',
    description: 'Repaired a changed schema: 1 difference, 0 of them left',
    metadata: JSON.stringify({ differences: ['rights of app on change was changed'], left: [] }),
  })
  expect((await compareGuards(db)).changed).toEqual([])
})
