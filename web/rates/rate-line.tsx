import type { BoardRow } from '../../contract/schema/rate-board.schema.ts'
import { toDayNumber } from '../../domain/calendar-date.ts'

const WIDTH = 90
const HEIGHT = 24

/** A small line of rates over their days, broken where a day has none. It only supports the figures beside it, so screen readers pass it by. */
export function RateLine({ points }: { points: BoardRow['points'] }) {
  const days = points.map(({ date }) => toDayNumber(date))
  const rates = points.map(({ rate }) => rate)
  const [firstDay = 0] = days
  const lowest = Math.min(...rates)
  const perDay = WIDTH / (Math.max(...days) - firstDay || 1)
  const perRupee = HEIGHT / (Math.max(...rates) - lowest || 1)
  return (
    <svg viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        d={rates
          .map((rate, at) => {
            const day = days[at] ?? 0
            const x = ((day - firstDay) * perDay).toFixed(1)
            const y = (HEIGHT - (rate - lowest) * perRupee).toFixed(1)
            return `${day - 1 === days[at - 1] ? 'L' : 'M'}${x} ${y}h0`
          })
          .join('')}
      />
    </svg>
  )
}
