import { afterAll, expect, test } from 'vitest'
import { publisherName, publisherNamedIn, setPublishers } from './series.ts'

setPublishers([
  { id: 'sampath', name: 'Sampath Bank' },
  { id: 'hnb', name: 'Hatton National' },
])
afterAll(() => setPublishers([]))

test.each([
  ['SAMPATH BANK PLC — Daily rates', 'sampath'],
  ['Rates of Sampath', 'sampath'],
  ['HNB\tTT rates', 'hnb'],
  ['Hatton  National Bank', 'hnb'],
  ['Hatton rates', undefined],
  ['Sampath Bank and HNB compared', undefined],
  ['Sampathbank', undefined],
  ['', undefined],
])('in “%s” the bank is %s', (title, id) => expect(publisherNamedIn(title)).toBe(id))

test('a bank that is not named any more is called by its identifier', () => {
  expect([publisherName('hnb'), publisherName('boc')]).toEqual(['Hatton National', 'boc'])
})
