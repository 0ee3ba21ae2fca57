import type { ReactNode } from 'react'
import { dayInColombo, isWeekend, weekdayOf } from '../../domain/calendar-date.ts'
import { inverseText } from '../../domain/conversion/conversion.ts'
import { quotedUnits, unitsOf } from '../../domain/currency.ts'
import { DEFAULT_KIND, publisherName } from '../../domain/series.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { shownUser } from '../../text/names.ts'
import { formatDay, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import type { ApiError } from '../api.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { ByHand, differenceText, missingReason } from '../rates/rate-parts.tsx'
import { citedAddress, dayQuery } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Card, Figure } from '../ui/card.tsx'
import { Facts } from '../ui/list.tsx'
import { FreshnessBadge, Notice } from '../ui/notice.tsx'
import { ColomboMinute, formatClock } from '../ui/time.tsx'
import { citedQueries, type Citation, type Cited } from './cited.ts'
import styles from './currency.module.css'

type CustomsSchedule = NonNullable<Cited['schedule']>

interface RateRecordProps {
  readonly cited: Cited
  readonly citation: string | undefined
}

export function RateRecord({ cited, citation }: RateRecordProps) {
  const { currency, kind } = cited
  const units = rateInForce(cited)
  return (
    <Card title={t.currency.inRupees({ what: quotedUnits(currency), kind })} hideTitle>
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

const rateInForce = ({ rate }: Cited) => (rate === null ? undefined : fromWire(rate))

function Source({ cited }: { readonly cited: Cited }) {
  const { date, source, since } = cited
  if (!source) return null
  if (source !== 'manual' || !since)
    return (
      <p className="just-below">
        {t.currency.published({ source, date })}{' '}
        <FreshnessBadge
          rate={{ date, source, requested_date: date, age_business_days: 0 }}
          day={date}
        />
      </p>
    )
  const entered = { day: dayInColombo(new Date(since)), time: formatClock(since) }
  return (
    <p className="just-below">
      <ByHand source={source} />{' '}
      <Author cited={cited}>{(user) => t.citedRate.enteredBy({ user, ...entered })}</Author>
    </p>
  )
}

interface AuthorProps {
  readonly cited: Cited
  /** Gets the name of the user who entered the rate; `none` if the reader may not see it. */
  readonly children: (user: string) => string
}

/** Signed-in users see names that the public response leaves out. */
export function Author(props: AuthorProps) {
  const { cited, children } = props
  const isSignedIn = useAuth().state === 'signed-in'
  if (isSignedIn && cited.known_at === null) return <NamedAuthor {...props} />
  return children(nameOrNone(cited.entered_by))
}

function NamedAuthor({ cited, children }: AuthorProps) {
  const day = useResponse(dayQuery(cited)).data?.data
  const entry = day?.rates.find(({ currency }) => currency === cited.currency)?.entry
  return children(nameOrNone(entry?.updated_by))
}

export const nameOrNone = (name: string | null | undefined) => (name ? shownUser(name) : 'none')

export function citationText(cited: Cited, provider: string, address = ''): string | undefined {
  const { currency, kind, publisher, date, source, schedule, published } = cited
  const units = rateInForce(cited)
  if (!units) return undefined
  const sentence = t.citedRate.citation({
    provider,
    currency: publisher ? `${publisherName(publisher)} ${currency}` : currency,
    kind: kind ?? DEFAULT_KIND,
    rate: formatRate(units),
    days: schedule ? citedSchedule(schedule) : formatDay(date),
    source: source ?? 'none',
    published: published
      ? `${t.sourceNames[published.source]}: ${formatRate(fromWire(published.rate))}`
      : 'none',
  })
  return `${sentence} ${address}`.trim()
}

function Details({ cited }: { cited: Cited }) {
  const { currency, publisher, known_at: knownAt, schedule, published } = cited
  const units = rateInForce(cited)
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t.banks.label, publisher && publisherName(publisher)],
    [
      published ? t.sourceNames[published.source] : '',
      published && <strong>{formatRate(fromWire(published.rate))}</strong>,
    ],
    [t.citedRate.difference, published && differenceText(published)],
    [
      t.customsRate.effect,
      schedule && t.customsRate.span({ from: schedule.first_day, to: schedule.last_day }),
    ],
    [t.customsRate.gazetteTerm, schedule && <Gazette schedule={schedule} />],
    [
      t.citedRate.inverse,
      units && t.citedRate.inverseOf({ inverse: inverseText(units, unitsOf(currency)), currency }),
    ],
    [t.citedRate.knownOn, knownAt && <ColomboMinute instant={knownAt} />],
  ]
  return (
    <div className={`apart ${styles['facts']}`}>
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

interface NoRateProps {
  readonly citation: Citation
  /** Undefined or null: the rate was withdrawn. */
  readonly refusal: ApiError | null | undefined
}

export function NoRate({ citation, refusal }: NoRateProps) {
  const { currency, kind } = citation
  const queries = citedQueries(citation)
  const applies = useResponse(queries.applies)
  const week = useResponse(queries.week)
  const rate = applies.data?.data
  if (applies.error?.status === 404)
    return <Notice kind="error">{refusal?.message ?? applies.error.message}</Notice>
  return (
    <Card title={t.currency.inRupees({ what: quotedUnits(currency), kind })}>
      <ConnectionNotice queries={[applies, week]} />
      <p className="title">{t.citedRate.noRate}</p>
      {week.data && <p>{reasonText(citation, week.data.data.missing)}</p>}
      {rate && (
        <p>
          {t.citedRate.applies({
            date: rate.date,
            rate: formatRate(fromWire(rate.rate)),
            source: rate.source,
          })}
        </p>
      )}
      {rate && (
        <Link className="touch-target" href={citedAddress(rate)}>
          {t.citedRate.open({ day: formatWeekdayAndDay(rate.date) })}
        </Link>
      )}
    </Card>
  )
}

type Missing = readonly { readonly date: string; readonly reason: string }[]

function reasonText({ date, kind }: Citation, missing: Missing): string {
  if (kind === 'customs') return t.citedRate.noCustomsRate({ date })
  const reason = missing.find((each) => each.date === date)?.reason ?? ''
  if (reason.startsWith('holiday: '))
    return t.citedRate.holiday({ date, name: missingReason(reason) })
  if (isWeekend(date)) return t.citedRate.weekend({ date, isSunday: weekdayOf(date) === 0 })
  return reason === 'not received'
    ? t.citedRate.notReceived({ date })
    : t.citedRate.notPublished({ date })
}
