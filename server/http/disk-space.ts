import { statfsSync } from 'node:fs'
import type { Clock } from '../deps.ts'
import { isDatabaseUnavailable, isDiskFull } from '../database/availability.ts'
import { t } from '../../text/sentences.ts'

const LOW_BYTES = 200_000_000
/** PostgreSQL, which writes 16 MB of its log at once, ends where it cannot. */
const NOTHING_LEFT_BYTES = 16_000_000
/** A refused write is reported for so long, as somebody may look only now and then. */
const REPORTED_FOR_MS = 600_000

/** How much space is left to write to, and whether a write was refused for want of it. */
export class DiskSpace {
  private readonly freeBytes: () => number
  private readonly clock: Clock
  private refusedAt = -Infinity

  constructor(freeBytes: () => number, clock: Clock) {
    this.freeBytes = freeBytes
    this.clock = clock
  }

  /** Whether an error of the database comes of a full disk; it is remembered. */
  isCauseOf(error: unknown): boolean {
    const isCause =
      isDiskFull(error) || (isDatabaseUnavailable(error) && this.freeBytes() < NOTHING_LEFT_BYTES)
    if (isCause) this.refusedAt = this.clock().getTime()
    return isCause
  }

  /** A warning under `disk` where little is left, or a write was refused lately. */
  warnings(): { disk?: string } {
    if (this.clock().getTime() - this.refusedAt < REPORTED_FOR_MS)
      return { disk: t.httpText.diskFull({ at: new Date(this.refusedAt).toISOString() }) }
    const free = this.freeBytes()
    return free < LOW_BYTES
      ? { disk: t.httpText.diskLow({ megabytes: Math.floor(free / 1_000_000) }) }
      : {}
  }
}

/**
 * The least space left, in bytes, for an account without privileges; unreadable folders do not
 * count.
 */
export function freeBytesOf(folders: readonly string[]): number {
  return Math.min(...folders.map(freeBytesIn))
}

function freeBytesIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}
