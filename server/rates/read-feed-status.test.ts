import { expect, test } from 'vitest'
import { testAppOfFile } from '../testing/test-app.ts'
import { readFeedStatus } from './read-other-facts.ts'

const run = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })

const storeRun = (at: string, days: Readonly<Record<string, boolean>>) =>
  run.db.transaction().execute(async (trx) => {
    const answers = Object.entries(days).map(([date, final]) => ({ date, is_final: final }))
    await trx.deleteFrom('feed_answer').execute()
    await trx
      .insertInto('feed_answer')
      .values(answers.map((each) => ({ ...each, feed: 'cbsl', kind: 'indicative' }) as never))
      .execute()
    const state = { last_try_at: new Date(at), next_try_at: new Date(at) }
    await trx
      .insertInto('rate_feed_state')
      .values({ feed: 'cbsl', ...state })
      .onConflict((conflict) => conflict.column('feed').doUpdateSet(state))
      .execute()
  })

test('the answers of a feed are read again only after another run', async () => {
  await storeRun('2026-09-28T06:00:00Z', { '2026-09-25': true, '2026-09-28': false })
  const first = await readFeedStatus(run.db, 'cbsl')
  expect([...first.answers]).toEqual([
    [
      'indicative',
      new Map([
        ['2026-09-25', 'final'],
        ['2026-09-28', 'so far'],
      ]),
    ],
  ])
  const same = await readFeedStatus(run.db, 'cbsl', first)
  expect(same.answers).toBe(first.answers)

  await storeRun('2026-09-28T14:00:00Z', { '2026-09-25': true, '2026-09-28': true })
  const later = await readFeedStatus(run.db, 'cbsl', same)
  expect(later.answers.get('indicative')?.get('2026-09-28' as never)).toBe('final')
})
