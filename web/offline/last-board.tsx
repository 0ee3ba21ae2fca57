import { useQueryClient } from '@tanstack/react-query'
import { formatRecent, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import type { Board } from '../rates/rates.ts'
import { RatesCard } from '../rates/board-table.tsx'
import { boardQuery } from '../rates/rates.ts'

interface LastBoardProps {
  /** Whether it says when it was had. */
  readonly dated?: boolean
}

/** The last rates that this browser has had, without requesting any; nothing where it has none. */
export default function LastBoard({ dated = false }: LastBoardProps) {
  const last = useQueryClient().getQueryState<{ readonly data: Board }>(boardQuery().queryKey)
  const today = useToday()
  if (!last?.data) return null
  return (
    <RatesCard
      title={t.connection.lastRates}
      aside={dated && <span className="fine-print">{formatRecent(last.dataUpdatedAt, today)}</span>}
      board={last.data.data}
    />
  )
}
