import { quotedUnits, unitsOf } from '../../domain/currency.ts'
import type { ReactNode } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { inverseText } from '../../domain/conversion/conversion.ts'
import { DEFAULT_KIND, publisherName } from '../../domain/series.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { shownUser } from '../../text/names.ts'
import { useResponse } from '../queries.ts'
import { Difference } from '../rates/published-rate.tsx'
import { useAuth } from '../session/stored-session.ts'
import { dayQuery } from '../day-query.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime, formatColomboTime } from '../ui/colombo-time.tsx'
import { Figure } from '../ui/figure.tsx'
import { Facts } from '../ui/list/facts.tsx'
import styles from './rate-record.module.css'

type Cited = ResponseOf<'GET /api/exchange-rate/:currency/on/:date'>['data']
type CustomsSchedule = NonNullable<Cited['schedule']>

interface RateRecordProps {
  readonly cited: Cited
  /** How it is cited, with its address; undefined where there is no rate. */
  readonly citation: string | undefined
}

/** The rate, who says so, and how to cite it. */
export function RateRecord({ cited, citation }: RateRecordProps) {
  const { currency, kind } = cited
  const units = countingOf(cited)
  return (
    <Card title={t.currency.inRupees({ what: quotedUnits(currency), kind })} isTitleHeard>
      <div className="parts">
        <div>
          {units ? (
            <Figure currency={currency}>{formatRate(units)}</Figure>
          ) : (
            <p className="title">{t.citedRate.noRate}</p>
          )}
          <Source cited={cited} />
          <Details cited={cited} />
        </div>
        {citation !== undefined && (
          <div className="fields" data-screen-only>
            <div>
              <h3 className="fine-print">{t.citedRate.citeAs}</h3>
              <p className="breakable">{citation}</p>
            </div>
            <div className="buttons">
              <CopyButton figure={citation} kind="primary">
                {t.citedRate.copy}
              </CopyButton>
              <Button kind="quiet" onClick={() => print()}>
                {t.citedRate.print}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Card>
  )
}

const countingOf = ({ rate }: Cited) => (rate === null ? undefined : fromWire(rate))

/** Who published it or typed it, in one sentence. */
function Source({ cited }: { cited: Cited }) {
  const { date, source, since, known_at: knownAt } = cited
  const { state } = useAuth()
  if (!source) return null
  const By = state === 'signed-in' && knownAt === null ? NamedUser : ShownUser
  return (
    <p className={styles['source']}>
      {source === 'manual' && since ? (
        <>
          {t.sourceNames.manual} <By cited={cited} since={since} />
        </>
      ) : (
        t.currency.published({ source, date })
      )}{' '}
      <FreshnessBadge
        rate={{ date, source, requested_date: date, age_business_days: 0 }}
        day={date}
      />
    </p>
  )
}

interface EnteredByProps {
  readonly cited: Cited
  readonly since: string
  /** Undefined: what everybody sees. */
  readonly name?: string | undefined
}

function ShownUser({ cited: { entered_by: by }, since, name = by ?? '' }: EnteredByProps) {
  const user = name === '' ? 'none' : shownUser(name)
  return t.citedRate.enteredBy({ user, time: formatColomboTime(since) })
}

/** The name, for who is signed in; until it is there, what everybody sees. */
function NamedUser(props: EnteredByProps) {
  const { currency } = props.cited
  const day = useResponse(dayQuery(props.cited)).data?.data
  const entry = day?.rates.find((row) => row.currency === currency)?.entry
  return <ShownUser {...props} name={entry?.updated_by} />
}

/** The words that cite a rate, with its address where one is given. */
export function citationText(cited: Cited, provider: string, address = ''): string | undefined {
  const { currency, kind, publisher, date, source, schedule, published } = cited
  const units = countingOf(cited)
  if (!units) return undefined
  const sentence = t.citedRate.citation({
    provider,
    currency: publisher ? `${publisherName(publisher)} ${currency}` : currency,
    kind: kind ?? DEFAULT_KIND,
    rate: formatRate(units),
    days: schedule ? citedSchedule(schedule) : formatDay(date),
    source: source ?? 'none',
    published:
      published &&
      t.rates.published({
        source: t.sourceNames[published.source],
        rate: formatRate(fromWire(published.rate)),
      }),
  })
  return `${sentence} ${address}`.trim()
}

function Details({ cited }: { cited: Cited }) {
  const { currency, publisher, known_at: knownAt, schedule, published } = cited
  const units = countingOf(cited)
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t.banks.label, publisher && publisherName(publisher)],
    [
      published ? t.sourceNames[published.source] : '',
      published && (
        <>
          <strong>{formatRate(fromWire(published.rate))}</strong>{' '}
          <Difference published={published} />
        </>
      ),
    ],
    [
      t.customsRate.effect,
      schedule && t.customsRate.span({ from: schedule.first_day, to: schedule.last_day }),
    ],
    [t.customsRate.gazetteTerm, schedule && <Gazette schedule={schedule} />],
    [
      t.citedRate.inverse,
      units && t.citedRate.inverseOf({ inverse: inverseText(units, unitsOf(currency)), currency }),
    ],
    [t.citedRate.knownOn, knownAt && <ColomboTime instant={knownAt} />],
  ]
  return (
    <div className={styles['facts']}>
      <Facts facts={facts} />
    </div>
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
    t.customsRate.gazette({ number: gazette })
  )
}
