import type { AlertRule } from '../domain/alerts/alert-rule.ts'
import type { CalendarDate } from '../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../domain/currency.ts'
import { formatChange, formatRate, percentChangeText, type Rate } from '../domain/money.ts'
import type { DayRate } from '../domain/rate-precedence.ts'
import type { Series } from '../domain/series.ts'
import { alertName } from './alert-names.ts'
import { seriesName } from './names.ts'
import { t } from './sentences.ts'

export const amountText = (rate: Rate) => `${formatRate(rate)} ${TARGET_CURRENCY}`

/** Returns the subject of an alert about the newest rate of its series. */
export function rateSubject(
  rule: AlertRule & { readonly series: Series },
  newest: DayRate,
  previous: DayRate | undefined,
  text = t,
): string {
  const { subject } = text.alertEmail
  const is = { series: seriesName(rule.series, text), amount: amountText(newest.rate) }
  if (rule.condition === 'moved')
    return subject.moved({ ...is, percent: percentFrom(previous ?? newest, newest) })
  return rule.condition === 'published'
    ? subject.published({ ...is, date: newest.date })
    : subject.crossed({ ...is, name: alertName(rule, text) })
}

export function rateLines(
  series: Series,
  newest: DayRate,
  previous: DayRate | undefined,
  text = t,
): string[] {
  const { rate, date, source } = newest
  const { is, was } = text.alertEmail
  const line = is({ series: seriesName(series, text), amount: amountText(rate), date, source })
  if (!previous) return [line]
  const change = formatChange(rate - previous.rate)
  const percent = percentFrom(previous, newest)
  return [line, was({ amount: amountText(previous.rate), date: previous.date, change, percent })]
}

/** `now` undefined: the rate was withdrawn. */
export function correctionLine(
  date: CalendarDate,
  before: Rate,
  now: Rate | undefined,
  text = t,
): string {
  const { corrected, withdrawn } = text.alertEmail
  const was = { date, before: amountText(before) }
  return now === undefined ? withdrawn(was) : corrected({ ...was, amount: amountText(now) })
}

const percentFrom = (before: { readonly rate: Rate }, after: { readonly rate: Rate }) =>
  percentChangeText(before.rate, after.rate)
