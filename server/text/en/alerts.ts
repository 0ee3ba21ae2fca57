import { waitInWords } from './http.ts'

/** What calls about alerts respond with. */
export const alertsText = {
  requested:
    'Check your mailbox and open the link in the email to confirm the alert. No second email ' +
    'is sent within 24 hours: if you had one, use its link.',
  tooManyRequests: (wait: number) =>
    `Too many alerts are being requested. Try again in ${waitInWords(wait)}.`,
  linkDead:
    'This link has expired, or its alerts have ended. Request an alert to get another link.',
  tooMany: (most: number) => `An address can have ${most} alerts. End one that you no longer use.`,
  ended: 'This alert has ended already.',
  unsubscribed: 'This alert has ended. It sends no more emails.',
}
