import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { lastDayOf, withChanges } from '../../domain/rate-precedence.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOf } from '../../domain/series.ts'
import { formatWeekday, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { CustomsRate, type CustomsRow } from './customs-rate.tsx'
import { DayRatesTable, usualSource } from './day-rates-table.tsx'
import type { NewestChange } from './newest-change.ts'
import { MissingDays } from './missing-days.tsx'
import { Difference } from './published-rate.tsx'
import { firstDayQuery, ratesAddress, type CurrentRate, type RatesChoice } from './rates-queries.ts'

type Week = ResponseOf<'GET /api/exchange-rate/:currency/last-seven-days'>['data']

interface RateHistoryProps {
  readonly choice: RatesChoice
  /** Undefined while it is on its way. */
  readonly week: Week | undefined
  /** The rate that counts on the chosen day; undefined while it is on its way. */
  readonly current: CurrentRate | undefined
  /** Undefined where there is none. */
  readonly customs: CustomsRow | undefined
  readonly waiting: boolean
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
}

/**
 * A week of rates, labelled with the days that its response covers, beside what is to be known of
 * it.
 */
export function RateHistory({ choice, week, waiting, changed, ...notes }: RateHistoryProps) {
  const { base, side, publisher } = choice
  const isKnown = week && (week.rates.length > 0 || week.newest_date !== null)
  return (
    <Card
      title={t.week.title}
      isTitleHeard={isKnown === false}
      aside={
        isKnown !== false && (
          <Link href={withQuery(`/rates/${base}`, { side, publisher })}>
            {t.rateSummary.more({ currency: base })}
          </Link>
        )
      }
    >
      {week ? (
        <div className="parts">
          <Days week={week} choice={choice} changed={changed} />
          {isKnown && <Notes week={week} {...notes} />}
        </div>
      ) : waiting ? (
        <Waiting />
      ) : (
        <p className="fine-print">{t.week.failed}</p>
      )}
    </Card>
  )
}

type DaysProps = { readonly week: Week } & Pick<RateHistoryProps, 'choice' | 'changed'>

function Days({ week, choice, changed }: DaysProps) {
  const rates = week.rates
    .map(({ date, source, rate }) => ({ date, source, rate: fromWire(rate) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  if (rates.length === 0) return <Empty week={week} choice={choice} />
  return (
    <DayRatesTable
      caption={t.week.caption({
        kind: week.kind ?? DEFAULT_KIND,
        currency: week.currency,
        lastDay: lastDayOf(week),
      })}
      series={seriesOf(week.currency, week.kind, week.publisher)}
      rates={withChanges(rates)}
      usual={usualSource(week.rates)}
      changed={changed}
      formatDate={formatWeekday}
    />
  )
}

type NotesProps = { readonly week: Week } & Pick<RateHistoryProps, 'current' | 'customs'>

/** The days that have no rate, what is published beside entries by hand, and the customs rate. */
function Notes({ week, current, customs }: NotesProps) {
  const inWeek = week.rates.some(({ date }) => date === current?.date)
  const entered = [...(current && !inWeek ? [current] : []), ...week.rates]
  return (
    <dl className="fields">
      {week.missing.length > 0 && (
        <div>
          <dt>{t.week.missing}</dt>
          <dd>
            <MissingDays missing={week.missing} />
          </dd>
        </div>
      )}
      {entered.map(
        ({ date, published }) =>
          published && (
            <div key={date}>
              <dt>{t.week.published({ date, source: published.source })}</dt>
              <dd>
                {formatRate(fromWire(published.rate))} <Difference published={published} />
              </dd>
            </div>
          ),
      )}
      {customs && (
        <div>
          <dt>{t.customsRate.term}</dt>
          <dd>
            <CustomsRate row={customs} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Leads to the nearest days that have rates. */
function Empty({ week, choice }: Omit<DaysProps, 'changed'>) {
  const { currency, kind = DEFAULT_KIND, newest_date: newest } = week
  const lastDay = lastDayOf(week)
  const oldest = useResponse(firstDayQuery(choice, lastDay)).data?.data.oldest_date
  const none = newest ? t.week.none : t.week.noneBefore
  const linkTo = (date: CalendarDate | undefined, text: string, look: 'primary' | 'quiet') => (
    <Link href={ratesAddress({ ...choice, date })} className={buttonClass(look)}>
      {text}
    </Link>
  )
  return (
    <div className="fields">
      <p className="title">{none({ currency, kind, lastDay })}</p>
      <p className="buttons">
        {newest
          ? linkTo(newest, t.week.showNewest({ newest }), 'primary')
          : oldest && linkTo(oldest, t.week.showFirst({ oldest }), 'primary')}
        {choice.date && linkTo(undefined, t.week.showToday, 'quiet')}
      </p>
    </div>
  )
}
