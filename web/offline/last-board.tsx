import { useQueryClient } from '@tanstack/react-query'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { currencyName, formatDay, t } from '../../text/sentences.ts'
import { timeText } from '../connection/stale-notice.tsx'
import type { Board } from '../rates/board-rate.ts'
import { boardQuery } from '../rates/rates-queries.ts'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/list/facts.tsx'

interface LastBoardProps {
  /** Whether it says when it was had. */
  readonly dated?: boolean
}

/** The last rates that this browser has had, without requesting any; nothing where it has none. */
export default function LastBoard({ dated = false }: LastBoardProps) {
  const last = useQueryClient().getQueryState<{ readonly data: Board }>(boardQuery().queryKey)
  if (!last?.data) return null
  const facts = last.data.data.rates.map(
    ({ currency, rate, date }) =>
      [
        `${currency} – ${currencyName(currency)}`,
        rate && date && `${formatRate(fromWire(rate))} · ${formatDay(date)}`,
      ] as const,
  )
  return (
    <Card
      title={t.connection.lastRates}
      aside={dated && <span className="fine-print">{timeText(last.dataUpdatedAt)}</span>}
    >
      <Facts facts={facts} />
    </Card>
  )
}
