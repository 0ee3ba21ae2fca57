import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_RATE, type Rate } from './money.ts'
import { percentChangeText, percentChange } from './rate-text.ts'

const change = (from: number, to: number) => percentChangeText(from as Rate, to as Rate)

describe('a change in per cent', () => {
  it.each([
    [3_300_327, 3_309_054, '+0.26 %'],
    [4_000_000, 4_010_000, '+0.25 %'],
    [4_010_000, 4_000_000, '-0.25 %'],
    [3_309_054, 3_309_054, '+0.00 %'],
    [200_000, 200_009, '+0.00 %'],
    [200_000, 200_010, '+0.01 %'],
    [200_000, 199_990, '-0.01 %'],
    [1, MAX_RATE, '+99999999999800.00 %'],
  ])('from %i to %i ten-thousandths is %s', (from, to, said) => {
    expect(change(from, to)).toBe(said)
  })

  it('is the nearest hundredth, whichever way the rate went', () => {
    const rate = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(rate, rate, (from, to) => {
        const exact = ((to - from) * 10_000) / from
        expect(Math.abs(percentChange(from as Rate, to as Rate) - exact)).toBeLessThanOrEqual(
          0.5 + 1e-6,
        )
      }),
    )
  })
})
