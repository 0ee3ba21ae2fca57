import type { AuditResult } from '../../../contract/schema/audit-log.schema.ts'
import { dayInColombo, formatDay, timeInColombo } from '../../../domain/calendar-date.ts'
import { waitInWords } from './http.ts'

/** What the audit trail responds with. */
export const auditLogText = {
  tooDeep: (most: number) =>
    `A filtered list shows its newest ${most.toLocaleString('en')} entries. Choose a last day to see older ones.`,
  ownEmailOnly: 'You can filter by your own email address only.',
  reversedDays: 'The last day must not be before the first.',
  keyMissing:
    'The key that signs exports is missing on the server. Ask whoever runs it to bring the key back.',
  exportRunning: 'Your last export is still running. Wait until it is complete.',
  tooManyExports: (action: 'export account' | 'export audit trail', most: number, wait: number) =>
    `You have exported ${action === 'export account' ? 'your data' : 'the audit trail'} ${most} times within an hour. Try again in ${waitInWords(wait)}.`,
}

/** `1,284`. */
export function groupedNumber(value: number): string {
  return value.toLocaleString('en')
}

/** An instant by Colombo's clock: `20 Nov 2026 14:05`. */
export function colomboTime(instant: Date): string {
  return `${formatDay(dayInColombo(instant))} ${timeInColombo(instant)}`
}

/** What the program for checking an export says besides its report. */
export const verifierText = {
  usage:
    'Usage: node verify-audit-trail.mjs EXPORT [CHECKPOINTS …] --key PUBLIC_KEY\n' +
    'EXPORT is a file of the audit trail, CSV or JSON; CHECKPOINTS are files of signed checkpoints (.jsonl).',
  withoutKey:
    'Without --key nobody vouches for the file. Give the public key that you were given when the installation was set up.',
  unreadable: (file: string, why: string) => `${file} cannot be checked: ${why}`,
}

const MEANINGS: Readonly<Record<AuditResult, (at: string) => string>> = {
  OK: () => 'every entry is what it was when it was written',
  EDITED: (at) => `entry ${at} is not what it was when it was written`,
  GAP: (at) => `entry ${at} is missing`,
  TRUNCATED: (at) => `the trail ended later once: entry ${at} and what followed it are gone`,
  REWRITTEN: (at) => `entry ${at} is another than the one that was signed, though the chain fits`,
  'NOT COVERED': (at) =>
    `the chain fits, but no signed checkpoint vouches for entry ${at} and what follows it`,
}

/** What a check of the trail has found. `at` is the number of an entry, null where a result names none. */
export const chainText = {
  notChecked: 'The chain has not been checked yet.',
  meaning: (result: AuditResult, at: number | null) => MEANINGS[result](groupedNumber(at ?? 0)),
  broken: (result: AuditResult, at: number, checkedAt: Date) =>
    `Broken: ${MEANINGS[result](groupedNumber(at))}, checked ${colomboTime(checkedAt)}`,
  intact: (checkedTo: number, problem: string | null, checkedAt: Date) =>
    `Intact to entry ${groupedNumber(checkedTo)}, ${problem === null ? '' : `but ${problem}, `}checked ${colomboTime(checkedAt)}`,
  forged: (lines: number) =>
    `${groupedNumber(lines)} ${lines === 1 ? 'line' : 'lines'} among the checkpoints are not signed by the key that they name`,
  keyMissing: (signers: readonly string[]) =>
    `the key that signs checkpoints is missing; the one that signed is ${signers.join(', ')}`,
  otherKey: (own: string, trusted: readonly string[]) =>
    `this installation signs with the key ${own}, and the key that counts is ${trusted.join(', ')}`,
  strangeKeys: (strangers: readonly string[], trusted: readonly string[]) =>
    `there are checkpoints of the key ${strangers.join(', ')}, and the key that counts is ${trusted.join(', ') || 'unknown'}`,
}
