import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import { alertFigures } from '../alert-figures.ts'
import { seriesName } from './names.ts'

/** What screens and emails call an alert. */
export function alertName(rule: AlertRule): string {
  const { condition, series, hour } = rule
  const name = series ? seriesName(series) : ''
  const { figure, percent } = alertFigures(rule)
  switch (condition) {
    case 'above':
      return `${name} above ${figure}`
    case 'below':
      return `${name} below ${figure}`
    case 'moved':
      return `${name} moves by ${percent} % or more`
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
