import type { HolidayScope } from '../../../domain/bank-holiday.ts'

const PASTE = 'You can paste the list yourself: a holiday a row, with its date and its name.'

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
    `The bank holidays of ${years.join(' and ')} have not been entered: paste the Central ` +
    'Bank’s list at /calendar',
  proposed: {
    source: (url: string) => `Central Bank of Sri Lanka, ${url}`.slice(0, 200),
    off: `This server requests nothing from the Central Bank. ${PASTE}`,
    askedAlready: `The Central Bank was asked a moment ago. Try again in five minutes. ${PASTE}`,
    unreadable: (reason: string) =>
      `The Central Bank’s list could not be read: ${reason}. Try again in five minutes. ${PASTE}`,
    none: (year: number) =>
      `The Central Bank’s page has no list of ${year} that can be read. ${PASTE}`,
    year: (years: readonly number[]) => `year must be ${years.join(' or ')}.`,
  },
}
