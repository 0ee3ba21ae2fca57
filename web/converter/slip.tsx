import type { ReactNode } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, quotedUnits, unitsOf, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, publisherName, type RateKind } from '../../domain/series.ts'
import { capitalised } from '../../text/names.ts'
import { formatShortDay, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { isDue, missingReason } from '../rates/rate-parts.tsx'
import { Facts, type Fact } from '../ui/list.tsx'
import { convert, type Converted } from './conversion.ts'
import styles from './slip.module.css'

interface SlipProps {
  /** `12,500.00 USD`. */
  readonly given: string
  /** Undefined while it is unknown. */
  readonly figure: string | undefined
  readonly unit: string
  readonly facts: readonly Fact[]
  readonly children?: ReactNode
}

/** Longer figures do not fit beside their unit on a phone, or at all. */
const [LONG, LONGEST] = [12, 14]

/** A result on paper with a torn edge. */
export function Slip({ given, figure = '–', unit, facts, children }: SlipProps) {
  const length = figure.length > LONGEST ? 'longest' : figure.length > LONG ? 'long' : undefined
  return (
    <div className={styles['slip']} data-result="">
      <div className={styles['paper']}>
        <output>
          <span className="muted">{given} =</span>{' '}
          <span className="wrap muted figure-line">
            <span className={`figure ${styles['figure']}`} data-length={length}>
              {figure}
            </span>{' '}
            <span>{unit}</span>
          </span>
        </output>
        <Facts facts={facts} className={styles['facts']} />
        {children}
      </div>
    </div>
  )
}

interface Sourced {
  readonly currency: Currency
  readonly date: CalendarDate
  readonly rate: number
  readonly source: RateSource
  readonly kind?: RateKind | undefined
  readonly publisher?: string | undefined
}

interface FactParts {
  readonly isInverse: boolean
  /** Undefined or false if it is the day of the rate. */
  readonly asked: ReactNode
  /** Names the default kind too. */
  readonly hasKind?: boolean
  /** Replaces the words for a rate that was entered by hand. */
  readonly entered?: ReactNode
}

/**
 * Rate, publisher, kind and day of a rate, and the day that it was asked for. An unknown rate keeps
 * the place of its facts.
 */
export function rateFacts(rate: Sourced | undefined, parts: FactParts): readonly Fact[] {
  const { slip, rates } = t
  if (!rate)
    return [
      [rates.rate, '–'],
      [slip.publishedBy, '–'],
      [slip.rateOf, '–'],
    ]
  const { currency, date, source, kind = DEFAULT_KIND, publisher } = rate
  const isLong = parts.isInverse || unitsOf(currency) > 1
  const how = source === 'manual' ? parts.entered : undefined
  return [
    [rates.rate, <strong key="rate">{rateText(rate, isLong)}</strong>],
    [
      slip.publishedBy,
      publisher ? publisherName(publisher) : source === 'cbsl' && t.sourceNames.cbsl,
    ],
    [
      slip.source,
      source !== 'cbsl' && !(publisher && source !== 'manual') && (how ?? sourceWords(source)),
    ],
    [slip.kind, (parts.hasKind || kind !== DEFAULT_KIND) && t.kindNames[kind]],
    [slip.rateOf, formatWeekdayAndDay(date)],
    [slip.asked, parts.asked],
  ]
}

const sourceWords = (source: RateSource) => capitalised(t.slip.by({ source }))

/** `Sat 7 Nov 2026, weekend`. */
export function askedText(
  day: CalendarDate,
  reason: string | undefined,
  today: CalendarDate,
): string {
  const why = isDue(reason) && day === today ? t.slip.notOut : missingReason(reason ?? '')
  return [formatWeekdayAndDay(day), why].filter(Boolean).join(', ')
}

function rateText({ currency, rate }: Sourced, isLong: boolean): string {
  const figure = formatRate(fromWire(rate))
  return isLong ? t.slip.rateFor({ rate: figure, unit: quotedUnits(currency) }) : figure
}

function sourceText({ source, publisher }: Sourced): string {
  const how = t.slip.by({ source })
  if (publisher === undefined) return how
  return [publisherName(publisher), source === 'manual' && how].filter(Boolean).join(', ')
}

interface LineParts {
  /** Undefined if it is the day of the rate. */
  readonly asked?: CalendarDate | undefined
  /** Days and gazette of a customs rate. */
  readonly days?: string | undefined
  /** The published rate under one that was entered by hand. */
  readonly published?: string | undefined
}

/** `12,500.00 USD = 4,157,976.25 LKR at 332.6381, Central Bank of Sri Lanka, indicative, Fri 6 …`. */
export function sourcedLine(converted: Converted, rate: Sourced, parts: LineParts = {}): string {
  const { given, result } = convert(converted, rate)
  const kind = t.kindNames[rate.kind ?? DEFAULT_KIND]
  return t.slip.line({
    given,
    result,
    rate: rateText(rate, unitsOf(rate.currency) > 1),
    source: sourceText(rate),
    // Within a sentence; an abbreviation keeps its capitals.
    kind: kind.charAt(0).toLowerCase() + kind.slice(1),
    days: parts.days ?? formatWeekdayAndDay(rate.date),
    asked: parts.asked ?? 'none',
    published: parts.published ?? 'none',
  })
}

export const resultUnit = ({ currency, fromRupees }: Pick<Converted, 'currency' | 'fromRupees'>) =>
  fromRupees ? currency : TARGET_CURRENCY

interface ReasonProps {
  readonly asked: CalendarDate
  readonly counts: CalendarDate
  /** The API's; undefined if the day has a rate or is not in the strip. */
  readonly reason: string | undefined
}

/** `Sat 7 Nov is a weekend: the rate of Fri 6 Nov counts.` */
export function Reason({ asked, counts, reason }: ReasonProps) {
  const today = useToday()
  const why = asked === counts ? undefined : whySentence(asked, reason, today)
  const sentence = t.converter.counts({ day: formatShortDay(counts) })
  return (
    <>
      {why} <strong>{why === undefined ? capitalised(sentence) : sentence}</strong>
    </>
  )
}

function whySentence(date: CalendarDate, reason = '', today: CalendarDate): string | undefined {
  const { reasons } = t.converter
  const day = formatShortDay(date)
  if (reason.startsWith('holiday: ')) return reasons.holiday({ day, name: missingReason(reason) })
  if (isDue(reason) && date === today) return reasons.today
  if (reason === 'weekend' || reason === 'no holiday list' || isDue(reason))
    return reasons[reason as Exclude<keyof typeof reasons, 'holiday' | 'today'>]({ day })
  return undefined
}
