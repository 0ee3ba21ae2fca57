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
      return `${name} ${figure} ට වඩා ඉහළ`
    case 'below':
      return `${name} ${figure} ට වඩා පහළ`
    case 'moved':
      return `${name} ${percent} % හෝ ඊට වැඩි වෙනසක්`
    case 'published':
      return `${name} ප්‍රකාශයට පත් වීම`
    case 'corrected':
      return `${name} නිවැරදි කිරීම`
    case 'stale':
      return 'නව අනුපාතික ප්‍රකාශයට පත් නොවීම'
    case 'daily':
      return `දවසේ සියලු අනුපාතික, ${hour}:00`
  }
}
