import type { ReactNode } from 'react'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { Card } from '../ui/card.tsx'
import { rowsOf, usualRow, type Board } from './board-rate.ts'
import { BoardLine, BoardTable } from './board-table.tsx'

interface RatesCardProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly board: Board | undefined
}

/** The newest rate of each currency, which leads to its screen, and of which day and whose it is. */
export function RatesCard({ title, aside, board }: RatesCardProps) {
  const of = { rows: rowsOf(board), day: undefined }
  const date = usualRow(of.rows)?.date
  return (
    <Card title={title} lead={date && formatWeekdayAndDay(date)} aside={aside}>
      <BoardTable
        {...of}
        caption={t.home.rates}
        buying={undefined}
        selling={undefined}
        addressOf={(currency) => `/rates/${currency}`}
      />
      <BoardLine {...of} />
    </Card>
  )
}
