import { memo } from 'react'
import type { BoardRow } from '../../contract/rates/rate-history.ts'
import { linePlaces } from '../../domain/charts/line-places.ts'
import styles from './rates.module.css'

const WIDTH = 100
const HEIGHT = 28

/** Hidden from screen readers: the figures beside it say more. */
export const Sparkline = memo(function Sparkline({ points }: Pick<BoardRow, 'points'>) {
  const places = linePlaces(points, WIDTH, HEIGHT).map(
    ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`,
  )
  const line = `M${places.join('L')}`
  return (
    <svg
      viewBox={`0 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      className={styles['sparkline']}
      aria-hidden="true"
    >
      {places.length > 0 && (
        <>
          <path className={styles['area']} d={`${line}V${HEIGHT}H0Z`} />
          <path d={line} />
          {/* A stroke of no length with round caps is a dot. */}
          <path strokeWidth={6} d={`M${places.at(-1)}h0`} />
        </>
      )}
    </svg>
  )
})
