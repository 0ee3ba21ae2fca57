import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate } from '../../domain/rate-text.ts'
import { seriesName } from './names.ts'

/** `1.5`, of hundredths of a per cent. */
const percent = (move: number) => String(move / 100)

/** What screens and emails call an alert. */
export function alertName({ condition, series, rate, move, hour }: AlertRule): string {
  const name = series ? seriesName(series) : ''
  const figure = rate === null ? '' : `${formatRate(rate)} ${TARGET_CURRENCY}`
  switch (condition) {
    case 'above':
      return `${name} above ${figure}`
    case 'below':
      return `${name} below ${figure}`
    case 'moved':
      return `${name} moves by ${percent(move ?? 0)} % or more`
    case 'published':
      return `${name} is published`
    case 'corrected':
      return `${name} is corrected`
    case 'stale':
      return 'No new rates are published'
    case 'daily':
      return `All rates of the day, at ${hour}:00`
  }
}
