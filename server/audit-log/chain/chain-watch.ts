import type { AuditResult } from '../../../contract/audit-log.ts'
import type { Db } from '../../database/schema.ts'
import type { Clock } from '../../deps.ts'
import type { ChainEnd } from './chain-check.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { CheckpointFindings } from './checkpoint-findings.ts'
import type { CheckpointPlaces } from './checkpoint-key.ts'
import { CheckpointWatch } from './checkpoint-watch.ts'
import { GENESIS } from '../entry-hash.ts'
import { FactsWatch, type PublishedFigures } from './facts-watch.ts'
import { followChain, type Break } from './follow-chain.ts'
import { readEndBefore, readHashes, readHead } from './read-chain.ts'
import { t } from '../../../text/sentences.ts'
import { colomboTime, meaningOf } from './chain-sentences.ts'

/** What is known of the chain without looking again. */
export interface TrailState {
  readonly verdict: AuditResult | 'NOT CHECKED'
  readonly checkedTo: number
  readonly checkedAt: Date | null
  readonly brokenAt: number | null
  readonly sentence: string
}

/** A checkpoint is due after so many new entries, or so long after the last where there are any. */
const CHECKPOINT_ENTRIES = 200
const CHECKPOINT_MS = 3_600_000
/** How long new entries, and all the others in turn, are followed in a round, in ms. */
const NEW_MS = 2000
const OLD_MS = 300

/** What was written within this time is followed again as often as its cost allows. */
const RECENT_MS = 86_400_000
/**
 * A new look begins after so many times what the last took, so that it takes a twentieth of a
 * processor at most.
 */
const [RECENT_PAUSE, LEAST_PAUSE] = [40, 19]
const RECENT_AT_LATEST_MS = 45_000

const START: ChainEnd = { id: 0, hash: GENESIS }

interface ChainWatchOptions {
  readonly db: Db
  readonly clock: Clock
  /** Where the key and the checkpoints are kept. */
  readonly places: CheckpointPlaces
  readonly published: PublishedFigures
}

/**
 * Follows the chain while the server runs: each round checks what is new and a stretch of what is
 * old, and signs checkpoints outside the database.
 */
export class ChainWatch {
  private readonly options: ChainWatchOptions
  private readonly checkpoints: CheckpointWatch
  /** The newest entry that follows from what was signed or checked before. */
  private checked: ChainEnd | null = null
  /** How far the second look at old entries has come. */
  private looked: ChainEnd = START
  /** Whether that has come to the end once. */
  private lookedAtAll = false
  private broken: Break | null = null
  /** Why the checkpoints do not vouch for a chain that fits, as the end of a sentence. */
  private problem: string | null = null
  private checkedAt: Date | null = null
  private readonly facts: FactsWatch
  /** What the last look at recent entries found broken, and where it began. */
  private recent: { readonly from: ChainEnd; readonly broken: Break } | null = null
  /** When, of `performance.now`, what is recent is looked at again. */
  private recentDue = 0
  private round: Promise<void> = Promise.resolve()

  constructor(options: ChainWatchOptions) {
    this.options = options
    this.checkpoints = new CheckpointWatch(options.db, options.places)
    this.facts = new FactsWatch(options.db, options.clock, options.published)
  }

  state(): TrailState {
    const { checked, checkedAt, broken, problem } = this
    const checkedTo = checked?.id ?? 0
    if (!checkedAt || (!broken && !this.lookedAtAll)) {
      return {
        verdict: 'NOT CHECKED',
        checkedTo,
        checkedAt,
        brokenAt: null,
        sentence: t.chainText.notChecked,
      }
    }
    const verdict = broken?.verdict ?? (problem === null ? 'OK' : 'NOT COVERED')
    const sentence = broken
      ? t.chainText.broken({
          meaning: meaningOf(broken.verdict, broken.at),
          figures: broken.figures,
          checked: colomboTime(checkedAt),
        })
      : t.chainText.intact({ checkedTo, problem, checked: colomboTime(checkedAt) })
    return { verdict, checkedTo, checkedAt, brokenAt: broken?.at ?? null, sentence }
  }

  /**
   * A warning under `auditTrail` where the chain is broken or its checkpoints do not vouch for it.
   */
  warnings(): { auditTrail?: string } {
    const { verdict, sentence } = this.state()
    return verdict === 'OK' || verdict === 'NOT CHECKED' ? {} : { auditTrail: sentence }
  }

  /** The newest checkpoint that this server has signed, or found when it started. */
  newestCheckpoint(): Checkpoint | null {
    return this.checkpoints.newest
  }

  /**
   * One round, after the one that runs. `last`: the server stops, so what is checked is signed now.
   */
  check(options: { last?: boolean } = {}): Promise<void> {
    const next = this.round.then(() => this.checkOnce(options.last ?? false))
    this.round = next.catch(() => undefined)
    return next
  }

  private async checkOnce(last: boolean): Promise<void> {
    const found = await this.checkpoints.compare()
    const head = await readHead(this.options.db)
    this.checked ??= lastSigned(found)
    const broken =
      (await this.checkEnd(head)) ??
      (await this.checkNew(head)) ??
      (last ? this.broken : await this.lookAgain()) ??
      contradiction(found, head)
    this.broken = broken && (await this.withFigures(broken))
    this.problem = problemOf(found)
    this.checkedAt = this.options.clock()
    if (this.broken) return
    await this.signWhenDue(last)
    await this.checkpoints.keep()
  }

  /** Whether the entry that was checked last is still there and the same. */
  private async checkEnd(head: ChainEnd): Promise<Break | null> {
    const { id, hash } = this.checked ?? START
    if (id === 0) return null
    const stored = (await readHashes(this.options.db, [id])).get(id)
    if (head.id < id || !stored) return { verdict: 'TRUNCATED', at: Math.min(head.id + 1, id) }
    return stored.equals(hash) ? null : { verdict: 'REWRITTEN', at: id }
  }

  private async checkNew(head: ChainEnd): Promise<Break | null> {
    const from = this.checked ?? START
    const until = performance.now() + NEW_MS
    const { end, broken } = await followChain(this.options.db, from, head.id, until)
    this.checked = end
    if (broken) return broken
    if (end.id < head.id) return null // the rest in the next round
    return end.hash.equals(head.hash) ? null : { verdict: 'EDITED', at: Math.max(1, end.id) }
  }

  private async lookAgain(): Promise<Break | null> {
    return (await this.checkRecent()) ?? (await this.checkOld()) ?? this.facts.check()
  }

  /** Follows again what was written within a day, or since what was found broken. */
  private async checkRecent(): Promise<Break | null> {
    const begin = performance.now()
    if (begin < this.recentDue) return this.recent?.broken ?? null
    const { db, clock } = this.options
    const dayAgo = new Date(clock().getTime() - RECENT_MS)
    const from = this.recent?.from ?? (await readEndBefore(db, dayAgo))
    const { broken } = await followChain(db, from, this.checked?.id ?? 0)
    this.recent = broken && { from, broken }
    const end = performance.now()
    const usual = Math.min(RECENT_PAUSE * (end - begin), RECENT_AT_LATEST_MS)
    this.recentDue = end + Math.max(usual, LEAST_PAUSE * (end - begin))
    return broken
  }

  /** Follows the next stretch of everything. */
  private async checkOld(): Promise<Break | null> {
    const upTo = this.checked?.id ?? 0
    if (this.looked.id >= upTo) this.looked = START
    const until = performance.now() + OLD_MS
    const { end, broken } = await followChain(this.options.db, this.looked, upTo, until)
    if (broken) return broken
    this.looked = end
    this.lookedAtAll ||= end.id >= upTo
    return null
  }

  /** An edited entry with the figures that differ, where there are any. */
  private async withFigures(broken: Break): Promise<Break> {
    if (broken.verdict !== 'EDITED' || broken.figures !== undefined) return broken
    const figures = await this.facts.figures()
    return figures === undefined ? broken : { ...broken, figures }
  }

  private async signWhenDue(last: boolean): Promise<void> {
    const { checked } = this
    const signed = this.checkpoints.newest
    if (!checked || checked.id <= (signed?.entry ?? 0)) return
    const now = this.options.clock()
    const due =
      last ||
      signed === null ||
      checked.id - signed.entry >= CHECKPOINT_ENTRIES ||
      now.getTime() - Date.parse(signed.at) >= CHECKPOINT_MS
    if (due) await this.checkpoints.sign(checked, now)
  }
}

/** What was signed before is where the watch goes on; everything, where nothing was. */
function lastSigned({ newest }: CheckpointFindings): ChainEnd {
  return newest ? { id: newest.entry, hash: Buffer.from(newest.hash, 'hex') } : START
}

/** What any checkpoint says against the trail. */
function contradiction(
  { contradictedAt, furthest }: CheckpointFindings,
  head: ChainEnd,
): Break | null {
  if (contradictedAt !== null) return { verdict: 'REWRITTEN', at: contradictedAt }
  return furthest > head.id ? { verdict: 'TRUNCATED', at: head.id + 1 } : null
}

function problemOf({ keyProblem, forged }: CheckpointFindings): string | null {
  if (keyProblem !== null || forged === 0) return keyProblem
  return t.chainText.forged({ lines: forged })
}
