import { unitsFields } from '../../domain/currency.ts'
import type { RateEvent } from '../../contract/rates/rates.ts'
import { toWire } from '../../domain/money.ts'
import { DEFAULT_KIND, RATE_KINDS } from '../../domain/series.ts'
import type { BookEvent } from '../rates/live-rate-book.ts'
import type { RateChanged } from '../rates/rate-book.ts'

/** How many changes are kept for clients that reconnect; a busy day has some dozens of entries. */
const MAX_KEPT = 1000
/** More at once, as of an import or a long absence: fetching again costs a reader less. */
const MAX_AT_ONCE = 100

/** Whose changes a stream sends: `unnamed` those of the default kind, without naming it. */
export const STREAM_KINDS = ['unnamed', ...RATE_KINDS, 'all'] as const
export type StreamKind = (typeof STREAM_KINDS)[number]

/**
 * The last changes as server-sent events, for whose connection broke. Every process numbers alike:
 * `version` comes from the database.
 */
export class RateEvents {
  private kept: { readonly version: number; readonly text: string }[] = []
  /** What happened up to here is not known. */
  private floor: number
  private version: number
  private readonly kind: StreamKind
  private readonly publisher: string | undefined

  /** `publisher`: a bank whose changes are sent, or `all`; otherwise those of the main series. */
  constructor(version: number, kind: StreamKind = 'unnamed', publisher?: string) {
    this.floor = version
    this.version = version
    this.kind = kind
    this.publisher = publisher
  }

  /**
   * Takes in what happened to the book, which now has `version`; gives the text to send to
   * everyone.
   */
  take(event: BookEvent, version: number): string {
    this.version = Math.max(version, event.kind === 'reloaded' ? 0 : this.version)
    if (event.kind === 'feed-status') return 'event: feed\ndata: {}\n\n'
    if (event.kind === 'reloaded') return this.reset(version)
    if (event.kind !== 'rates') return ''
    const wanted = this.kind === 'unnamed' ? DEFAULT_KIND : this.kind
    const changes = event.changes.filter(
      ({ kind, publisher }) =>
        (wanted === 'all' || kind === wanted) &&
        (this.publisher === 'all' || (publisher ?? undefined) === this.publisher),
    )
    if (changes.length > MAX_AT_ONCE) return this.reset(version)
    const events = changes.map((change) => ({
      version: change.version,
      text: rateText(change, this.kind !== 'unnamed'),
    }))
    this.kept.push(...events)
    const tooMany = this.kept.length - MAX_KEPT
    if (tooMany > 0) this.floor = this.kept.splice(0, tooMany).at(-1)?.version ?? this.floor
    return events.map(({ text }) => text).join('')
  }

  /**
   * What to send first: what was missed since `after`, then where things stand, so that a break in
   * between loses nothing.
   */
  greeting(after: number | undefined): string {
    const hello = `event: hello\nid: ${this.version}\ndata: {"version":${this.version}}\n\n`
    if (after === undefined) return hello
    if (after < this.floor || after > this.version) return resetText(this.version)
    const missed = this.kept.filter(({ version }) => version > after)
    if (missed.length > MAX_AT_ONCE) return resetText(this.version)
    return missed.map(({ text }) => text).join('') + hello
  }

  private reset(version: number): string {
    this.kept = []
    this.floor = version
    this.version = version
    return resetText(version)
  }
}

function rateText(change: RateChanged, named: boolean): string {
  const { version, currency, kind, publisher, date, now } = change
  const event: RateEvent = {
    version,
    currency,
    date,
    ...unitsFields(currency),
    rate: now ? toWire(now.rate) : null,
    source: now?.source ?? null,
    ...(named && { kind }),
    ...(publisher && { publisher }),
  }
  return `event: rate\nid: ${version}\ndata: ${JSON.stringify(event)}\n\n`
}

const resetText = (version: number) =>
  `event: reset\nid: ${version}\ndata: {"version":${version}}\n\n`
