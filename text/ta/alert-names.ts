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
      return `${name} ${figure} இற்கு மேல்`
    case 'below':
      return `${name} ${figure} இற்குக் கீழ்`
    case 'moved':
      return `${name} ${percent} % அல்லது அதற்கு மேற்பட்ட மாற்றம்`
    case 'published':
      return `${name} வெளியீடு`
    case 'corrected':
      return `${name} திருத்தம்`
    case 'stale':
      return 'புதிய வீதங்கள் வெளியிடப்படாமை'
    case 'daily':
      return `நாளின் அனைத்து வீதங்களும், ${hour}:00`
  }
}
