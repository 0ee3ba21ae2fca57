import { useMemo } from 'react'
import { useLocation, useSearch } from '../router.tsx'
import { currentRate, lastSevenDays } from '../../contract/exchange-rate.ts'
import { useToday } from '../page-data.ts'
import { useAnswer, useSteady } from '../query.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FeedLine } from './feed-line.tsx'
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
  const [, navigate] = useLocation()
  const choice = useMemo(() => ratesChoice(new URLSearchParams(search), today), [search, today])
  const current = useAnswer(currentRate, rateInput(choice))
  const week = useAnswer(lastSevenDays, rateInput(choice))
  const shownRate = useSteady(current.data)?.data
  const shownWeek = useSteady(week.data)?.data
  const waiting = current.waiting || week.waiting
  return (
    <>
      <PageTitle lead="What one unit of a currency is worth in Sri Lankan rupees (LKR).">
        Currency Exchange Rates
      </PageTitle>
      <FeedLine />
      {choice.notes.length > 0 && (
        <Notice kind="warning">
          {choice.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
      <RatesForm
        choice={choice}
        today={today}
        waiting={waiting}
        onChoose={(chosen) => navigate(ratesAddress(chosen))}
      />
      <div className={styles['parts']} aria-busy={waiting}>
        <RateSummary
          currency={choice.base}
          rate={current.fault ? undefined : shownRate}
          average={week.fault ? undefined : shownWeek?.weekly_average}
          daysCounted={shownWeek?.days_counted ?? 0}
          fault={current.fault}
          onAgain={current.again}
        />
        <RateBoard choice={choice} />
        <RateHistory
          choice={choice}
          today={today}
          week={week.fault ? undefined : shownWeek}
          fault={week.fault}
          onAgain={week.again}
        />
      </div>
    </>
  )
}
