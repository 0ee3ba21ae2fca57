import { alertNameFrom } from '../alert-name-from.ts'
import { seriesName } from './names.ts'

/** What screens and emails call an alert. */
export const alertName = alertNameFrom(seriesName, {
  above: ({ name, figure }) => `${name} ${figure} இற்கு மேல்`,
  below: ({ name, figure }) => `${name} ${figure} இற்குக் கீழ்`,
  moved: ({ name, percent }) => `${name} ${percent} % அல்லது அதற்கு மேற்பட்ட மாற்றம்`,
  published: ({ name }) => `${name} வெளியீடு`,
  corrected: ({ name }) => `${name} திருத்தம்`,
  stale: () => 'புதிய வீதங்கள் வெளியிடப்படாமை',
  daily: ({ hour }) => `நாளின் அனைத்து வீதங்களும், ${hour}:00`,
})
