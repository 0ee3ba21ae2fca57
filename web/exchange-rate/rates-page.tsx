import { use, useEffect, useState } from 'react'
import { currentRate, lastSevenDays, type RateEvent } from '../../contract/exchange-rate.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { useToday } from '../page-data.ts'
import { Cache, useAnswer, useSteady } from '../query.ts'
import { useLocation, useSearch } from '../router.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { FeedLine } from './feed-line.tsx'
import { RateBoard } from './rate-board.tsx'
import { RateHistory } from './rate-history.tsx'
import { RateSummary } from './rate-summary.tsx'
import { RatesForm } from './rates-form.tsx'
import { rateInput, ratesAddress, ratesChoice } from './rates-needs.ts'
import styles from './rates-page.module.css'

/** How long the page is left alone before it begins to listen for changes. */
const LISTEN_AFTER_MS = 2_000

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
  const change = useLiveRates()
  const waiting = current.waiting || week.waiting
  const fault = week.fault ?? current.fault
  const isShown = change?.currency === choice.base && change.date === shownRate?.date
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
          daysCounted={shownWeek?.days_counted ?? 0}
          changed={isShown ? change.version : undefined}
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
        {change && `${change.currency} of ${formatDay(change.date)}: ${change.rate ?? 'no rate any more'}`}
      </p>
    </>
  )
}

/** The newest change of a rate since the page was opened. */
function useLiveRates(): RateEvent | undefined {
  const cache = use(Cache)
  const [change, setChange] = useState<RateEvent>()
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(() => {
      // Without it the page stays as it is until it is looked at again.
      void import('./live-rates.ts').then(
        (live) => live.listenToRates(cache, setChange, left.signal),
        () => undefined,
      )
    }, LISTEN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [cache])
  return change
}
