import type { AuditResult } from '../../../contract/audit-log.ts'
import { dayInColombo, timeInColombo } from '../../../domain/calendar-date.ts'
import { sentenceText } from '../../../text/message.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import type { WrongFact } from './wrong-facts.ts'

/** `1,284`. */
export const grouped = (value: number) => value.toLocaleString('en')

/** An instant by Colombo's clock: `20 Nov 2026 14:05`. */
export const colomboTime = (instant: Date) =>
  `${formatDay(dayInColombo(instant))} ${timeInColombo(instant)}`

/** What a result means; `at` is the number of an entry, null where a result names none. */
export const meaningOf = (result: AuditResult, at: number | null) =>
  sentenceText(t.chainText.results[result], { at: at ?? 0 })

export function wrongFactText({ subject, currency, kind, date, logged, shown }: WrongFact): string {
  const fact = [subject, currency, kind, date].filter((part) => part !== null).join(' ')
  return t.chainText.wrongFact({ fact, logged, shown })
}
