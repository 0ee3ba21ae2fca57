import { t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { boardQuery } from '../rates/board.ts'
import { RatesCard } from '../rates/board-table.tsx'
import { buttonClass } from '../ui/button.tsx'
import { PageTitle } from '../ui/card.tsx'

export const loader = () => [boardQuery()]

export function Component() {
  const board = useResponse(boardQuery())
  return (
    <>
      <PageTitle
        lead={t.notFound.lead}
        aside={
          <p className="buttons">
            <Link href="/rates" className={buttonClass()}>
              {t.home.viewRates}
            </Link>
            <Link href="/" className={buttonClass('quiet')}>
              {t.layout.home}
            </Link>
          </p>
        }
      >
        {t.screens.notFound}
      </PageTitle>
      <ConnectionNotice queries={[board]} />
      {board.data && <RatesCard title={t.home.rates} board={board.data.data} />}
    </>
  )
}
