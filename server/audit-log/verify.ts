// Verifies an export of the audit trail by itself, with Node 18 or newer and nothing else:
//   node verify-audit-trail.mjs EXPORT.jsonl [CHECKPOINTS.jsonl …] [--key=PUBLIC_KEY …]
// The last line is the verdict. Exit status: 0 good, 1 tampered with, 2 could not be checked.
// The server verifies its database with this same file.
//
// The trail is a stream of lines: {export}; each {entry} with its personal parts {actor, content},
// followed by the {change}s of facts that it made; {end}. Everything is covered by SHA-256:
// - the hash of an entry covers its fields and the hash of the entry before it;
// - `changes_hash` covers the entry's changes, whose versions continue from entry to entry;
// - `actor_hash` and `content_hash` are salted commitments to the personal parts, which an entry
//   `erase user` may erase;
// - a checkpoint says which hash an entry had, signed outside the database (Ed25519).
import { createHash, createPublicKey, verify as verifySignature, type Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/** Hashes are in hex. */
export interface ChainedEntry {
  readonly id: number
  readonly action: string
  readonly description: string
  /** UTC with microseconds: `2026-09-29T06:30:00.000000Z`. */
  readonly created_at: string
  readonly actor: string
  readonly user_id: number | null
  readonly metadata: string
  readonly actor_hash: string | null
  readonly content_hash: string | null
  readonly first_change: number | null
  readonly last_change: number | null
  readonly changes_hash: string | null
  readonly previous_hash: string
  readonly hash: string
}

/** `data` is JSON, `salt` hex. A reduced part has no salt. */
interface PersonalPart {
  readonly salt?: string
  readonly data?: string
  /** Filled with the content, for searches. */
  readonly sentence?: string | null
}

/** The texts and arrays that PostgreSQL returns. */
interface Touched {
  readonly days: string | null
  readonly currencies: readonly string[] | null
  readonly publishers: readonly string[] | null
}

export interface ChainedChange {
  readonly version: number
  readonly subject: string
  readonly currency: string | null
  readonly kind: string | null
  readonly publisher: string | null
  readonly date: string | null
  readonly part: string | null
  readonly source: string | null
  readonly rate: string | null
  readonly units: number | null
  readonly fact: string | null
  readonly group: number | null
  readonly previous: number | null
  readonly restores: number | null
  readonly origin: number | null
  /** Entries that the act undid entirely, ascending; in the act's last change only. */
  readonly undone: readonly number[] | null
}

interface ExportHead {
  readonly format: string
  readonly exported_at: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly head: ChainEnd
  readonly checkpoint: Checkpoint | null
}

export interface EntryLine {
  readonly entry: ChainedEntry
  readonly actor: PersonalPart | null
  readonly content: PersonalPart | null
  readonly touched?: Touched
}

export type TrailLine =
  | { readonly export: ExportHead }
  | EntryLine
  | { readonly change: ChainedChange }
  | { readonly end: { readonly entries: number } }

export interface Checkpoint {
  readonly entry: number
  readonly hash: string
  /** ISO 8601 in UTC. */
  readonly at: string
  /** 32 bytes in base64url. */
  readonly key: string
  /** Ed25519 (RFC 8032) over `checkpointText`, in base64. */
  readonly signature: string
}

export interface ChainEnd {
  readonly id: number
  readonly hash: string
}

export const EXPORT_FORMAT = 'rupee-rates audit export 3'
export const GENESIS: ChainEnd = { id: 0, hash: '0'.repeat(64) }

const ENTRY_FIELDS = [
  ...(['id', 'action', 'description', 'created_at', 'actor', 'user_id', 'metadata'] as const),
  ...(['actor_hash', 'content_hash', 'first_change', 'last_change', 'changes_hash'] as const),
]
export const CHANGE_FIELDS = [
  ...(['version', 'subject', 'currency', 'kind', 'publisher', 'date', 'part', 'source'] as const),
  ...(['rate', 'units', 'fact', 'group', 'previous', 'restores', 'origin'] as const),
]

/** Same bytes as `audit_field` in the database. */
const field = (name: string, value: string | number | null) =>
  value === null ? '' : `${name}:${Buffer.byteLength(String(value))}:${value}`

function bytesOf<K extends string>(
  record: Readonly<Record<K, string | number | null>>,
  names: K[],
) {
  let bytes = ''
  for (const name of names) bytes += field(name, record[name])
  return bytes
}

const hashOfEntry = (entry: ChainedEntry) =>
  createHash('sha256')
    .update(entry.previous_hash, 'hex')
    .update(bytesOf(entry, ENTRY_FIELDS))
    .digest('hex')

/** `…` stands for erased content. */
export function fillSentence(
  description: string,
  content: Readonly<Record<string, unknown>> | 'erased',
): string {
  return description.replace(/\[([a-z_]+)\]/g, (place, name: string) => {
    if (content === 'erased') return '…'
    const value = Object.hasOwn(content, name) ? content[name] : undefined
    return typeof value === 'string' ? value : place
  })
}

/** Null if the description has no places. */
export function searchedSentence(description: string, content: Record<string, unknown>) {
  const filled = fillSentence(description, content)
  return filled === description ? null : filled
}

export type Verdict =
  | 'OK'
  | 'EDITED'
  | 'GAP'
  | 'TRUNCATED'
  | 'REWRITTEN'
  | 'GUARDS CHANGED'
  | 'NOT COVERED'
  | 'NOT SHOWN'

export interface Result {
  readonly verdict: Verdict
  readonly at: number | null
}

const MEANINGS: Readonly<Record<Verdict, (at: string) => string>> = {
  OK: () => 'every entry is as it was written',
  EDITED: (at) => `entry ${at}, or what it changed, is not as it was written`,
  GAP: (at) => `entry ${at} is missing, or a change that it should cover is in no entry`,
  TRUNCATED: (at) => `the trail once ended later: entry ${at} and those after it are gone`,
  REWRITTEN: (at) => `entry ${at} is not the one that was signed, though the chain fits`,
  'GUARDS CHANGED': () => 'tables, triggers, functions or rights differ from this version’s',
  'NOT COVERED': (at) => `no key that counts has signed entry ${at} and those after it`,
  'NOT SHOWN': () => 'the entries fit, but a selection cannot show that none is missing',
}

export const meaningOfResult = ({ verdict, at }: Result) => MEANINGS[verdict](grouped(at ?? 0))

export const resultText = ({ verdict, at }: Result) =>
  at === null || verdict === 'NOT COVERED' ? verdict : `${verdict} at ${at}`

/** 0 good, 1 tampered with, 2 could not be checked. */
export const exitStatus = ({ verdict }: Result) =>
  verdict === 'OK' ? 0 : verdict === 'NOT COVERED' || verdict === 'NOT SHOWN' ? 2 : 1

const grouped = (value: number) => value.toLocaleString('en')

interface StartOfCheck {
  /** The trusted entry before the stream, and its newest change. */
  readonly after?: ChainEnd
  readonly covered?: number
  readonly checkpoints?: readonly Checkpoint[]
  /** A selection may leave out entries. */
  readonly isSelection?: boolean
}

export class TrailCheck {
  entries = 0
  rowsValid = 0
  linksValid = 0
  changes = 0
  missing = 0
  erased = 0
  leftOut = 0
  first: number | null = null
  end: ChainEnd
  /** Null after a gap in a selection. */
  covered: number | null
  broken: Result | null = null
  contradicted: number | null = null
  /** In ms. */
  uncoveredSince = Infinity
  agreeing = 0
  readonly erasures = new Map<number, number>()
  private readonly start: StartOfCheck
  private readonly newestSigned: number
  private readonly claims = new Map<number, Set<string>>()
  private readonly open = new Map<number, { user: number | null; parts: Set<string> }>()
  private current: (EntryLine & { next: number; hash: Hash; found: TouchedSets }) | null = null

  constructor(start: StartOfCheck = {}) {
    this.start = start
    this.end = start.after ?? GENESIS
    this.covered = start.covered ?? 0
    const checkpoints = start.checkpoints ?? []
    for (const { entry, hash } of checkpoints)
      this.claims.set(entry, (this.claims.get(entry) ?? new Set()).add(hash))
    this.newestSigned = checkpoints.reduce((most, { entry }) => Math.max(most, entry), 0)
  }

  add(line: TrailLine): void {
    if ('change' in line) {
      this.addChange(line.change)
      return
    }
    this.endEntry()
    if ('entry' in line) this.startEntry(line)
  }

  finish(): this {
    this.endEntry()
    const [unaccounted = Infinity] = [...this.open.keys()].sort((one, other) => one - other)
    if (unaccounted < (this.broken?.at ?? Infinity) && unaccounted < Infinity)
      this.broken = { verdict: 'EDITED', at: unaccounted }
    return this
  }

  private startEntry(line: EntryLine): void {
    const { entry } = line
    const { id, first_change: first, last_change: last } = entry
    const gap = id - this.end.id - 1
    const isLinked = gap === 0 && entry.previous_hash === this.end.hash
    const isWhole = hashOfEntry(entry) === entry.hash && this.hasParts(line)
    if (isWhole) this.rowsValid++
    if (isLinked) this.linksValid++
    if (gap < 0 || !isWhole) this.break('EDITED', id)
    else if (gap > 0) this.skip(gap)
    // The entry vouches for itself and for another hash before it: the entry before was rehashed.
    else if (!isLinked) this.break('EDITED', Math.max(1, id - 1))
    if (first !== null && last !== null && this.covered !== null && first !== this.covered + 1)
      this.break(first > this.covered ? 'GAP' : 'EDITED', id)
    this.compareClaims(entry)
    if (entry.action === 'erase user') this.account(entry)
    this.first ??= id
    this.entries++
    this.end = { id, hash: entry.hash }
    const found = {
      days: new Set<string>(),
      currencies: new Set<string>(),
      publishers: new Set<string>(),
    }
    this.current = { ...line, next: first ?? 0, hash: createHash('sha256'), found }
  }

  private skip(gap: number): void {
    const isSelection = this.start.isSelection ?? false
    if (!isSelection || this.first !== null) this.missing += gap
    if (isSelection) this.covered = null
    else this.break('GAP', this.end.id + 1)
  }

  private addChange(change: ChainedChange): void {
    const { current } = this
    this.changes++
    if (
      !current ||
      change.version !== current.next ||
      change.version > (current.entry.last_change ?? 0)
    ) {
      this.break('EDITED', this.end.id)
      return
    }
    current.next++
    current.hash.update(
      bytesOf(change, CHANGE_FIELDS) +
        (change.undone ?? []).map((undone) => field('undone', undone)).join(''),
    )
    if (change.date !== null) current.found.days.add(change.date)
    if (change.currency !== null) current.found.currencies.add(change.currency)
    if (change.publisher !== null) current.found.publishers.add(change.publisher)
  }

  private endEntry(): void {
    const { current } = this
    this.current = null
    if (!current) return
    const { entry, touched, found, next, hash } = current
    if (touched && !isSameTouched(touched, found)) this.break('EDITED', entry.id)
    if (entry.last_change === null) return
    const isWhole = next === entry.last_change + 1 && hash.digest('hex') === entry.changes_hash
    if (!isWhole) this.break('EDITED', entry.id)
    this.covered = entry.last_change
  }

  private hasParts({ entry, actor, content }: EntryLine): boolean {
    const isWhole = (name: string, hash: string | null, part: PersonalPart | null) => {
      if (hash === null) return part === null
      if (part === null) {
        const open = this.open.get(entry.id) ?? { user: entry.user_id, parts: new Set<string>() }
        this.open.set(entry.id, open)
        open.parts.add(name)
        return true
      }
      if (part.salt === undefined) {
        this.leftOut++
        return true
      }
      const { salt, data = '', sentence } = part
      if (createHash('sha256').update(salt, 'hex').update(data).digest('hex') !== hash) return false
      return (
        name === 'actor' ||
        sentence === undefined ||
        sentence ===
          searchedSentence(entry.description, JSON.parse(data) as Record<string, unknown>)
      )
    }
    const isActorWhole = isWhole('actor', entry.actor_hash, actor)
    return isWhole('content', entry.content_hash, content) && isActorWhole
  }

  private account({ id, metadata }: ChainedEntry): void {
    const { erased_user: user, entries = [] } = JSON.parse(metadata) as {
      erased_user?: number
      entries?: number[]
    }
    if (user === undefined) {
      this.break('EDITED', id)
      return
    }
    this.erasures.set(user, id)
    const named = new Set(entries)
    for (const [entry, { user: by, parts }] of this.open) {
      if (by !== user && !named.has(entry)) continue
      for (const part of parts) {
        // A named person may have the content removed, not the traces of the actor.
        if (by !== user && part !== 'content') continue
        parts.delete(part)
        this.erased++
      }
      if (parts.size === 0) this.open.delete(entry)
    }
  }

  private compareClaims({ id, hash, created_at }: ChainedEntry): void {
    const claimed = this.claims.get(id)
    if (claimed?.has(hash)) this.agreeing++
    if (claimed && (claimed.size > 1 || !claimed.has(hash))) this.contradicted ??= id
    if (id > this.newestSigned)
      this.uncoveredSince = Math.min(this.uncoveredSince, Date.parse(created_at))
  }

  private break(verdict: Verdict, at: number): void {
    this.broken ??= { verdict, at }
  }
}

interface TouchedSets {
  readonly days: Set<string>
  readonly currencies: Set<string>
  readonly publishers: Set<string>
}

function isSameTouched(stored: Touched, found: TouchedSets): boolean {
  const list = (values: Set<string>) =>
    JSON.stringify(values.size === 0 ? null : [...values].sort())
  return (
    stored.days === multirange([...found.days].sort()) &&
    JSON.stringify(stored.currencies) === list(found.currencies) &&
    JSON.stringify(stored.publishers) === list(found.publishers)
  )
}

/** Adjacent days are one range. */
function multirange(days: readonly string[]): string | null {
  const after = (day: string) =>
    new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const ranges: [string, string][] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last?.[1] === day) last[1] = after(day)
    else ranges.push([day, after(day)])
  }
  return days.length === 0 ? null : `{${ranges.map((range) => `[${range.join()})`).join()}}`
}

/** Null accepts every key. */
export async function readCheckpoints(lines: readonly string[], keys: readonly string[] | null) {
  const good: Checkpoint[] = []
  for (const [index, line] of lines.entries()) {
    if (index % 100 === 99) await breathe() // a hundred signatures take about 15 ms
    const checkpoint = parseCheckpoint(line)
    const counts = checkpoint && (keys === null || keys.includes(checkpoint.key))
    if (counts && isSigned(checkpoint)) good.push(checkpoint)
  }
  good.sort((one, other) => one.entry - other.entry || (one.at < other.at ? -1 : 1))
  return { good, others: lines.length - good.length }
}

export function parseCheckpoint(line: string): Checkpoint | null {
  try {
    const given = JSON.parse(line) as Checkpoint
    const { entry, hash, at, key, signature } = given
    const isCheckpoint =
      Number.isSafeInteger(entry) &&
      entry > 0 &&
      /^[0-9a-f]{64}$/.test(hash) &&
      !Number.isNaN(Date.parse(at)) &&
      typeof key === 'string' &&
      typeof signature === 'string'
    return isCheckpoint ? { entry, hash, at, key, signature } : null
  } catch {
    return null
  }
}

/** The prefix keeps the signature from fitting another kind of text. */
export const checkpointText = ({ entry, hash, at }: Omit<Checkpoint, 'key' | 'signature'>) =>
  Buffer.from(`rupee-rates audit checkpoint 1\n${entry}\n${hash}\n${at}\n`)

function isSigned(checkpoint: Checkpoint): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: checkpoint.key }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const signature = Buffer.from(checkpoint.signature, 'base64')
    return verifySignature(null, checkpointText(checkpoint), key, signature)
  } catch {
    return false
  }
}

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

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file)
  for await (const line of handle.readLines()) if (line !== '') yield line
}

const notAnExport = (file: string) => new Error(`${file} is not an export of the audit trail`)

function parseLine(text: string): TrailLine | null {
  try {
    return JSON.parse(text) as TrailLine
  } catch {
    return null
  }
}

async function verifyFiles(file: string, others: readonly string[], keys: readonly string[]) {
  const signed: string[] = []
  for (const other of others) for await (const line of linesOf(other)) signed.push(line)
  let about: ExportHead | undefined
  let entries: number | undefined
  let check = new TrailCheck()
  let checkpoints = await readCheckpoints([], null)
  const trusted = keys.length > 0 ? keys : null
  for await (const text of linesOf(file)) {
    const line = parseLine(text)
    if (!line) throw notAnExport(file)
    if ('export' in line && !about) {
      about = line.export
      if (about.checkpoint) signed.push(JSON.stringify(about.checkpoint))
      checkpoints = await readCheckpoints([...new Set(signed)], trusted)
      const isSelection = Object.keys(about.filter).some((name) => name !== 'up_to')
      check = new TrailCheck({ checkpoints: checkpoints.good, isSelection })
    } else if ('end' in line) entries = line.end.entries
    if (about?.format !== EXPORT_FORMAT) throw notAnExport(file)
    check.add(line)
  }
  if (!about) throw new Error(`${file} is empty`)
  check.finish()
  const { filter, head, exported_at: at } = about
  const isSelection = Object.keys(filter).some((name) => name !== 'up_to')
  const last = typeof filter['up_to'] === 'number' ? Math.min(filter['up_to'], head.id) : head.id
  const hash = last < head.id ? check.end.hash : head.hash
  const judged = {
    ...{ check, checkpoints, keys: trusted, isPinned: trusted !== null, now: new Date(at) },
    head: isSelection ? check.end : { id: last, hash },
  }
  const within = checkpoints.good.filter((one) =>
    isSelection
      ? one.entry >= (check.first ?? Infinity) && one.entry <= check.end.id
      : // A checkpoint made later may be of entries that came after the export.
        one.entry <= last || (one.entry > head.id && one.at < at),
  )
  let result = judge({ ...judged, checkpoints: { ...checkpoints, good: within } })
  if (!check.broken && entries !== check.entries)
    result = { verdict: 'TRUNCATED', at: check.end.id + 1 }
  else if (exitStatus(result) !== 1 && isSelection && (check.missing > 0 || check.entries === 0))
    result = { verdict: 'NOT SHOWN', at: null }
  for (const line of reportLines(judged)) console.log(line)
  console.log(`${resultText(result)}: ${meaningOfResult(result)}.`)
  return exitStatus(result)
}

if (process.argv[1]?.endsWith('verify-audit-trail.mjs')) {
  const options = { key: { type: 'string', multiple: true } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [file, ...others] = positionals
  if (file === undefined) {
    console.log('NO FILE: name an export, and files of checkpoints if you have them.')
    process.exitCode = 2
  } else {
    process.exitCode = await verifyFiles(file, others, values.key ?? []).catch((error: unknown) => {
      console.log(`NOT CHECKED: ${error instanceof Error ? error.message : String(error)}.`)
      return 2
    })
  }
}
