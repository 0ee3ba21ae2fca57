import type { ReactNode } from 'react'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { boardQuery } from './board-queries.ts'
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

interface RatesInsteadProps {
  readonly title: string
  /** Why the page that was asked for is not shown. */
  readonly lead: string
}

/** Stands in the place of a page that is not there, or not for this user: today's rates. */
export function RatesInstead({ title, lead }: RatesInsteadProps) {
  const board = useResponse(boardQuery())
  return (
    <>
      <PageTitle
        lead={lead}
        aside={
          <p className="buttons">
            <Link href="/" className={buttonClass('quiet')}>
              {t.notFound.home}
            </Link>
            <Link href="/rates" className={buttonClass()}>
              {t.notFound.viewRates}
            </Link>
          </p>
        }
      >
        {title}
      </PageTitle>
      <ConnectionNotice queries={[board]} />
      {board.data && <RatesCard title={t.home.rates} board={board.data.data} />}
    </>
  )
}
