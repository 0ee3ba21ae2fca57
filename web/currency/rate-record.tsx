import { Fragment, type ReactNode } from 'react'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import { inverseText } from '../../domain/conversion/conversion.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { formatDay } from '../../text/en/days.ts'
import { SOURCE_NAMES } from '../../text/en/names.ts'
import { shownUser } from '../../text/en/shown-user.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { localAddress } from '../language/page-language.ts'
import { usePage } from '../page-context.ts'
import { auditEntryText, citedRateText as TEXT } from '../text/en/cited-rate.ts'
import { currencyText } from '../text/en/currency.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { CUSTOMS_RATE } from '../text/en/sides.ts'
import { EntryNumber } from './revision-list.tsx'
import styles from './rate-record.module.css'

type Cited = ResponseBody<typeof citedRate>['data']
type CustomsSchedule = NonNullable<Cited['schedule']>

interface RateRecordProps {
  readonly cited: Cited
  /** Leads back to just this, as known then. */
  readonly path: string
  /** Leads to its certificate. */
  readonly certificate: string
}

/** The rate, who says so, since when, and how to cite it. */
export function RateRecord({ cited, path, certificate }: RateRecordProps) {
  const { currency, kind, date, source, schedule } = cited
  const units = unitsOf(cited)
  const { origin, providerName } = usePage()
  const address = origin + localAddress(path)
  return (
    <Card title={currencyText.inRupees(currency, kind)}>
      <p className={styles['rate']}>{units ? formatRate(units) : TEXT.noRate}</p>
      {source && <FreshnessBadge rate={{ date, source }} />}
      <Facts cited={cited} />
      {units && (
        <p className={styles['cite']}>
          <span className={styles['label']}>{TEXT.citeAs}</span>{' '}
          {TEXT.citation(
            providerName,
            currency,
            kind,
            formatRate(units),
            schedule ? citedSchedule(schedule) : formatDay(date),
          )}{' '}
          <span className="breakable">{address}</span>
        </p>
      )}
      <div className={styles['print']} data-screen-only>
        <Button kind="quiet" onClick={() => print()}>
          {TEXT.print}
        </Button>
        {units && (
          <a href={certificate} className={buttonClass('quiet')}>
            {TEXT.certificate}
          </a>
        )}
      </div>
    </Card>
  )
}

const unitsOf = ({ rate }: Cited) => (rate === null ? undefined : fromWire(rate))

function Facts({ cited }: { cited: Cited }) {
  const { currency, date, source, since, entered_by: by, known_at: knownAt, schedule, entry } = cited
  const units = unitsOf(cited)
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [TEXT.day, formatDay(date)],
    [TEXT.source, source && SOURCE_NAMES[source]],
    [TEXT.enteredBy, by && shownUser(by)],
    [source === 'manual' ? TEXT.entered : TEXT.fetched, since && <ColomboTime instant={since} />],
    [CUSTOMS_RATE.effect, schedule && CUSTOMS_RATE.span(schedule.first_day, schedule.last_day)],
    [CUSTOMS_RATE.gazetteTerm, schedule && <Gazette schedule={schedule} />],
    [TEXT.inverse, units && TEXT.inverseOf(inverseText(units), currency)],
    [TEXT.knownOn, knownAt && <ColomboTime instant={knownAt} />],
    [auditEntryText.term, entry && <EntryNumber id={entry.id} />],
    [auditEntryText.hash, entry && <code className={styles['hash']}>{entry.hash}</code>],
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
  return `${CUSTOMS_RATE.span(first_day, last_day)}, ${CUSTOMS_RATE.gazette(gazette)}`
}
