import type { AlertRule } from '../domain/alerts/alert-rule.ts'
import { TARGET_CURRENCY } from '../domain/currency.ts'
import { formatRate } from '../domain/rate-text.ts'

/** The figures in what an alert is called: `305.0000 LKR`, empty without a rate, and per cent as `1.5`. */
export const alertFigures = ({ rate, move }: AlertRule) => ({
  figure: rate === null ? '' : `${formatRate(rate)} ${TARGET_CURRENCY}`,
  percent: String((move ?? 0) / 100),
})
