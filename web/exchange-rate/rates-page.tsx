import { currentRate, lastSevenDays } from '../../contract/exchange-rate.ts'
import { useToday } from '../page-data.ts'
import { useAnswer, useSteady } from '../query.ts'
import { useLocation, useSearch } from '../router.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { FeedLine } from './feed-line.tsx'
import { useNewestChange } from './newest-change.ts'
import { RateBoard } from './rate-board.tsx'
import { RateHistory } from './rate-history.tsx'
import { RateSummary } from './rate-summary.tsx'
import { RatesForm } from './rates-form.tsx'
import { rateInput, ratesAddress, ratesChoice } from './rates-needs.ts'
import styles from './rates-page.module.css'

/** The rates of a day and of the week before it. Date and currency live in the address. */
export default function RatesPage() {
  const search = useSearch()
  const today = useToday()
  const [, go] = useLocation()
  const choice = ratesChoice(new URLSearchParams(search), today)
  const current = useAnswer(currentRate, rateInput(choice))
  const week = useAnswer(lastSevenDays, rateInput(choice))
  const shownRate = useSteady(current.data)?.data
  const shownWeek = useSteady(week.data)?.data
  const newest = useNewestChange()
  const change = newest?.currency === choice.base ? newest : undefined
  const waiting = current.waiting || week.waiting
  const fault = week.fault ?? current.fault
  return (
    <>
      <PageTitle lead="What one unit of a currency is worth in Sri Lankan rupees (LKR).">
        Currency Exchange Rates
      </PageTitle>
      <FeedLine />
      {choice.notes.map((note) => (
        <div key={note} className={styles['notice']}>
          <Notice kind="warning">{note}</Notice>
        </div>
      ))}
      <RatesForm
        choice={choice}
        today={today}
        waiting={waiting}
        onChoose={(chosen) => go(ratesAddress(chosen))}
      />
      {fault && (
        <div className={styles['notice']}>
          <FaultNotice
            fault={fault}
            onAgain={() => {
              current.again()
              week.again()
            }}
          />
        </div>
      )}
      <div className={styles['parts']} aria-busy={waiting}>
        <RateSummary
          currency={choice.base}
          rate={current.fault ? undefined : shownRate}
          average={week.fault ? undefined : shownWeek?.weekly_average}
          daysCounted={week.fault ? undefined : shownWeek?.days_counted}
          changed={change}
        />
        <RateBoard choice={choice} />
        <RateHistory
          choice={choice}
          today={today}
          week={week.fault ? undefined : shownWeek}
          waiting={waiting}
          changed={change}
        />
      </div>
      <p role="status" className="visually-hidden">
        {newest?.sentence}
      </p>
    </>
  )
}
