import { type Place, usePlace } from '../../pages.tsx'
import { Link } from '../../link.tsx'
import { useNewestChange } from '../../rates/newest-change.ts'
import { feedQuery } from '../../feed-query.ts'
import { holidaysQuery, MissingListNotice } from './missing-list-notice.tsx'
import { DEFAULT_KIND } from '../../../domain/series.ts'
import { formatWeekdayAndDay, t } from '../../../text/sentences.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { AddRate, useAddRate } from '../add-rate.tsx'
import { dayQuery } from '../../day-query.ts'
import { entriesQuery } from '../entry-queries.ts'
import { ChangesSinceYesterday, changesQuery } from './changes-since-yesterday.tsx'
import { RatesOfToday } from './rates-of-today.tsx'
import { RecentRates } from './recent-rates.tsx'
import styles from './dashboard.module.css'

export const loader = ({ today }: Place) => [
  dayQuery({ date: today, kind: DEFAULT_KIND }),
  feedQuery(),
  entriesQuery(),
  changesQuery(today),
  holidaysQuery(),
]

/**
 * Where one arrives after signing in: which of today's rates are there, whether the feed is on
 * time, what changed since yesterday, and the form for one rate. What others do is shown at once.
 */
export function Component() {
  const entry = useAddRate('dashboard')
  const { today } = usePlace()
  useNewestChange()
  return (
    <>
      <PageTitle lead={formatWeekdayAndDay(today)}>{t.screens.dashboard}</PageTitle>
      <div className={classNames('stack above', styles['columns'])}>
        <RatesOfToday />
        <Card title={t.dashboard.add} aside={<Link href="/import">{t.dashboard.importRates}</Link>}>
          <AddRate
            entry={entry}
            fields={['base_currency', 'target_currency', 'rate', 'date']}
            texts={t.dashboard.form}
            isSecond
          />
        </Card>
        <Card
          title={t.dashboard.recent}
          aside={<Link href="/manage">{t.dashboard.allEntries}</Link>}
        >
          <RecentRates />
        </Card>
        <Card
          title={t.dashboard.changed}
          aside={<Link href="/auditlog">{t.screens.auditTrail}</Link>}
        >
          <ChangesSinceYesterday />
        </Card>
      </div>
      <MissingListNotice />
    </>
  )
}
