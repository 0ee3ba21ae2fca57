import type { ReactNode } from 'react'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { inverseText } from '../../domain/conversion/conversion.ts'
import { quotedUnits, TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { DEFAULT_KIND, publisherName } from '../../domain/series.ts'
import {
  formatChange,
  formatRate,
  fromWire,
  percentChangeText,
  type Rate,
} from '../../domain/money.ts'
import { shownUser } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { convert, givenText, type Converted, type ConvertedRate } from '../converter/conversion.ts'
import { rateFacts, resultUnit, Slip, sourcedLine } from '../converter/slip.tsx'
import { useResponse, type ResponseState } from '../queries.ts'
import { dayQuery } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import type { Fact } from '../ui/list.tsx'
import { ColomboMinute, formatClock, formatColomboTime } from '../ui/time.tsx'
import type { Citation, Cited, CitedResponse } from './cited.ts'
import styles from './cited.module.css'
import { NoRate } from '../rates/no-rate.tsx'
import { Code, type PrintedCode } from './printed-code.tsx'

type CustomsSchedule = NonNullable<Cited['schedule']>

interface RateRecordProps {
  readonly cited: CitedResponse
  readonly converted: Converted | undefined
  /** `Sat 7 Nov 2026, weekend`; undefined if it is the day of the rate. */
  readonly asked: string | undefined
  readonly code: PrintedCode
}

export function RateRecord({ cited, converted, asked, code }: RateRecordProps) {
  const { since } = cited.data
  const rate = sourcedRate(cited.data)
  if (!rate) return <NoRate title={t.citedRate.noRate} />
  return (
    <RateSlip
      currency={rate.currency}
      rate={rate}
      converted={converted}
      asked={asked}
      entered={since && <Entered cited={cited.data} since={since} />}
      facts={recordFacts(cited)}
    >
      <Proof cited={cited.data} code={code} />
    </RateSlip>
  )
}

interface RateSlipProps {
  readonly currency: Currency
  /** Undefined while it is unknown. */
  readonly rate: ConvertedRate | undefined
  readonly converted: Converted | undefined
  readonly asked: string | undefined
  readonly entered?: ReactNode
  readonly facts?: readonly Fact[]
  readonly children?: ReactNode
}

/** The slip of an amount, or of the unit in which the rate is quoted. */
function RateSlip(props: RateSlipProps) {
  const { currency, rate, converted, asked, entered, facts = [], children } = props
  const title = t.currency.inRupees({ what: quotedUnits(currency), kind: rate?.kind })
  const figure =
    rate && (converted ? convert(converted, rate).figure : formatRate(fromWire(rate.rate)))
  const isInverse = converted?.fromRupees ?? false
  return (
    <section aria-label={title}>
      <h2 className="visually-hidden">{title}</h2>
      <Slip
        given={converted ? givenText(converted, converted.amount) : quotedUnits(currency)}
        figure={figure}
        unit={converted ? resultUnit(converted) : TARGET_CURRENCY}
        facts={[
          // Without an amount the rate is the figure.
          ...rateFacts(rate, { isInverse, asked, hasKind: true, entered }).slice(converted ? 0 : 1),
          ...facts,
        ]}
      >
        {children}
      </Slip>
    </section>
  )
}

interface OtherRateProps {
  readonly currency: Currency
  /** The rate that counts for a day without one of its own. */
  readonly applies: ResponseState<{ readonly data: ConvertedRate }>
  readonly converted: Converted | undefined
  readonly asked: string
}

export function OtherRate({ currency, applies, converted, asked }: OtherRateProps) {
  const { data, error } = applies
  if (error && !error.mayPass)
    return <NoRate title={error.message} isMissing={error.status === 404} />
  return (
    <div>
      <ConnectionNotice queries={[applies]} />
      <RateSlip currency={currency} rate={data?.data} converted={converted} asked={asked} />
    </div>
  )
}

/** Undefined if the rate was withdrawn. */
function sourcedRate({ rate, source, ...rest }: Cited) {
  return rate === null || source === null ? undefined : { ...rest, rate, source }
}

function recordFacts({ data: cited, total }: CitedResponse) {
  const { currency, date, since, known_at: knownAt, schedule, published, entry } = cited
  const units = cited.rate === null ? undefined : fromWire(cited.rate)
  const { citedRate, customsRate, slip } = t
  return [
    [
      published ? t.sourceNames[published.source] : '',
      published && <strong>{formatRate(fromWire(published.rate))}</strong>,
    ],
    [citedRate.difference, published && differenceText(published)],
    [
      customsRate.effect,
      schedule && customsRate.span({ from: schedule.first_day, to: schedule.last_day }),
    ],
    [customsRate.gazetteTerm, schedule && <Gazette schedule={schedule} />],
    [
      citedRate.inverse,
      units && citedRate.inverseOf({ inverse: inverseText(units, unitsOf(currency)), currency }),
    ],
    [citedRate.knownOn, knownAt && <ColomboMinute instant={knownAt} />],
    [slip.changes, since && knownAt === null && changesText(total, since)],
    [slip.number, entry && `${currency}-${date}-${entry.id}`],
  ] as const
}

/** `+0.0320, +0.01 %`: from a published rate to the one entered by hand. */
function differenceText(published: NonNullable<Cited['published']>): string {
  const rate = fromWire(published.rate)
  const difference = fromWire(published.difference)
  return `${formatChange(difference)}, ${percentChangeText(rate, (rate + difference) as Rate)}`
}

function changesText(total: number, since: string): string {
  const time = formatColomboTime(since).slice(0, -3)
  return total > 1 ? t.slip.changed({ count: total - 1, time }) : t.slip.unchanged({ time })
}

interface EnteredProps {
  readonly cited: Cited
  readonly since: string
}

function Entered({ cited, since }: EnteredProps) {
  const entered = { day: dayInColombo(new Date(since)), time: formatClock(since) }
  return <Author cited={cited}>{(user) => t.citedRate.enteredBy({ user, ...entered })}</Author>
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

const HASH_GROUP = /.{1,4}/g

interface ProofProps {
  readonly cited: Cited
  readonly code: PrintedCode
}

function Proof({ cited: { entry }, code }: ProofProps) {
  return (
    <div className={styles['proof']}>
      {entry && (
        <div>
          <p className="fine-print">
            {t.slip.fingerprint({ number: t.auditEntry.number({ id: entry.id }) })}
          </p>
          <code>
            {entry.hash.match(HASH_GROUP)?.map((group, at) => (
              <span key={at}>{group}</span>
            ))}
          </code>
        </div>
      )}
      <Code address={code.address} encode={code.encode} />
    </div>
  )
}

/** Undefined without a rate. */
export function citationText(
  cited: Cited,
  provider: string,
  converted: Converted | undefined,
  asked: Citation['asked'],
): string | undefined {
  const { currency, kind, publisher, date, source, schedule, published } = cited
  const rate = sourcedRate(cited)
  if (!rate) return undefined
  const beside = published
    ? `${t.sourceNames[published.source]}: ${formatRate(fromWire(published.rate))}`
    : 'none'
  const days = schedule && citedSchedule(schedule)
  if (converted)
    return `${provider}: ${sourcedLine(converted, rate, { asked, days, published: beside })}`
  return t.citedRate.citation({
    provider,
    currency: publisher ? `${publisherName(publisher)} ${currency}` : currency,
    kind: kind ?? DEFAULT_KIND,
    rate: formatRate(fromWire(rate.rate)),
    days: days ?? formatDay(date),
    source: source ?? 'none',
    published: beside,
  })
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
