import type { PageHead } from '../../contract/page-data.ts'
import { conversionOf, conversionQuery } from '../converter/conversion-choice.ts'
import { conversionSentence } from '../converter/conversion-sentence.ts'
import type { Known, Place } from '../pages.tsx'
import { boardFigures } from '../rates/page-head.ts'
import { rateSentence } from '../rates/rate-sentence.ts'
import { useMessage, usePlace } from '../pages.tsx'
import { knownPublisher } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { BoardLine, BoardTable } from '../rates/board-table.tsx'
import { useNewestChange } from '../rates/newest-change.ts'
import { rowsOf, usualRow } from '../rates/board-rate.ts'
import { BankSwitch } from '../rates/side-switch.tsx'
import { useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { HomeConverter, type Boards } from './home-converter.tsx'
import styles from './home-page.module.css'
import { homeLoader, newestQuery } from './home-queries.ts'

export const loader = homeLoader

export function head(place: Place, known: Known): PageHead {
  const conversion = conversionOf(place)
  const rate = known(conversionQuery(conversion))?.data
  const figures = boardFigures(known(newestQuery())?.data)
  if (!place.search.has('amount')) return { headline: rate && rateSentence(rate), figures }
  const title = conversionSentence(conversion, rate)
  return { title, headline: title, figures }
}

/** The first screen: what the product is, and two cards: the rates, and managing them. */
export function Component() {
  const closed = useMessage<{ accountClosed?: true }>()?.accountClosed === true
  useNewestChange()
  const publisher = knownPublisher(usePlace().search.get('publisher'))
  const boards: Boards = {
    indicative: useResponse(newestQuery()),
    import: useResponse(newestQuery('import', publisher)),
    export: useResponse(newestQuery('export', publisher)),
  }
  const date = usualRow(rowsOf(boards.indicative.data?.data))?.date
  return (
    <>
      <PageTitle lead={t.board.lead({ date: date ?? 'none', upTo: 'none' })}>
        {t.home.title}
      </PageTitle>
      <div className="stack">
        {closed && <Notice kind="success">{t.home.accountClosed}</Notice>}
        <TodaysRates boards={boards} publisher={publisher} />
        <ManageCard />
      </div>
    </>
  )
}

/** Today's rates, the way to all others, and what an amount is worth by them. */
function TodaysRates({
  boards,
  publisher,
}: {
  readonly boards: Boards
  readonly publisher: string | undefined
}) {
  const { search } = usePlace()
  const rows = rowsOf(boards.indicative.data?.data)
  return (
    <Card title={t.home.rates} isTitleHeard>
      <div className={styles['rates']}>
        <div>
          <div className="above">
            <ConnectionNotice queries={[boards.indicative]} />
          </div>
          <BoardTable
            caption={t.home.rates}
            rows={rows}
            buying={boards.export.data?.data}
            selling={boards.import.data?.data}
            publisher={publisher}
            day={undefined}
            addressOf={(currency) => withQuery(`/rates/${currency}`, { publisher })}
          />
          <div className={styles['onward']}>
            <BoardLine rows={rows} day={undefined} publisher={publisher} />
            <BankSwitch
              publisher={publisher}
              addressOf={(other) => withQuery(`/?${search}`, { publisher: other })}
            />
            <Link href={withQuery('/rates', { publisher })} className={buttonClass('primary')}>
              {t.home.viewRates}
            </Link>
          </div>
        </div>
        <section aria-label={t.converter.title} className={styles['converter']}>
          <h3>{t.converter.title}</h3>
          <HomeConverter boards={boards} />
        </section>
      </div>
    </Card>
  )
}

/** What one can do with an account, and the way to it. */
function ManageCard() {
  const isSignedIn = useAuth().state === 'signed-in'
  return (
    <Card
      title={t.home.manage}
      lead={t.home.manageLead}
      aside={
        <div>
          <Link href={isSignedIn ? '/manage' : '/login'} className={buttonClass('quiet')}>
            {isSignedIn ? t.home.manageRates : t.home.loginToManage}
          </Link>
        </div>
      }
    />
  )
}
