import { CURRENCIES } from '../../../domain/currency.ts'
import { CURRENCY_NAMES, listed } from '../../../text/en/names.ts'

/** What search engines say of a screen, by its path; one without is not for them. Only the server loads this. */
export const descriptionsText = {
  '/': `What one ${listed(Object.values(CURRENCY_NAMES))} are worth in Sri Lankan rupees today.`,
  '/rates': `The rates of ${listed(CURRENCIES)} in Sri Lankan rupees on any day, with the week before it and the source of every rate.`,
  '/rates/:currency': 'Rate, history and converter of a currency in Sri Lankan rupees.',
  '/rates/:currency/:date':
    'The rate of one day in Sri Lankan rupees, with its source and how it came about.',
  '/periods/:currency':
    'Closing and average rates of a month, a quarter, a year or a tax year in Sri Lankan rupees.',
  '/login': 'Sign in with a code that is sent to your email address.',
  '/register': 'Create an account to enter and review exchange rates.',
  '/alerts':
    'An email when a rate in Sri Lankan rupees crosses a figure, moves, is published or corrected, or with the rates of the day.',
}
