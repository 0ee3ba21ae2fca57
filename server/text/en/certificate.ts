export { formatDay, formatWeekdayAndDay } from '../../../text/en/days.ts'
export { CURRENCY_NAMES, KIND_NAMES, SOURCE_NAMES } from '../../../text/en/names.ts'
export { shownUser } from '../../../text/en/shown-user.ts'

/** What the certificate of a rate says. */
export const certificateText = {
  title: 'Certificate of an exchange rate',
  issuer: 'Issued by',
  issued: 'Issued on',
  rate: (currency: string, rate: string) => `1 ${currency} = ${rate} LKR`,
  currency: 'Currency',
  kind: 'Kind of rate',
  day: 'Day',
  source: 'Source',
  enteredBy: 'Entered by',
  entered: 'Entered',
  fetched: 'Fetched',
  effect: 'In effect',
  span: (first: string, last: string) => `${first} to ${last}`,
  gazette: 'Gazette',
  knownOn: 'As known on',
  entry: 'Audit entry',
  number: (id: number) => `No. ${id}`,
  hash: 'Hash (SHA-256)',
  noEntry: 'None tells of this rate.',
  address: 'Address',
  time: (time: string) => `${time} (Sri Lanka, UTC+5:30)`,
  code: (address: string) => `QR code of ${address}`,
  check:
    'The code leads to this rate with its source, its changes and the number and hash of their audit entries. The hash binds the entry and every entry before it: it stays the same unless one of them is changed.',
  print: 'Print',
}
