import { DAILY_HOURS, type AlertCondition, type AlertRule } from '../../domain/alerts/alert-rule.ts'
import type { Currency } from '../../domain/currency.ts'
import { fromWire, SCALE, type Rate } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, seriesOf } from '../../domain/series.ts'
import { correctionLine, rateLines, rateSubject } from '../../text/alert-email.ts'
import { alertName } from '../../text/alert-names.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { localAddress } from '../language.ts'
import { usePage, useToday } from '../page-context.ts'
import type { ResponseState } from '../queries.ts'
import type { Board } from '../rates/board.ts'
import type { RateChoice } from '../rates/rates.ts'
import styles from './alerts.module.css'

interface AlertExampleProps {
  readonly condition: AlertCondition
  readonly currency: Currency
  readonly choice: RateChoice
  /** The typed rate in rupees. */
  readonly limit?: number | undefined
  readonly percent?: number | undefined
  readonly hour?: string | undefined
  readonly board: Board
}

type PreviewProps = Omit<AlertExampleProps, 'board'> & {
  readonly query: ResponseState<{ readonly data: Board }>
}

export function AlertPreview({ query, ...chosen }: PreviewProps) {
  if (!query.data) return <ConnectionNotice queries={[query]} />
  // Without a rate it would name none.
  if (query.data.data.rates.some((row) => row.currency === chosen.currency && row.rate === null))
    return null
  return <AlertExample {...chosen} board={query.data.data} />
}

/** The email that the chosen alert would send about the newest rate, or one beyond the limit. */
function AlertExample(props: AlertExampleProps) {
  const { condition, currency } = props
  const { origin } = usePage()
  const { isMadeUp = false, rule, subject, lines } = writeExample(props, useToday())
  const path = rule.series ? `/rates/${currency}` : '/rates'
  const { see, why, manage } = t.alertEmail
  return (
    <figure className={styles['example']}>
      <figcaption className="fine-print">
        {isMadeUp ? t.alerts.exampleMadeUp : t.alerts.example}
      </figcaption>
      <div className={styles['email']}>
        <p>
          <strong>{subject}</strong>
        </p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          {see}:<br />
          {origin + localAddress(path)}
        </p>
        <p>{why({ name: alertName(rule) })}</p>
        <p>
          {manage}:<br />
          {origin + localAddress('/alerts')}
        </p>
      </div>
      <p className="fine-print">
        {condition === 'above' || condition === 'below' ? t.alerts.rateHint : t.alerts.onceADay}
      </p>
    </figure>
  )
}

/** The email about all currencies may have forty. */
const MOST_LINES = 8

interface Example {
  readonly isMadeUp?: boolean
  readonly rule: AlertRule
  readonly subject: string
  readonly lines: readonly string[]
}

function writeExample(props: AlertExampleProps, today: string): Example {
  const { condition, currency, choice, limit, percent = 1, hour, board } = props
  const text = t.alertEmail
  const rows = board.rates.flatMap((row) => readRow(row) ?? [])
  const [newest, previous] = rows.find((row) => row.currency === currency)?.rates ?? []
  const series = seriesOf(currency, choice.kind, choice.publisher)
  const move = Math.round(percent * 100)
  const rule = { condition, series, rate: null, move, hour: Number(hour ?? DAILY_HOURS.first) }
  if (condition === 'daily')
    return {
      rule: { ...rule, series: null },
      subject: text.subject.daily({ date: today }),
      lines: rows
        .slice(0, MOST_LINES / 2)
        .flatMap((row) =>
          rateLines(seriesOf(row.currency, DEFAULT_KIND), row.rates[0], row.rates[1]),
        ),
    }
  if (condition === 'stale')
    return {
      rule: { ...rule, series: null },
      subject: text.subject.stale,
      lines: newest ? [text.stale({ date: newest.date })] : [],
    }
  if (condition === 'corrected')
    return {
      rule,
      subject: text.subject.corrected({ series: seriesName(series) }),
      lines: newest && previous ? [correctionLine(newest.date, previous.rate, newest.rate)] : [],
    }
  if (!newest) return { rule, subject: seriesName(series), lines: [] }
  const alert = { ...rule, rate: limitOf(condition, newest.rate, previous?.rate, limit) }
  const caused = { ...newest, rate: rateThatCauses(alert, newest.rate, previous?.rate) }
  const isChange = previous?.rate !== caused.rate && !(previous && isBeyond(alert, previous.rate))
  return {
    rule: alert,
    isMadeUp: caused.rate !== newest.rate,
    subject: rateSubject(alert, caused, previous),
    lines: rateLines(series, caused, isChange ? previous : undefined),
  }
}

interface RowRates {
  readonly currency: Currency
  readonly rates: readonly [newest: DayRate, previous: DayRate | undefined]
}

function readRow(row: Board['rates'][number]): RowRates | undefined {
  const { currency, rate, date, source, change, previous_date: before } = row
  if (rate === null || date === null || source === null) return undefined
  const newest = { rate: fromWire(rate), date, source }
  const previous =
    change === null || before === null
      ? undefined
      : { rate: (newest.rate - fromWire(change)) as Rate, date: before, source }
  return { currency, rates: [newest, previous] }
}

type Rule = Pick<AlertRule, 'condition' | 'rate' | 'move'>

const isBeyond = ({ condition, rate: limit }: Rule, rate: Rate) =>
  limit !== null && (condition === 'above' ? rate > limit : rate < limit)

/** The typed limit, or one that the last change crossed or would have crossed. */
function limitOf(condition: AlertCondition, now: Rate, before = now, typed?: number): Rate | null {
  if (condition !== 'above' && condition !== 'below') return null
  if (typed !== undefined) return fromWire(typed)
  const isCrossed = condition === 'above' ? now > before : now < before
  const start = condition === 'above' ? 0.997 : 1.003
  return limitBetween(isCrossed ? before : Math.round(now * start), now)
}

/** The newest rate if it causes the alert, or else one that does. */
function rateThatCauses(rule: Rule, now: Rate, before = now): Rate {
  const { condition, rate: limit, move } = rule
  const least = condition === 'moved' ? Math.ceil((before * (move ?? 0)) / 10_000) : 0
  if (Math.abs(now - before) < least) return (before + (now < before ? -least : least)) as Rate
  if (limit === null || isBeyond(rule, now)) return now
  const step = Math.max(1, Math.round(limit / 2000))
  return (condition === 'above' ? limit + step : limit - step) as Rate
}

/** The roundest figure between two rates. */
function limitBetween(before: number, now: number): Rate {
  const low = Math.min(before, now)
  const high = Math.max(before, now)
  const limits = [SCALE, SCALE / 10, SCALE / 100, SCALE / 1000].map(
    (step) => high - (high % step || step),
  )
  return (limits.find((limit) => limit > low) ?? before) as Rate
}
