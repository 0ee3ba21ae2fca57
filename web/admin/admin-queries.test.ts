import { expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { installationQuery } from './admin-queries.ts'

test('An import under way is looked at every two seconds, after failures at growing pauses', () => {
  const data = { data: { feed: { due: true } } }
  const pause = (state: object) => installationQuery().refetchInterval({ state } as never)
  const failed = { data, error: new ApiError(503, 'Away'), errorUpdatedAt: 0 }
  expect(pause({ data, error: null })).toBe(2000)
  expect(pause({ ...failed, errorUpdateCount: 1 })).toBe(5000)
  expect(pause({ ...failed, errorUpdateCount: 3 })).toBe(20_000)
})
