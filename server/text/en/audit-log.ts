import type { AuditResult } from '../../../contract/audit-log.ts'
import { dayInColombo, formatDay, timeInColombo } from '../../../domain/calendar-date.ts'
import { waitInWords } from './http.ts'

/** What the audit trail responds with. */
export const auditLogText = {
  tooDeep: (most: number) =>
    `A filtered list shows its newest ${most.toLocaleString('en')} entries. Choose a last day ` +
    'to see older ones.',
  ownEmailOnly: 'You can filter by your own email address only.',
  reversedDays: 'The last day must not be before the first.',
  exportRunning: 'Your last export is still running. Wait until it is complete.',
  tooManyExports: (action: 'export account' | 'export audit trail', most: number, wait: number) =>
    `You have exported ${action === 'export account' ? 'your data' : 'the audit trail'} ` +
    `${most} times within an hour. Try again in ${waitInWords(wait)}.`,
}

/** `1,284`. */
export function groupedNumber(value: number): string {
  return value.toLocaleString('en')
}

/** An instant by Colombo's clock: `20 Nov 2026 14:05`. */
export function colomboTime(instant: Date): string {
  return `${formatDay(dayInColombo(instant))} ${timeInColombo(instant)}`
}

type NamedFact = Readonly<
  Record<'subject' | 'date', string> &
    Record<'currency' | 'kind' | 'logged' | 'shown', string | null>
>

const MEANINGS: Readonly<Record<AuditResult, (at: string) => string>> = {
  OK: () => 'every entry is what it was when it was written',
  EDITED: (at) => `entry ${at} is not what it was when it was written`,
  GAP: (at) => `entry ${at} is missing`,
  TRUNCATED: (at) => `the trail ended later once: entry ${at} and what followed it are gone`,
  REWRITTEN: (at) => `entry ${at} is another than the one that was signed, though the chain fits`,
  'NOT COVERED': (at) =>
    `the chain fits, but no signed checkpoint vouches for entry ${at} and what follows it`,
}

/**
 * What a check of the trail has found. `at` is the number of an entry, null where a result names
 * none.
 */
export const chainText = {
  notChecked: 'The chain has not been checked yet.',
  meaning: (result: AuditResult, at: number | null) => MEANINGS[result](groupedNumber(at ?? 0)),
  /** `figures`: what is wrong about a fact, where that is known. */
  broken: (result: AuditResult, at: number, figures: string | undefined, checkedAt: Date) =>
    'Broken: ' +
    `${MEANINGS[result](groupedNumber(at))}${figures === undefined ? '' : ` (${figures})`}, ` +
    `checked ${colomboTime(checkedAt)}`,
  /** A fact that counts otherwise than its changes say. */
  wrongFact: ({ subject, currency, kind, date, logged, shown }: NamedFact) =>
    `${[subject, currency, kind, date].filter((part) => part !== null).join(' ')}: recorded ` +
    `${logged ?? 'nothing'}, published ${shown ?? 'nothing'}`,
  rebuilt: (facts: number) =>
    `Rebuilt:     ${groupedNumber(facts)} facts from the changes. Restart the servers that are ` +
    'running.',
  intact: (checkedTo: number, problem: string | null, checkedAt: Date) =>
    `Intact to entry ${groupedNumber(checkedTo)}, ` +
    `${problem === null ? '' : `but ${problem}, `}checked ${colomboTime(checkedAt)}`,
  forged: (lines: number) =>
    `${groupedNumber(lines)} ${lines === 1 ? 'line' : 'lines'} among the checkpoints are not ` +
    'signed by the key that they name',
  keyMissing: (signers: readonly string[]) =>
    `the key that signs checkpoints is missing; the one that signed is ${signers.join(', ')}`,
  otherKey: (own: string, trusted: readonly string[]) =>
    `this installation signs with the key ${own}, and the key that counts is ${trusted.join(', ')}`,
  strangeKeys: (strangers: readonly string[], trusted: readonly string[]) =>
    `there are checkpoints of the key ${strangers.join(', ')}, and the key that counts is ` +
    (trusted.join(', ') || 'unknown'),
}
