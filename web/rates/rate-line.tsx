import type { BoardRow } from '../../contract/schema/rates/rate-history.schema.ts'
import { linePlaces } from '../../domain/charts/line-places.ts'

const WIDTH = 90
const HEIGHT = 24

/** A small line of rates over their days, broken where a day has none. It only supports the figures beside it, so screen readers pass it by. */
export function RateLine({ points }: { points: BoardRow['points'] }) {
  const places = linePlaces(points, WIDTH, HEIGHT)
  return (
    <svg viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        d={places
          .map(({ day, x, y }, at) => {
            const stroke = day - 1 === places[at - 1]?.day ? 'L' : 'M'
            return `${stroke}${x.toFixed(1)} ${y.toFixed(1)}h0`
          })
          .join('')}
      />
    </svg>
  )
}
