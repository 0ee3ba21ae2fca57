import type { AlertRule } from '../domain/alerts/alert-rule.ts'
import { TARGET_CURRENCY } from '../domain/currency.ts'
import { formatRate } from '../domain/money.ts'
import { sentenceText } from './message.ts'
import { seriesName } from './names.ts'
import { t } from './sentences.ts'

export function alertName({ condition, series, rate, move, hour }: AlertRule, text = t): string {
  return sentenceText(text.alertNames[condition], {
    name: series ? seriesName(series, text) : '',
    figure: rate === null ? '' : `${formatRate(rate)} ${TARGET_CURRENCY}`,
    percent: (move ?? 0) / 100,
    hour: hour ?? '',
  })
}
