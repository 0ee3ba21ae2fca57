import { afterEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS, sharedQueue } from './shared-queue.ts'

afterEach(() => vi.restoreAllMocks())

test('whose turn comes too late is refused instead, and whoever comes then is served', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const inTurn = sharedQueue({ atOnce: 1, toOne: 2, inAll: 20 }, () => 'Try again.')
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = vi.fn(() => promise)
  const first = inTurn('one', work)
  await vi.waitUntil(() => work.mock.calls.length > 0)
  const late = inTurn('other', () => Promise.resolve('late')).catch(String)
  now.mockReturnValue(PATIENCE_MS + 1)
  resolve('made')
  expect(await first).toBe('made')
  expect(await late).toBe('ApiError: Try again.')
  expect(await inTurn('other', () => Promise.resolve('made'))).toBe('made')
})
