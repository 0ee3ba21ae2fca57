import { afterAll, expect, test } from 'vitest'
import { publisherName, setPublishers } from './series.ts'

setPublishers([
  { id: 'sampath', name: 'Sampath Bank' },
  { id: 'hnb', name: 'Hatton National' },
])
afterAll(() => setPublishers([]))

test('a bank without a configured name is shown by its identifier', () => {
  expect([publisherName('hnb'), publisherName('boc')]).toEqual(['Hatton National', 'boc'])
})
