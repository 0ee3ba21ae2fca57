import type { AuditResult } from '../../../contract/audit-log.ts'
import type { TrailReport } from './verify-audit-log.ts'
import { colomboTime, grouped, meaningOf, wrongFactText } from './chain-sentences.ts'

/** The verdict in a word or three: `OK`, `GAP at 12`. */
export function resultText(verdict: AuditResult, at: number | null): string {
  return at === null || verdict === 'NOT COVERED' ? verdict : `${verdict} at ${at}`
}

/** 0 good, 1 tampered with, 2 could not be checked. */
export function exitStatus(verdict: AuditResult): 0 | 1 | 2 {
  return verdict === 'OK' ? 0 : verdict === 'NOT COVERED' ? 2 : 1
}

/** A report of the whole trail in lines, the verdict last. */
export function reportLines(
  { verdict, at, chain, changes, head, checkpoints }: TrailReport,
  now: Date,
): string[] {
  const { signed, agreeing, forged, foreign, foreignAgreeing, keys, keyProblem, newest } =
    checkpoints
  const range =
    chain.first === null ? 'none' : `${grouped(chain.first)} to ${grouped(chain.end.id)}`
  return [
    `Entries:     ${range}; the database names ${grouped(head.id)} as the last`,
    `Rows:        ${grouped(chain.rowsValid)} of ${grouped(chain.rows)} match their hash`,
    `Links:       ${grouped(chain.linksValid)} of ${grouped(chain.rows)} hold the hash of the ` +
      'entry before',
    `Changes:     ${grouped(changes.rows)} of rates and schedules, ` +
      (changes.broken
        ? 'which do not all match the hash of their entry'
        : 'each in one entry whose hash it matches'),
    ...changes.wrongFacts.map((fact) => `Wrong:       ${wrongFactText(fact)}`),
    `Gaps:        ${grouped(chain.missing)} ${chain.missing === 1 ? 'entry' : 'entries'} missing`,
    `Erased:      the personal data of ${grouped(chain.erased)} ` +
      (chain.erased === 1 ? 'entry' : 'entries'),
    `Checkpoints: ${grouped(agreeing)} of ${grouped(signed)} agree` +
      (forged === 0
        ? ''
        : `; ${grouped(forged)} more are not signed by the key they name, or by one that is ` +
          'not known'),
    ...(foreign > 0
      ? [`Other keys:  ${grouped(foreignAgreeing)} of ${grouped(foreign)} agree`]
      : []),
    `Key:         ${keys.length === 0 ? 'none' : keys.join(', ')}`,
    newest
      ? `Newest:      entry ${grouped(newest.entry)}, signed ${ageText(now, newest.at)} ago ` +
        `(${colomboTime(new Date(newest.at))} in Colombo)`
      : 'Newest:      none',
    `${resultText(verdict, at)}: ` +
      (verdict === 'NOT COVERED' && keyProblem !== null
        ? `the chain fits, but ${keyProblem}.`
        : `${meaningOf(verdict, at)}.`),
  ]
}

/** How long ago an instant was, in its largest unit: `12 minutes`. */
export function ageText(now: Date, instant: string): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(instant)) / 1000))
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const
  const [size, name] = units.find(([each]) => seconds >= each * 2 || each === 1) ?? [1, 'second']
  const count = Math.floor(seconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
