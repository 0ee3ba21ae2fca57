import type { ResponseBody } from '../../contract/endpoint.ts'
import type { lastSevenDays } from '../../contract/rates/rates.ts'
import { lastDayOf, withChanges } from '../../domain/rate-precedence.ts'
import { fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { formatWeekday } from '../../text/en/days.ts'
import { KIND_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { Link } from '../link.tsx'
import { weekText } from '../text/en/rates.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { DayRatesTable, usualSource } from './day-rates-table.tsx'
import type { NewestChange } from './newest-change.ts'
import { MissingDays } from './missing-days.tsx'
import styles from './seven-days.module.css'
import { ratesAddress } from './rates-queries.ts'
import { sideOfKind } from './side.ts'

type Week = ResponseBody<typeof lastSevenDays>['data']

interface RateHistoryProps {
  /** Undefined while it is on its way. */
  readonly week: Week | undefined
  readonly waiting: boolean
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
}

/** A week of rates, labelled with the days that its response covers. */
export function RateHistory({ week, waiting, changed }: RateHistoryProps) {
  return (
    <Card title={weekText.title} aside={week && <SourceText week={week} />}>
      {week ? (
        <Full week={week} changed={changed} />
      ) : waiting ? (
        <Waiting />
      ) : (
        <p className="fine-print">{weekText.failed}</p>
      )}
    </Card>
  )
}

function SourceText({ week }: { week: Week }) {
  const usual = usualSource(week.rates)
  const said = [week.kind && KIND_NAMES[week.kind], usual && SOURCE_NAMES[usual]]
  return <span className="fine-print">{said.filter(Boolean).join(' · ')}</span>
}

interface FullProps {
  readonly week: Week
  readonly changed: NewestChange | undefined
}

function Full({ week, changed }: FullProps) {
  const rates = week.rates.map((each) => ({ ...each, rate: fromWire(each.rate) }))
  return (
    <>
      {rates.length > 0 ? (
        <DayRatesTable
          caption={weekText.caption(week.kind, week.currency, lastDayOf(week))}
          currency={week.currency}
          kind={week.kind}
          rates={withChanges(rates)}
          usual={usualSource(week.rates)}
          changed={changed}
          formatDate={formatWeekday}
          classes={{ day: styles['day'], source: styles['source'] }}
        />
      ) : (
        <Empty week={week} />
      )}
      <MissingDays missing={week.missing} />
    </>
  )
}

function Empty({ week }: { week: Week }) {
  const { currency, kind, newest_date: newest } = week
  return (
    <div className={styles['empty']}>
      <p>{weekText.none(kind ?? DEFAULT_KIND, lastDayOf(week))}</p>
      {newest ? (
        <Link
          href={ratesAddress({ base: currency, date: newest, side: sideOfKind(kind) })}
          className={buttonClass('quiet')}
        >
          {weekText.showNewest(newest)}
        </Link>
      ) : (
        <p>{weekText.noneBefore}</p>
      )}
    </div>
  )
}
