import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DayRow } from '../../contract/entries.ts'
import { MoveGauge, readScale, type GaugedRow } from './move-gauge.tsx'

const row = (rate: number, usual_move: DayRow['usual_move'] = { low: -0.5, high: 0.5 }) =>
  ({ rate, doubts: [], day: { previous: { rate: 199.5 }, usual_move } }) as unknown as GaugedRow
/** The scale is from −1 to 1 %. */
const show = (shown: GaugedRow) => {
  const scale = readScale([row(0), row(0, { low: -0.1, high: 0.2 }), row(0, null)])
  const { container } = render(<MoveGauge row={shown} scale={scale} />)
  const dot = container.querySelector('circle')?.getAttribute('cx')
  const band = container.querySelector('rect')?.getAttribute('x')
  return [band, dot, container.querySelectorAll('path').length]
}

test('the gauge has a dot for a rate on its scale, and an arrow for one beyond', () => {
  expect(show(row(199.5))).toEqual(['50.5', '95', 2])
  expect(show(row(200.4975))).toEqual(['50.5', '139.5', 2])
  expect(show(row(197.5))).toEqual(['50.5', undefined, 3])
})

test('a series without a usual move has no gauge', () => {
  expect(show(row(199.5, null))).toEqual([undefined, undefined, 0])
})
