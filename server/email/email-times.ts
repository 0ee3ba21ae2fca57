import type { Language } from '../../contract/language.ts'
import { dayInColombo, timeInColombo } from '../../domain/calendar-date.ts'
import { textIn } from '../../text/sentences.ts'
import type { EmailContext } from './email-context.ts'

/** A time in Colombo as an email says it: `23:55 Sri Lanka time`. */
export function timeText(language: Language, instant: Date): string {
  return textIn(language).emailTimes.time({ time: timeInColombo(instant) })
}

/** A day and time in Colombo: `29 Sep 2026, 23:55 Sri Lanka time`. */
export function momentText(language: Language, instant: Date): string {
  return textIn(language).emailTimes.moment({
    date: dayInColombo(instant),
    time: timeInColombo(instant),
  })
}

/** From where and when something was done, for the places of a sentence. */
export function placesOf({ device, ip, at, language }: EmailContext) {
  return { device, ip, moment: momentText(language, at) }
}
