import { expect, it } from 'vitest'
import { pageNumbers } from './pagination.tsx'

it.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 9, '1 2 … 9'],
  [4, 9, '1 2 3 4 5 … 9'],
  [5, 9, '1 … 4 5 6 … 9'],
  [9, 9, '1 … 8 9'],
  [7, 9, '1 … 6 7 8 9'],
])('on page %i of %i shows %s', (current, last, shown) => {
  expect(
    pageNumbers(current, last)
      .map((page) => page ?? '…')
      .join(' '),
  ).toBe(shown)
})
