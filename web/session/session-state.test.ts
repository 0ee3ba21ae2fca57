import { expect, it, vi } from 'vitest'
import { createQueryClient } from '../queries.ts'
import { checkSession, isSessionChecked } from './session-state.ts'
import { storeSession } from './stored-session.ts'

it('shows a screen by a check of the last minute while the next one is under way', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const user = { user: { email: 'kamala@example.org', name: 'Kamala' }, approved: true }
  const responses: (() => void)[] = []
  vi.stubGlobal('fetch', () => {
    const response = Response.json({ data: user })
    return new Promise((resolve) => responses.push(() => resolve(response)))
  })
  storeSession({ token: 'token', email: '', name: '', approved: true, admin: false })
  const client = createQueryClient()
  const first = checkSession(client)
  expect(isSessionChecked()).toBe(false)
  responses.pop()?.()
  await first
  vi.advanceTimersByTime(59_000)
  void checkSession(client)
  expect([isSessionChecked(), responses.length]).toEqual([true, 1])
  responses.pop()?.()
  await checkSession(client)
  vi.advanceTimersByTime(61_000)
  expect(isSessionChecked()).toBe(false)
})
