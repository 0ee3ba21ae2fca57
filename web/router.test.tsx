import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { go as goOnceLoaded, navigate } from './router.tsx'

const loads = new Map<string, () => void>()
const go = (address: string) =>
  goOnceLoaded(address, new Promise<void>((resolve) => loads.set(address, resolve)))

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  navigate('/')
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const loaded = async (address: string) => {
  loads.get(address)?.()
  await Promise.resolve().then(() => new Promise((resolve) => setTimeout(resolve)))
}

it('goes where someone decided last, whichever screen is there first', async () => {
  go('/dashboard')
  go('/login')
  await loaded('/login')
  await vi.waitFor(() => expect(location.pathname).toBe('/login'))
  await loaded('/dashboard')
  expect(location.pathname).toBe('/login')
})

it('forgets a screen that is waited for when somebody goes elsewhere at once, or back', async () => {
  go('/dashboard')
  navigate('/login')
  await loaded('/dashboard')
  expect(location.pathname).toBe('/login')
  go('/auditlog')
  history.back()
  await vi.waitFor(() => expect(location.pathname).toBe('/'))
  await loaded('/auditlog')
  expect(location.pathname).toBe('/')
})

it('makes one step of two presses, and none of the link to where one is', async () => {
  navigate('/account') // which forgets what was ahead
  const before = history.length
  go('/login')
  go('/login')
  await loaded('/login')
  navigate('/login')
  expect(history.length).toBe(before + 1)
})
