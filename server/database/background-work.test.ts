import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesced } from './background-work.ts'

/** Reads that the test ends. */
function controlledReads() {
  const reads: PromiseWithResolvers<undefined>[] = []
  const errors: unknown[] = []
  const run = coalesced(
    () => {
      const read = Promise.withResolvers<undefined>()
      reads.push(read)
      return read.promise
    },
    (error) => errors.push(error),
  )
  return { reads, errors, run }
}

test('callers during a run share one later run', async () => {
  const { reads, run } = controlledReads()
  const first = run()
  const during = [run(), run()]
  reads[0]!.resolve(undefined)
  await first
  await expect.poll(() => reads.length).toBe(2)
  reads[1]!.resolve(undefined)
  await Promise.all(during)
  await setImmediate()
  expect(reads.length).toBe(2)
})

test('a caller waits for one attempt, even if each fails and others ask meanwhile', async () => {
  const { reads, errors, run } = controlledReads()
  const first = run()
  const during = run()
  reads[0]!.reject(new Error('first'))
  await first
  expect(errors).toEqual([new Error('first')])
  await setImmediate()
  expect(reads.length, 'pauses after a failure').toBe(1)
  await expect.poll(() => reads.length).toBe(2)
  void run()
  reads[1]!.reject(new Error('second'))
  await during
  expect(errors).toEqual([new Error('first'), new Error('second')])
})
