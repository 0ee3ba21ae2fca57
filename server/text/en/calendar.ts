import type { HolidayScope } from '../../../domain/bank-holiday.ts'

/**
 * What the bank holidays say outside the screens: in the calendar that is subscribed to, and to who
 * runs the server.
 */
export const calendarText = {
  loading: 'The bank holidays are being loaded. Try again in a moment.',
  name: 'Bank holidays of Sri Lanka',
  description: (scope: HolidayScope, source: string) =>
    `${scope === 'special' ? 'Special bank holiday. ' : ''}Source: ${source}`,
  listMissing: (years: readonly number[]) =>
    `The bank holidays of ${years.join(' and ')} have not been entered: paste the Central Bank’s list at /calendar`,
}
