import { expect, test } from 'vitest'
import { readCustomsList } from './customs-list.ts'

test.each([
  ['one pair of columns', 'U.S.A.\tDollar\tUSD\tRs. 1,301.25\nU.K. Pound GBP 405.1'],
  ['two pairs of columns', 'USA USD 1,301.25 | United Kingdom GBP 405.1'],
  ['LKR behind the rates', '1 USD 1,301.25 LKR\n2 GBP 405.1 LKR\n3 JPY 2.08 LKR'],
  ['numbered pairs in a line', '1 USD 1,301.25 LKR 2 GBP 405.1 LKR'],
  ['names', '1. US Dollar Rs.1,301.25\nPound Sterling\t405.1'],
  ['codes and names', '"USD","US Dollar","1,301.25"\r\nGBP\tUK Pound\t405.1'],
])('a list of customs rates with %s is read', (_, text) => {
  const { rates, unread } = readCustomsList(`Rates effective from 16.11.2026\n\n${text}`)
  expect([[...rates], unread]).toEqual([
    [
      ['USD', '1,301.25'],
      ['GBP', '405.1'],
    ],
    [],
  ])
})

test('a list names its other currencies; a currency with two rates has none', () => {
  const { rates, others, twice } = readCustomsList(
    'JPY 2.08\nUSD 331.1\nGBP 405.1\nUSD 332.2\nGBP 405.1000',
  )
  expect([[...rates], others, twice]).toEqual([[['GBP', '405.1000']], ['JPY'], ['USD']])
})

test.each([
  'USD 1 337',
  'USD 336.1 335.5',
  '100 USD 33610',
  'CAD -',
  'USD 336,1000',
  'USD GBP 400',
  'Japanese Yen 2.1',
  'Page 2 of 2',
])('a line that is not clear, %s, is named and keeps nothing from being read', (line) => {
  const { rates, unread } = readCustomsList(`AUD\tAustralian Dollar\t231.5\n  ${line}\nGBP 405.1`)
  expect([[...rates.keys()], unread]).toEqual([['AUD', 'GBP'], [line]])
})
