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
      return `${name} ${figure} ට වඩා ඉහළ`
    case 'below':
      return `${name} ${figure} ට වඩා පහළ`
    case 'moved':
      return `${name} ${percent(move ?? 0)} % හෝ ඊට වැඩි වෙනසක්`
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
