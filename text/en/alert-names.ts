import { alertNameFrom } from '../alert-name-from.ts'
import { seriesName } from './names.ts'

/** What screens and emails call an alert. */
export const alertName = alertNameFrom(seriesName, {
  above: ({ name, figure }) => `${name} above ${figure}`,
  below: ({ name, figure }) => `${name} below ${figure}`,
  moved: ({ name, percent }) => `${name} moves by ${percent} % or more`,
  published: ({ name }) => `${name} is published`,
  corrected: ({ name }) => `${name} is corrected`,
  stale: () => 'No new rates are published',
  daily: ({ hour }) => `All rates of the day, at ${hour}:00`,
})
