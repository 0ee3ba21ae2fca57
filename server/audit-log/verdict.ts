import type { readCheckpoints, Result, TrailCheck, Verdict } from './checks.ts'
import type { ChainEnd } from './trail-format.ts'

const MEANINGS: Readonly<Record<Verdict, (at: string) => string>> = {
  OK: () => 'every entry is as it was written',
  EDITED: (at) => `entry ${at}, or what it changed, is not as it was written`,
  GAP: (at) => `entry ${at} is missing, or a change that it should cover is in no entry`,
  TRUNCATED: (at) => `the trail once ended later: entry ${at} and those after it are gone`,
  REWRITTEN: (at) => `entry ${at} is not the one that was signed, though the chain fits`,
  'GUARDS CHANGED': () => 'tables, triggers, functions or rights differ from this version’s',
  'NOT COVERED': (at) =>
    at === ''
      ? 'this version cannot compare the schema of the database'
      : `no key that counts has signed entry ${at} and those after it`,
  'NOT SHOWN': () => 'the entries fit, but a selection cannot show that none is missing',
}

export const meaningOfResult = ({ verdict, at }: Result) =>
  MEANINGS[verdict](at === null ? '' : grouped(at))

export const resultText = ({ verdict, at }: Result) =>
  at === null || verdict === 'NOT COVERED' ? verdict : `${verdict} at ${at}`

/** 0 good, 1 tampered with, 2 could not be checked. */
export const exitStatus = ({ verdict }: Result) =>
  verdict === 'OK' ? 0 : verdict === 'NOT COVERED' || verdict === 'NOT SHOWN' ? 2 : 1

const grouped = (value: number) => value.toLocaleString('en')

export interface Judged {
  readonly check: TrailCheck
  readonly head: ChainEnd
  readonly checkpoints: Awaited<ReturnType<typeof readCheckpoints>>
  readonly keys: readonly string[] | null
  readonly isPinned: boolean
  readonly now: Date
}

/** In ms; a checkpoint is due every hour. */
const COVERED_WITHIN_MS = 86_400_000

export function judge({ check, head, checkpoints: { good, others }, now }: Judged): Result {
  const { end, broken, contradicted } = check
  if (broken) return broken
  if (end.id > head.id) return { verdict: 'EDITED', at: head.id + 1 }
  if (end.id < head.id) return { verdict: 'TRUNCATED', at: end.id + 1 }
  if (end.hash !== head.hash) return { verdict: 'EDITED', at: Math.max(1, end.id) }
  if (contradicted !== null) return { verdict: 'REWRITTEN', at: contradicted }
  const signed = good.at(-1)?.entry ?? 0
  if (signed > end.id) return { verdict: 'TRUNCATED', at: end.id + 1 }
  const isStale = now.getTime() - check.uncoveredSince > COVERED_WITHIN_MS
  if (others > 0 || (end.id > signed && (signed === 0 || isStale)))
    return { verdict: 'NOT COVERED', at: signed + 1 }
  return { verdict: 'OK', at: null }
}

export function reportLines({ check, head, checkpoints, keys, isPinned, now }: Judged): string[] {
  const { entries, rowsValid, linksValid, changes, missing, erased, leftOut, first, end } = check
  const newest = checkpoints.good.at(-1)
  const range = first === null ? 'none' : `${grouped(first)} to ${grouped(end.id)}`
  const counted = keys === null || keys.length === 0 ? 'none' : keys.join(', ')
  return [
    `Entries:     ${range}; the last should be ${grouped(head.id)}`,
    `Rows:        ${grouped(rowsValid)} of ${grouped(entries)} match their hash`,
    `Links:       ${grouped(linksValid)} of ${grouped(entries)} hold the hash of the entry before`,
    `Changes:     ${grouped(changes)} of rates, holidays, schedules, policies and periods`,
    `Gaps:        ${grouped(missing)} missing`,
    `Erased:      ${grouped(erased)} personal parts`,
    ...(leftOut > 0
      ? [`Left out:    ${grouped(leftOut)} personal parts, which nothing covers`]
      : []),
    `Checkpoints: ${grouped(check.agreeing)} agree` +
      (checkpoints.others > 0
        ? `; ${grouped(checkpoints.others)} lines are not signed by a key that counts`
        : ''),
    `Key:         ${counted}${isPinned ? '' : ' (key not pinned)'}`,
    newest
      ? `Newest:      entry ${grouped(newest.entry)}, ` +
        `signed ${age(now, newest.at)} ago (${newest.at})`
      : 'Newest:      none',
  ]
}

function age(now: Date, instant: string): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(instant)) / 1000))
  const units: [number, string][] = [
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
    [1, 'seconds'],
  ]
  const [size, name] = units.find(([each]) => seconds >= each * 2) ?? [1, 'seconds']
  return `${Math.floor(seconds / size)} ${name}`
}
