import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFeedServer, type FeedServer } from '../feeds/feed-server.fixture.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let feed: FeedServer
let database: TestDatabase

beforeAll(async () => {
  feed = await startFeedServer()
  database = await createTestDatabase()
})
afterAll(async () => {
  await feed.close()
  await database.drop()
})

/** Runs the command as a user would; gives what it printed and its exit status. */
function importRates(settings: Record<string, string>): Promise<{ printed: string; status: number }> {
  const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, ...settings }
  return new Promise((resolve) => {
    const program = execFile(
      process.execPath,
      [join(import.meta.dirname, 'rates-import.ts')],
      { env },
      (_, stdout, stderr) => resolve({ printed: stdout + stderr, status: program.exitCode ?? -1 }),
    )
  })
}

test('tells what was asked and what came of it', async () => {
  const { printed, status } = await importRates({ RATE_FEED: 'cbsl', RATE_FEED_URL: feed.url })
  expect(printed).toMatch(
    /^Asked Central Bank of Sri Lanka for 400 days, .* to .*\.\n\d+ new, 0 corrected, 0 unchanged\.\n$/,
  )
  expect(status).toBe(0)
})

test('tells what a feed answered wrongly, and exits with 1', async () => {
  feed.respondWith((_, response) => response.writeHead(503).end())
  const { printed, status } = await importRates({ RATE_FEED: 'cbsl', RATE_FEED_URL: feed.url })
  expect(printed).toContain('answered with status 503.')
  expect(status).toBe(1)
})

test('has nothing to ask where the feed is off', async () => {
  const { printed, status } = await importRates({ RATE_FEED: 'off' })
  expect(printed).toBe('RATE_FEED is off: there is no feed to import from.\n')
  expect(status).toBe(1)
})
