import type { AlertCondition, AlertRule } from '../domain/alerts/alert-rule.ts'
import { TARGET_CURRENCY } from '../domain/currency.ts'
import { formatRate } from '../domain/rate-text.ts'
import type { Series } from '../domain/series.ts'

/** What of an alert its name says: `name` of its series, `figure` such as `305.0000 LKR`, `percent` such as `1.5`. */
interface Named extends Pick<AlertRule, 'hour'> {
  readonly name: string
  readonly figure: string
  readonly percent: number
}

/** A language's name of each kind of alert. */
type AlertNames = Readonly<Record<AlertCondition, (alert: Named) => string>>

/** What a language calls an alert, on screens and in emails. */
export const alertNameFrom =
  (seriesName: (series: Series) => string, names: AlertNames) =>
  ({ condition, series, rate, move, hour }: AlertRule): string =>
    names[condition]({
      name: series ? seriesName(series) : '',
      figure: rate === null ? '' : `${formatRate(rate)} ${TARGET_CURRENCY}`,
      percent: (move ?? 0) / 100,
      hour,
    })
