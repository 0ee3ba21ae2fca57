import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveOf, type Rate } from './money.ts'
import { scaleOf, usualMoveOf } from './usual-move.ts'

const rates = (...units: number[]) => units as Rate[]

test('a move is in ten-thousandths of a per cent, rounded half away from zero', () => {
  expect(moveOf(3_000_000 as Rate, 3_003_000 as Rate)).toBe(1000)
  expect(moveOf(2_000_000 as Rate, 2_000_001 as Rate)).toBe(1)
  expect(moveOf(2_000_000 as Rate, 1_999_999 as Rate)).toBe(-1)
  expect(moveOf(999_999_999_998 as Rate, 999_999_999_999 as Rate)).toBe(0)
})

test('the usual move leaves out a twentieth of the moves at each end', () => {
  // 19 moves by +1 %, 20 by -1 %, and one jump.
  const zigzag = Array.from({ length: 40 }, (_, at) => (at % 2 ? 1_010_000 : 1_000_000))
  expect(usualMoveOf(rates(...zigzag, 2_000_000))).toEqual({ low: -9901, high: 10_000 })
  expect(usualMoveOf(rates(...zigzag.slice(0, 20)))).toBeUndefined()
  expect(usualMoveOf(rates(...zigzag.slice(0, 21)))).toEqual({ low: -9901, high: 10_000 })
  expect(usualMoveOf([])).toBeUndefined()
})

test('at least nine moves of ten are in the usual band', () => {
  const series = fc.array(fc.integer({ min: 1_000_000, max: 5_000_000 }), { minLength: 21 })
  fc.assert(
    fc.property(series, (units) => {
      const band = usualMoveOf(rates(...units))
      const moves = units.slice(1).map((rate, at) => moveOf(units[at] as Rate, rate as Rate))
      const inside = moves.filter((move) => band && move >= band.low && move <= band.high)
      expect(inside.length).toBeGreaterThanOrEqual(moves.length * 0.9)
    }),
  )
})

test('one scale holds every band, the widest in its middle half', () => {
  expect(
    scaleOf([
      { low: -1000, high: 1000 },
      { low: -200, high: 400 },
    ]),
  ).toBe(2000)
  expect(scaleOf([{ low: 500, high: 800 }])).toBe(800)
  expect(scaleOf([])).toBe(1)
})
