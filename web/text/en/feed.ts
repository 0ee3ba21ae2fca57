import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { PagesError } from '../../../domain/rate-precedence.ts'
import { formatDay } from '../../../text/en/days.ts'

/** How far the rates go and where they come from: clauses, and what makes a sentence of them. */
export const feedText = {
  asOf: (newest: CalendarDate) => `Rates as of ${formatDay(newest)}`,
  noRates: 'There are no rates yet',
  byHand: 'Rates entered by hand',
  feed: (name: string) => `feed: ${name}`,
  failing: 'the feed has not responded',
  changedFeed: 'the feed’s page has changed and cannot be read',
  pages: {
    unreachable: 'one of its pages does not respond',
    'unknown layout': 'one of its pages has changed and cannot be read',
  } satisfies Record<PagesError, string>,
  byFrankfurter: ', so the indicative rates come by Frankfurter',
  sentence: (clauses: readonly string[]) => {
    const text = clauses.join('; ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  },
  sample: 'Sample: ',
  sampleWeek: ' This is the newest week of the sample: real rates of past days. ',
  sampleRates: ' These are real rates of past days. ',
  feedFollows: 'The rates of the feed will replace them.',
  noFeed: 'No feed is set up: enter today’s rates by hand.',
}
