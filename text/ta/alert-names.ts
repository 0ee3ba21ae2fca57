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
      return `${name} ${figure} இற்கு மேல்`
    case 'below':
      return `${name} ${figure} இற்குக் கீழ்`
    case 'moved':
      return `${name} ${percent(move ?? 0)} % அல்லது அதற்கு மேற்பட்ட மாற்றம்`
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
