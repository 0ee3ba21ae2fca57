import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AuditResult } from '../../contract/audit-log.ts'
import { dayInColombo, timeInColombo } from '../../domain/calendar-date.ts'
import { t } from '../../text/sentences.ts'
import type { Clock } from '../context.ts'
import { claimJob, renewLease } from '../database/background-work.ts'
import type { Db } from '../database/schema.ts'
import {
  appendCheckpoint,
  checkpointFiles,
  readCheckpointFiles,
  readCheckpointKey,
  signCheckpoint,
  type CheckpointPlaces,
} from './checkpoints.ts'
import { describeWrongFact } from './fact-state.ts'
import { hasUncoveredChanges, readHead } from './read-trail.ts'
import { DatabaseCheck, followTrail, type DatabaseReport } from './verify-database.ts'
import { TrailCheck, type Result } from './checks.ts'
import type { Checkpoint } from './trail-format.ts'
import { exitStatus, judge, meaningOfResult } from './verdict.ts'

interface TrailState {
  readonly verdict: AuditResult | 'NOT CHECKED'
  readonly checkedTo: number
  readonly checkedAt: Date | null
  readonly brokenAt: number | null
  readonly sentence: string
}

const EVERYTHING_EVERY_MS = 3_600_000
/** Whichever comes first. */
const CHECKPOINT_ENTRIES = 200
const CHECKPOINT_MS = 3_600_000
/** New entries are verified each minute, so pages of everything leave the rest of it free. */
const PAGES_MS = 45_000
/** Pages take a third of the time, because they slow down requests. */
const REST = 2
/** One server at a time reads everything; others do not wait longer than the last interval. */
const JOB = { job: 'verify everything', slot: 'one at a time' }
const LEASE_MS = 180_000
const LONGEST_WAIT_MS = 2 * EVERYTHING_EVERY_MS

interface WatchOptions {
  /** Its `search_path` is `pg_catalog` alone, and its statements may take long. */
  readonly verifyDb: Db
  readonly db: Db
  readonly clock: Clock
  readonly places: CheckpointPlaces
  /** The server's role, by default the current one. */
  readonly appRole?: string
  /** Reloads published figures that may be wrong. */
  readonly reload: () => Promise<void>
}

/**
 * Verifies new entries at each `check`, everything at the first and once an hour; signs
 * checkpoints.
 */
export class ChainWatch {
  private readonly options: WatchOptions
  private readonly holder = randomUUID()
  private round: Promise<void> = Promise.resolve()
  private report: DatabaseReport | null = null
  private result: Result | null = null
  private checkedAt: Date | null = null
  private everythingAt: number
  /** A verification of everything, of which some pages are left. */
  private running: { readonly check: DatabaseCheck; readonly since: number } | null = null
  private newest: Checkpoint | null = null
  private unwritten: string[] = []
  private isEnding = false

  constructor(options: WatchOptions) {
    this.options = options
    this.everythingAt = options.clock().getTime() - EVERYTHING_EVERY_MS
  }

  state(): TrailState {
    const { report, result, checkedAt } = this
    const checkedTo = report?.check.end.id ?? 0
    if (!report || !result || !checkedAt)
      return {
        verdict: 'NOT CHECKED',
        checkedTo,
        checkedAt: null,
        brokenAt: null,
        sentence: t.auditWatch.notChecked,
      }
    const isBroken = exitStatus(result) === 1
    const details = [...report.wrongFacts.map(describeWrongFact), ...report.guards.changed]
    const when = { day: dayInColombo(checkedAt), time: timeInColombo(checkedAt) }
    return {
      verdict: result.verdict as AuditResult,
      checkedTo,
      checkedAt,
      brokenAt: isBroken ? result.at : null,
      sentence: isBroken
        ? t.auditWatch.broken({
            meaning: [meaningOfResult(result), ...details].join('; '),
            ...when,
          })
        : t.auditWatch.verified({ entry: checkedTo, problem: problemOf(report, result), ...when }),
    }
  }

  warnings(): { auditTrail?: string } {
    const { verdict, sentence } = this.state()
    return verdict === 'OK' || verdict === 'NOT CHECKED' ? {} : { auditTrail: sentence }
  }

  newestCheckpoint(): Checkpoint | null {
    return this.newest
  }

  /** Runs after a running check. `last`: the server stops, so sign now. */
  check(options: { everything?: boolean; last?: boolean } = {}): Promise<void> {
    this.isEnding = options.last ?? false
    const next = this.round.then(() => this.checkOnce(options))
    this.round = next.catch(() => undefined)
    return next
  }

  private async checkOnce({ everything = false, last = false }): Promise<void> {
    const now = this.options.clock()
    if (!everything && this.report && this.result && exitStatus(this.result) !== 1)
      this.result = (await this.checkNew(this.report, now)) ?? judge({ ...this.report, now })
    await this.signVerified(now, last)
    if (last) return
    await this.checkEverything(now, everything)
    await this.signVerified(now, false)
  }

  private async signVerified(now: Date, last: boolean): Promise<void> {
    if (!this.report || !this.result) return
    this.checkedAt = now
    if (exitStatus(this.result) === 1) return
    await this.signIfDue(this.report, now, last)
    await this.writeCheckpoint()
  }

  /** Keeps the pages that were read if one cannot be read. */
  private async checkEverything(now: Date, isAsked: boolean): Promise<void> {
    const { db, verifyDb, places, appRole, reload } = this.options
    const waited = now.getTime() - this.everythingAt
    if (!isAsked && waited < EVERYTHING_EVERY_MS) return
    const run = { ...JOB, holder: this.holder, now }
    const mayRun = isAsked || (await claimJob(db, run, LEASE_MS)) || waited > LONGEST_WAIT_MS
    if (!mayRun) return
    const found = await readCheckpointFiles(places)
    if (isAsked) this.running = null
    this.running ??= {
      check: new DatabaseCheck(verifyDb, found, { now, appRole }),
      since: now.getTime(),
    }
    const { check, since } = this.running
    const ends = isAsked ? Infinity : performance.now() + PAGES_MS
    let begun = performance.now()
    let report = await check.step()
    while (!report && !this.isEnding && performance.now() < ends) {
      if (!isAsked) await pause(REST * (performance.now() - begun))
      begun = performance.now()
      report = await check.step()
    }
    if (!isAsked) await renewLease(db, run, report || this.isEnding ? 0 : LEASE_MS)
    if (!report) return
    this.running = null
    this.report = report
    this.result = report.result
    this.newest = found.checkpoints.good.at(-1) ?? null
    this.everythingAt = since
    if (report.wrongFacts.length > 0) await reload()
  }

  private async checkNew(report: DatabaseReport, now: Date): Promise<Result | null> {
    const { verifyDb: db } = this.options
    const { end, covered } = report.check
    const before = await readHead(db)
    if (before.id < end.id) return { verdict: 'TRUNCATED', at: before.id + 1 }
    const signed = report.checkpoints.good
    const check = new TrailCheck({ after: end, covered: covered ?? 0, checkpoints: signed })
    const head = await followTrail(db, check)
    check.finish()
    if (check.broken) return check.broken
    if (head.id === check.end.id && head.hash !== check.end.hash)
      return { verdict: 'REWRITTEN', at: head.id }
    if (await hasUncoveredChanges(db)) return { verdict: 'GAP', at: check.end.id + 1 }
    check.uncoveredSince = Math.min(check.uncoveredSince, report.check.uncoveredSince)
    this.report = { ...report, check, head: check.end, now }
    return null
  }

  private async signIfDue(report: DatabaseReport, now: Date, last: boolean): Promise<void> {
    const { end } = report.check
    const signed = this.newest
    if (end.id <= (signed?.entry ?? 0)) return
    const isDue =
      last ||
      signed === null ||
      end.id - signed.entry >= CHECKPOINT_ENTRIES ||
      now.getTime() - Date.parse(signed.at) >= CHECKPOINT_MS
    const key = isDue ? await readCheckpointKey(this.options.places.dataDir) : undefined
    if (!key) return
    const checkpoint = signCheckpoint(key, end, now)
    this.newest = checkpoint
    this.unwritten = checkpointFiles(this.options.places)
    const { good, others } = report.checkpoints
    const counts = report.keys?.includes(checkpoint.key) ?? true
    report.check.uncoveredSince = Infinity
    this.report = {
      ...report,
      checkpoints: counts ? { good: [...good, checkpoint], others } : { good, others: others + 1 },
    }
    this.result = judge({ ...this.report, now })
  }

  private async writeCheckpoint(): Promise<void> {
    const { newest, unwritten } = this
    if (!newest) return
    const results = await Promise.allSettled(
      unwritten.map((file) => appendCheckpoint(file, newest)),
    )
    this.unwritten = unwritten.filter((_file, index) => results[index]?.status === 'rejected')
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}

function problemOf({ keys, checkpoints }: DatabaseReport, result: Result): string | null {
  if (result.verdict === 'OK') return null
  if (result.at === null) return meaningOfResult(result)
  if (keys?.length === 0) return t.auditWatch.keyMissing
  return checkpoints.others > 0 ? t.auditWatch.otherKeys : meaningOfResult(result)
}
