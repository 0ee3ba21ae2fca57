import { expect, test } from 'vitest'
import { PlaceLimiter } from './place-limiter.ts'

const takeAll = (places: PlaceLimiter, address: string) => {
  let taken = 0
  while (places.take(address)) taken++
  return taken
}

test('one address gets no more than its share of the places, and all addresses together no more than there are', () => {
  const places = new PlaceLimiter({ inAll: 10_000, toOneAddress: 5000 })
  expect(takeAll(places, '198.51.100.1')).toBe(5000)
  expect(takeAll(places, '198.51.100.2')).toBe(5000)
  expect(places.take('198.51.100.3')).toBe(false)
})

test('a place that is given back is free for others', () => {
  const places = new PlaceLimiter({ inAll: 10_000, toOneAddress: 5000 })
  takeAll(places, '198.51.100.1')
  takeAll(places, '198.51.100.2')
  places.free('198.51.100.1')
  expect(places.take('198.51.100.3')).toBe(true)
  expect(places.take('198.51.100.1')).toBe(false)
  places.free('198.51.100.3')
  expect(places.take('198.51.100.1')).toBe(true)
})
