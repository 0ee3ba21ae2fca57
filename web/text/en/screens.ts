import { CURRENCIES } from '../../../domain/currency.ts'
import { CURRENCY_NAMES, listed } from '../../../text/en/names.ts'

/** What screens are called in the browser's tab and what search engines say of the public ones; every page brings it along. */
export const screensText = {
  home: {
    title: 'Currency Exchange',
    description: `What one ${listed(Object.values(CURRENCY_NAMES))} are worth in Sri Lankan rupees today.`,
  },
  rates: {
    title: 'Currency Exchange Rates',
    description: `The rates of ${listed(CURRENCIES)} in Sri Lankan rupees on any day, with the week before it and the source of every rate.`,
  },
  currency: {
    title: (currency: string) => `${currency} in LKR`,
    description: 'Rate, history and converter of a currency in Sri Lankan rupees.',
  },
  citedRate: {
    title: (currency: string, date: string) => `${currency} in LKR on ${date}`,
    description: 'The rate of one day in Sri Lankan rupees, with its source and how it came about.',
  },
  periods: {
    title: (currency: string) => `Closing and average rates of ${currency}`,
    description:
      'Closing and average rates of a month, a quarter, a year or a tax year in Sri Lankan rupees.',
  },
  login: {
    title: 'Login',
    description: 'Sign in with a code that is sent to your e-mail address.',
  },
  register: {
    title: 'Create Account',
    description: 'Create an account to enter and review exchange rates.',
  },
  alerts: {
    title: 'Email Alerts',
    description:
      'An email when a rate in Sri Lankan rupees crosses a figure, moves, is published or corrected, or with the rates of the day.',
  },
  secureAccount: 'Secure your account',
  dashboard: 'Dashboard',
  manage: 'Manage Exchange Rates',
  today: 'Today’s rates',
  calendar: 'Bank Holidays',
  customs: 'Customs Rates',
  auditTrail: 'Audit Trail',
  sessions: 'Sessions',
  account: 'Account',
  admin: 'Administration',
  notFound: 'Page not found',
}
