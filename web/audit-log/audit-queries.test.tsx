import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../queries.ts'
import { NO_FILTER, useNewerEntries } from './audit-queries.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  onlineManager.setOnline(true)
})

test('Newer entries are looked for twice a minute, not without a network, and at once when it is back', async () => {
  vi.useFakeTimers()
  const fetched = vi.fn(() => Promise.resolve(Response.json({ data: [{ id: 8 }] })))
  vi.stubGlobal('fetch', fetched)
  const client = createQueryClient()
  const { result } = renderHook(() => useNewerEntries(NO_FILTER, 7), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  onlineManager.setOnline(false)
  await pass(90_000)
  expect(fetched).not.toHaveBeenCalled()
  expect(result.current).toBe(false)
  onlineManager.setOnline(true)
  await pass(100)
  expect(fetched).toHaveBeenCalledOnce()
  expect(result.current).toBe(true)
  await pass(60_000)
  expect(fetched).toHaveBeenCalledTimes(3)
})
