import { alertNameFrom } from '../alert-name-from.ts'
import { seriesName } from './names.ts'

/** What screens and emails call an alert. */
export const alertName = alertNameFrom(seriesName, {
  above: ({ name, figure }) => `${name} ${figure} ට වඩා ඉහළ`,
  below: ({ name, figure }) => `${name} ${figure} ට වඩා පහළ`,
  moved: ({ name, percent }) => `${name} ${percent} % හෝ ඊට වැඩි වෙනසක්`,
  published: ({ name }) => `${name} ප්‍රකාශයට පත් වීම`,
  corrected: ({ name }) => `${name} නිවැරදි කිරීම`,
  stale: () => 'නව අනුපාතික ප්‍රකාශයට පත් නොවීම',
  daily: ({ hour }) => `දවසේ සියලු අනුපාතික, ${hour}:00`,
})
