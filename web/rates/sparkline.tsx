import { memo } from 'react'
import type { BoardRow } from '../../contract/rates/rate-history.ts'
import { linePlaces } from '../../domain/charts/line-places.ts'
import styles from './sparkline.module.css'

const WIDTH = 100
const HEIGHT = 28

/**
 * A small line of rates over their days, which days without one do not break. It only supports the
 * figures beside it, so screen readers pass it by.
 */
export const Sparkline = memo(function Sparkline({ points }: Pick<BoardRow, 'points'>) {
  const places = linePlaces(points, WIDTH, HEIGHT).map(
    ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`,
  )
  const line = `M${places.join('L')}`
  return (
    <svg
      viewBox={`0 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      className={styles['line']}
      aria-hidden="true"
    >
      {places.length > 0 && (
        <>
          <path className={styles['area']} d={`${line}V${HEIGHT}H0Z`} />
          <path d={line} />
          <path className={styles['end']} d={`M${places.at(-1)}h0`} />
        </>
      )}
    </svg>
  )
})
