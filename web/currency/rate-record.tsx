import type { ResponseBody } from '../../contract/endpoint.ts'
import type { citedRate } from '../../contract/rate-history.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { inverseText } from '../../domain/conversion.ts'
import { SOURCE_NAMES } from '../../domain/rate-precedence.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { KIND_NAMES } from '../../domain/series.ts'
import { FreshnessBadge } from '../ui/freshness-badge.tsx'
import { useOrigin, useProviderName } from '../page-context.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { inRupees } from './headings.ts'
import styles from './rate-record.module.css'

/** The rate, who says so, since when, and how to cite it: `path` leads back to just this, as known then. */
export function RateRecord({ cited, path }: { cited: ResponseBody<typeof citedRate>['data']; path: string }) {
  const { currency, kind, date, rate, source, since, entered_by: by, known_at: knownAt } = cited
  const units = rate === null ? undefined : fromWire(rate)
  const address = useOrigin() + path
  const provider = useProviderName()
  return (
    <Card title={inRupees(currency, kind)}>
      <p className={styles['rate']}>{units ? formatRate(units) : 'No rate'}</p>
      {source && <FreshnessBadge rate={{ date, source }} />}
      <dl className={styles['facts']}>
        <dt>Day</dt>
        <dd>{formatDay(date)}</dd>
        {source && (
          <>
            <dt>Source</dt>
            <dd>{SOURCE_NAMES[source]}</dd>
          </>
        )}
        {by && (
          <>
            <dt>Entered by</dt>
            <dd>{by}</dd>
          </>
        )}
        {since && (
          <>
            <dt>{source === 'manual' ? 'Entered' : 'Fetched'}</dt>
            <dd>
              <ColomboTime instant={since} />
            </dd>
          </>
        )}
        {units && (
          <>
            <dt>Inverse</dt>
            <dd>
              1 LKR = {inverseText(units)} {currency}
            </dd>
          </>
        )}
        {knownAt && (
          <>
            <dt>As known on</dt>
            <dd>
              <ColomboTime instant={knownAt} />
            </dd>
          </>
        )}
      </dl>
      {units && (
        <p className={styles['cite']}>
          <span className={styles['label']}>Cite as</span> {provider}: {currency}/LKR{' '}
          {kind && `${KIND_NAMES[kind]} `}
          {formatRate(units)}, {formatDay(date)}. <span className={styles['address']}>{address}</span>
        </p>
      )}
      <div className={styles['print']}>
        <Button kind="quiet" onClick={() => print()}>
          Print
        </Button>
      </div>
    </Card>
  )
}
