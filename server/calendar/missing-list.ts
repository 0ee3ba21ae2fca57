import type { FastifyBaseLogger } from 'fastify'
import { yearsMissing } from '../../domain/bank-holiday.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { HolidaySource } from './calendar-queries.ts'
import { t } from '../../text/sentences.ts'

/**
 * The sentence about the years whose list is missing, for whoever runs the server; undefined where
 * none is.
 */
export function missingList({ book, loaded }: HolidaySource, now: Date): string | undefined {
  const years = loaded ? yearsMissing(dayInColombo(now), book.holidays.calendar) : []
  if (years.length === 0) return undefined
  return t.calendarText.listMissing({ years: years.join(' and ') })
}

export function missingListLog(
  log: Pick<FastifyBaseLogger, 'warn'>,
): (live: HolidaySource, now: Date) => void {
  let notified = ''
  return (live, now) => {
    const sentence = missingList(live, now)
    const today = dayInColombo(now)
    if (sentence === undefined || notified === today) return
    notified = today
    log.warn(sentence)
  }
}
