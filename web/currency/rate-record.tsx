import { Fragment, useCallback, type ReactNode } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { inverseText } from '../../domain/conversion/conversion.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { shownUser } from '../../text/names.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { PublishedRate } from '../rates/published-rate.tsx'
import { localAddress } from '../language/page-language.ts'
import { usePage } from '../page-context.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { citedAddress, knownAtOf, type Citation } from './history-queries.ts'
import { PrintedCode } from './printed-code.tsx'
import { EntryNumber } from './revision-list.tsx'
import styles from './rate-record.module.css'

type Cited = ResponseOf<'GET /api/exchange-rate/:currency/on/:date'>['data']
type CustomsSchedule = NonNullable<Cited['schedule']>

interface RateRecordProps {
  readonly cited: Cited
  /** Leads back to just this, as known then. */
  readonly path: string
  readonly citation: Citation
}

/** The rate, who says so, since when, and how to cite it. */
export function RateRecord({ cited, path, citation }: RateRecordProps) {
  const { currency, kind, date, source, schedule, published } = cited
  const units = unitsOf(cited)
  const { origin, providerName } = usePage()
  const address = origin + localAddress(path)
  const { knownAt } = citation
  const addressAt = useCallback(
    (instant: Date) => {
      const address = citedAddress(`/rates/${currency}/${date}`, {
        kind,
        knownAt: knownAt ?? knownAtOf(instant),
      })
      return origin + localAddress(address)
    },
    [origin, currency, date, kind, knownAt],
  )
  return (
    <Card title={t.currency.inRupees({ currency, kind })}>
      <p className={styles['rate']}>{units ? formatRate(units) : t.citedRate.noRate}</p>
      {source && (
        <FreshnessBadge
          rate={{ date, source, requested_date: date, age_business_days: 0 }}
          day={date}
        />
      )}
      <PublishedRate published={published} />
      <Facts cited={cited} />
      {units && (
        <p className={styles['cite']}>
          <span className={styles['label']}>{t.citedRate.citeAs}</span>{' '}
          {t.citedRate.citation({
            provider: providerName,
            currency,
            kind,
            rate: formatRate(units),
            days: schedule ? citedSchedule(schedule) : formatDay(date),
            byHand: source === 'manual',
            published:
              published &&
              t.rates.published({
                source: t.sourceNames[published.source],
                rate: formatRate(fromWire(published.rate)),
              }),
          })}{' '}
          <span className="breakable">{address}</span>
        </p>
      )}
      <div className={styles['print']} data-screen-only>
        <Button kind="quiet" onClick={() => print()}>
          {t.citedRate.print}
        </Button>
      </div>
      {units && <PrintedCode addressAt={addressAt} />}
    </Card>
  )
}

const unitsOf = ({ rate }: Cited) => (rate === null ? undefined : fromWire(rate))

function Facts({ cited }: { cited: Cited }) {
  const {
    currency,
    date,
    source,
    since,
    entered_by: by,
    known_at: knownAt,
    schedule,
    entry,
  } = cited
  const units = unitsOf(cited)
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t.citedRate.day, formatDay(date)],
    [t.citedRate.source, source && t.sourceNames[source]],
    [t.citedRate.enteredBy, by && shownUser(by)],
    [
      source === 'manual' ? t.citedRate.entered : t.citedRate.fetched,
      since && <ColomboTime instant={since} />,
    ],
    [
      t.customsRate.effect,
      schedule && t.customsRate.span({ from: schedule.first_day, to: schedule.last_day }),
    ],
    [t.customsRate.gazetteTerm, schedule && <Gazette schedule={schedule} />],
    [
      t.citedRate.inverse,
      units && t.citedRate.inverseOf({ inverse: inverseText(units), currency }),
    ],
    [t.citedRate.knownOn, knownAt && <ColomboTime instant={knownAt} />],
    [t.auditEntry.term, entry && <EntryNumber id={entry.id} />],
    [t.auditEntry.hash, entry && <code className={styles['hash']}>{entry.hash}</code>],
  ]
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

function Gazette({ schedule: { gazette, document } }: { schedule: CustomsSchedule }) {
  if (!document) return gazette
  return (
    <a href={document} rel="noreferrer">
      {gazette}
    </a>
  )
}

function citedSchedule({ first_day, last_day, gazette }: CustomsSchedule): string {
  return (
    `${t.customsRate.span({ from: first_day, to: last_day })}, ` +
    `${t.customsRate.gazette({ number: gazette })}`
  )
}
