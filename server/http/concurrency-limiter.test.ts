import { expect, it } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

it('runs two calls of a user at once, lets four wait and refuses the seventh with 429, whatever others do', async () => {
  const reads = new ConcurrencyLimiter({ atOnce: 2, queued: 4 })
  const running: (() => void)[] = []
  const call = (user: number) =>
    reads.run(user, () => new Promise<void>((done) => running.push(done)))
  const six = Array.from({ length: 6 }, () => call(1))
  await new Promise(setImmediate)
  expect(running).toHaveLength(2)
  await expect(call(1)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 })
  const another = call(2)
  await new Promise(setImmediate)
  expect(running).toHaveLength(3)
  while (running.length > 0) {
    running.shift()?.()
    await new Promise(setImmediate)
  }
  await Promise.all([...six, another])
  const seventh = call(1)
  await new Promise(setImmediate)
  running.shift()?.()
  await seventh
})

it('gives a place back where a call fails', async () => {
  const reads = new ConcurrencyLimiter({ atOnce: 1, queued: 0 })
  await expect(reads.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await reads.run(1, () => 'served')).toBe('served')
})
