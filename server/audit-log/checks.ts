import { createHash, type Hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import {
  joinFields,
  CHANGE_FIELDS,
  field,
  GENESIS,
  hashEntry,
  isSigned,
  parseCheckpoint,
  searchedSentence,
  type ChainedChange,
  type ChainedEntry,
  type ChainEnd,
  type Checkpoint,
  type EntryLine,
  type PersonalPart,
  type Touched,
  type TrailLine,
} from './trail-format.ts'

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

interface StartOfCheck {
  /** The trusted entry before the stream, and its newest change. */
  readonly after?: ChainEnd
  readonly covered?: number
  readonly checkpoints?: readonly Checkpoint[]
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
  private readonly open = new Map<number, Unaccounted>()
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
    const isWhole = hashEntry(entry) === entry.hash && this.hasParts(line)
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
      banks: new Set<string>(),
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
      joinFields(change, CHANGE_FIELDS) +
        (change.undone ?? []).map((undone) => field('undone', undone)).join(''),
    )
    if (change.date !== null) current.found.days.add(change.date)
    if (change.currency !== null) current.found.currencies.add(change.currency)
    if (change.bank !== null) current.found.banks.add(change.bank)
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
        const open = this.open.get(entry.id) ?? {
          user: entry.user_id,
          subject: entry.subject_id,
          parts: new Set(),
        }
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
    const { erased_user: user } = JSON.parse(metadata) as { erased_user?: number }
    if (user === undefined) {
      this.break('EDITED', id)
      return
    }
    this.erasures.set(user, id)
    for (const [entry, { user: by, subject, parts }] of this.open) {
      if (by !== user && subject !== user) continue
      for (const part of parts) {
        // The subject may have the content removed, not the traces of the actor.
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

/** The erased parts of an entry for which no erasure was found yet. */
interface Unaccounted {
  readonly user: number | null
  readonly subject: number | null
  readonly parts: Set<string>
}

interface TouchedSets {
  readonly days: Set<string>
  readonly currencies: Set<string>
  readonly banks: Set<string>
}

function isSameTouched(stored: Touched, found: TouchedSets): boolean {
  const list = (values: Set<string>) =>
    JSON.stringify(values.size === 0 ? null : [...values].sort())
  return (
    stored.days === multirange([...found.days].sort()) &&
    JSON.stringify(stored.currencies) === list(found.currencies) &&
    JSON.stringify(stored.banks) === list(found.banks)
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
