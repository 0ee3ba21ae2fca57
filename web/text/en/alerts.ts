import {
  DAILY_HOURS,
  MAX_ALERTS,
  PERCENT_RANGE,
  type AlertCondition,
} from '../../../domain/alerts/alert-rule.ts'

/** Email alerts: requesting one, and one’s own by the link of an email. */
export const alertsText = {
  title: 'Email alerts',
  lead: 'An email when it matters, at most one for each alert in a day. No account is needed: every email has a link to change or end its alerts.',
  newAlert: 'New alert',
  condition: 'Tell me when',
  conditions: {
    above: 'the rate rises above',
    below: 'the rate falls below',
    moved: 'the rate changes from the day before',
    published: 'the rate of the day is published',
    corrected: 'a rate is corrected',
    stale: 'no new rates are published',
    daily: 'all rates of the day are published (daily email)',
  } satisfies Record<AlertCondition, string>,
  currency: 'Currency',
  kind: 'Kind',
  rate: 'Rate in LKR',
  rateHint: 'Sent once when the rate crosses it, and again only after the rate has moved back by 0.25 %.',
  percent: 'By at least (%)',
  hour: 'Not before (Colombo time)',
  hourHint: 'Sent once all four rates of the day are there; at 18:00 with those that are.',
  staleHint: 'Sent when the newest published rates are more than a business day old.',
  email: 'Email address',
  emailHint: 'You confirm it by the link in one email.',
  request: 'Request alert',
  requesting: 'Requesting...',
  add: 'Add alert',
  adding: 'Adding...',
  requested:
    'Check your mailbox and open the link in the email to confirm the alert. No second email is sent within 24 hours: if you had one, use its link.',
  needsJavaScript: 'Alerts are requested and changed with JavaScript, which is off in this browser.',
  yours: 'Your alerts',
  to: (email: string) => `Sent to ${email}.`,
  none: 'There are no alerts. Your address is erased within a day.',
  active: 'Active',
  waiting: 'Not confirmed yet: sends nothing',
  confirm: 'Confirm',
  end: 'End',
  /** Behind the button’s word, for screen readers. */
  which: (name: string) => ` alert: ${name}`,
  checkingLink: 'Checking your link…',
  endTitle: 'End this alert',
  endQuestion: 'The alert of this email will send nothing more.',
  endNow: 'End alert',
  ending: 'Ending...',
  hasEnded: 'This alert has ended. It sends no more emails.',
}

/** Why the API refuses what is requested of alerts. */
export const alertErrorText = {
  link_dead: 'This link has expired, or its alerts have ended. Request an alert to get another link.',
  conflict: `An address can have ${MAX_ALERTS} alerts. End one that you no longer use.`,
  not_found: 'This alert has ended already.',
}

/** What is wrong with a field, where the API's own sentence is in another language than the page. */
export const alertFieldText = {
  currency: 'Choose a currency.',
  rate: 'Enter a rate above 0 with at most 4 decimals, such as 301.25.',
  percent: `Enter a change from ${PERCENT_RANGE.least} to ${PERCENT_RANGE.most} per cent, with at most 2 decimals.`,
  hour: `Choose an hour from ${DAILY_HOURS.first} to ${DAILY_HOURS.last}.`,
  email: 'Enter an email address, such as nimal@example.lk.',
}
