import { describe, expect, test } from 'vitest'
import { pastedRate } from './rate-input.tsx'

describe('A pasted rate', () => {
  test.each([
    ['301.25', '301.25'],
    [' 301.2500 ', '301.2500'],
    ['LKR 301.25', '301.25'],
    ['Rs. 301.25', '301.25'],
    ['1,301.25', '1301.25'],
    ['1,234,567', '1234567'],
    ['301,25', '301.25'],
    ['301,2500', '301.2500'],
    ['1 301.25', '1301.25'],
    ['301.25\r\n', '301.25'],
  ])('%j is read as %s', (text, rate) => {
    expect(pastedRate(text)).toBe(rate)
  })

  test.each([
    '301,250',
    'three hundred',
    '301.25.10',
    '-5',
    '',
    '29/09/2026',
    '332.1\n5',
    '332\t335',
  ])('%j is not guessed at', (text) => {
    expect(pastedRate(text)).toBeUndefined()
  })
})
