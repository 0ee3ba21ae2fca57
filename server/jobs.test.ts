import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { startJobs } from './jobs.ts'
import { testAppOfFile } from './testing/test-app.ts'

const { deps, owner } = await testAppOfFile()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an unchecked trail is not reported as broken', async () => {
  vi.spyOn(deps.chainWatch, 'check').mockResolvedValue()
  expect(deps.chainWatch.state().verdict).toBe('NOT CHECKED')
  const error = vi.spyOn(deps.log, 'error')
  await startJobs(deps)()
  expect(error).not.toHaveBeenCalled()
})

test('a job never overlaps itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const end = startJobs(deps)
  await owner.transaction().execute(async (trx) => {
    await sql`LOCK TABLE app_session`.execute(trx)
    const waiting = async () => {
      const { rows } = await sql`
        SELECT FROM pg_locks WHERE NOT granted AND relation = 'app_session'::regclass
          AND mode = 'RowExclusiveLock'`.execute(trx)
      return rows.length
    }
    const pass = () => vi.advanceTimersByTime(10 * 60_000)
    pass()
    await expect.poll(waiting).toBe(1)
    pass()
    await sql`SELECT pg_sleep(0.3)`.execute(trx)
    expect(await waiting()).toBe(1)
  })
  await end()
})
