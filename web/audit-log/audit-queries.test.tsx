import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../queries.ts'
import { navigate } from '../router.tsx'
import AuditTrailPage from './audit-log-page.tsx'
import { auditListQuery, NO_FILTER, useNewerEntries } from './audit-queries.ts'

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

test('Nothing is said of a search by the response to the one before', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  vi.stubGlobal('scrollTo', () => undefined)
  navigate('/auditlog?search=tea')
  const page = { current_page: 1, last_page: 1, per_page: 15, total: 0, newest_id: 8 }
  const body = { ...page, data: [], actions: [], total_is_minimum: false, details: 'all' }
  const tea = auditListQuery({ ...NO_FILTER, search: 'tea' }).queryKey
  render(
    <QueryClientProvider client={createQueryClient([[tea, 200, body]])}>
      <AuditTrailPage />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/No entries match/)).toBeTruthy()
  act(() => navigate('/auditlog?search=rice'))
  expect(screen.queryByText(/No entries match/)).toBeNull()
  navigate('/')
})
