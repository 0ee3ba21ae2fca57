import { expect, it, onTestFinished, vi } from 'vitest'
import { inSlices } from './event-loop.ts'

it('long work yields between slices', async () => {
  const order: string[] = []
  await inSlices(['first', 'second'], (item) => {
    order.push(item)
    setImmediate(() => order.push(`a request after ${item}`))
    const end = performance.now() + 20
    while (performance.now() < end);
  })
  expect(order.slice(0, 3)).toEqual(['first', 'a request after first', 'second'])
})

it('short work runs in one go', async () => {
  // However busy the machine is.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  let items = 0
  setImmediate(() => (items = -Infinity))
  await inSlices([1, 2, 3], () => items++)
  expect(items).toBe(3)
})
