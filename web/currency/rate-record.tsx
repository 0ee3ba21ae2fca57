import { dayInColombo, isWeekend, weekdayOf } from '../../domain/calendar-date.ts'
import { inverseText } from '../../domain/conversion/conversion.ts'
import { quotedUnits, TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { DEFAULT_KIND, publisherName } from '../../domain/series.ts'
import {
  formatChange,
  formatRate,
  fromWire,
  percentChangeText,
  type Rate,
} from '../../domain/money.ts'
import { shownUser } from '../../text/names.ts'
import {
  formatDay,
  formatDayAndMonth,
  formatWeekdayAndDay,
  t,
  weekdayName,
} from '../../text/sentences.ts'
import type { ApiError } from '../api.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { convert, givenText, type Converted } from '../converter/conversion.ts'
import { rateFacts, resultUnit, Slip, sourcedLine } from '../converter/slip.tsx'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { missingReason } from '../rates/rate-parts.tsx'
import { citedAddress, dayQuery } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboMinute, formatClock, formatColomboTime } from '../ui/time.tsx'
import { Notice } from '../ui/notice.tsx'
import { citedQueries, type Citation, type Cited, type CitedResponse } from './cited.ts'
import styles from './cited.module.css'
import { Code, type PrintedCode } from './printed-code.tsx'

type CustomsSchedule = NonNullable<Cited['schedule']>

interface RateRecordProps {
  readonly cited: CitedResponse
  readonly converted: Converted | undefined
  /** `Sat 7 Nov 2026, weekend`; undefined if it is the day of the rate. */
  readonly asked: string | undefined
  readonly code: PrintedCode
}

/** The slip of a cited rate: of an amount, or of the unit in which the rate is quoted. */
export function RateRecord({ cited, converted, asked, code }: RateRecordProps) {
  const { currency, kind, since } = cited.data
  const title = t.currency.inRupees({ what: quotedUnits(currency), kind })
  const rate = sourcedRate(cited.data)
  return (
    <section aria-label={title}>
      <h2 className="visually-hidden">{title}</h2>
      {rate ? (
        <Slip
          given={converted ? convert(converted, rate).given : quotedUnits(currency)}
          figure={converted ? convert(converted, rate).figure : formatRate(fromWire(rate.rate))}
          unit={converted ? resultUnit(converted) : TARGET_CURRENCY}
          facts={[
            // Without an amount the rate is the figure.
            ...rateFacts(rate, {
              isInverse: converted?.fromRupees ?? false,
              asked,
              hasKind: true,
              entered: since && <Entered cited={cited.data} since={since} />,
            }).slice(converted ? 0 : 1),
            ...recordFacts(cited),
          ]}
        >
          <Proof cited={cited.data} code={code} />
        </Slip>
      ) : (
        <div className="card">
          <p className="title">{t.citedRate.noRate}</p>
        </div>
      )}
    </section>
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

interface NoRateProps {
  readonly citation: Citation
  readonly converted: Converted | undefined
  /** Undefined or null: the rate was withdrawn. */
  readonly refusal: ApiError | null | undefined
}

export function NoRate({ citation, converted, refusal }: NoRateProps) {
  const { currency, date, kind, asked = date } = citation
  const queries = citedQueries(citation, useToday())
  const applies = useResponse(queries.applies)
  const week = useResponse(queries.week)
  const rate = applies.data?.data
  const missing = week.data?.data.missing
  if (applies.error?.status === 404)
    return <Notice kind="error">{refusal?.message ?? applies.error.message}</Notice>
  const result = rate && converted && convert(converted, rate)
  return (
    <Card title={t.currency.inRupees({ what: quotedUnits(currency), kind })} hideTitle>
      <ConnectionNotice queries={[applies, week]} />
      <p className="title mb">
        {converted ? noRateText(converted, citation, missing) : t.citedRate.noRate}
      </p>
      {missing && !converted && <p>{reasonText(citation, missing)}</p>}
      {rate && (
        <p>
          {t.citedRate.applies({
            date: rate.date,
            rate: formatRate(fromWire(rate.rate)),
            source: rate.source,
          })}
        </p>
      )}
      {result && (
        <p className="wrap muted figure-line">
          <span className="figure">{result.figure}</span> <span>{resultUnit(converted)}</span>
        </p>
      )}
      {rate && (
        <p className="buttons below">
          <Link
            className={buttonClass()}
            href={citedAddress({
              ...citation,
              date: rate.date,
              asked: rate.date < asked ? asked : undefined,
            })}
          >
            {t.citedRate.open({ day: formatWeekdayAndDay(rate.date) })}
          </Link>
        </p>
      )}
    </Card>
  )
}

type Missing = readonly { readonly date: string; readonly reason: string }[]

/** `12,500.00 USD on Sat 7 Nov: no rate, weekend.` */
function noRateText(converted: Converted, { date, kind }: Citation, missing: Missing = []): string {
  const reason = kind === 'customs' ? '' : missingReason(reasonOn(missing, date))
  return t.citedRate.noRateFor({
    given: givenText(converted, converted.amount),
    day: `${weekdayName(date)} ${formatDayAndMonth(date)}`,
    reason: reason || 'none',
  })
}

const reasonOn = (missing: Missing, day: string) =>
  missing.find(({ date }) => date === day)?.reason ?? ''

function reasonText({ date, kind }: Citation, missing: Missing): string {
  if (kind === 'customs') return t.citedRate.noCustomsRate({ date })
  const reason = reasonOn(missing, date)
  if (reason.startsWith('holiday: '))
    return t.citedRate.holiday({ date, name: missingReason(reason) })
  if (isWeekend(date)) return t.citedRate.weekend({ date, isSunday: weekdayOf(date) === 0 })
  return reason === 'not received'
    ? t.citedRate.notReceived({ date })
    : t.citedRate.notPublished({ date })
}
