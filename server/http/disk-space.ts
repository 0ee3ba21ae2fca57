import { statfsSync } from 'node:fs'
import type { Clock } from '../context.ts'
import { isDatabaseUnavailable, isDiskFull } from '../database/availability.ts'
import { t } from '../../text/sentences.ts'

const LOW_BYTES = 200_000_000
/** PostgreSQL writes 16 MB of its log at once and stops if it cannot. */
const NOTHING_LEFT_BYTES = 16_000_000
const REPORTED_FOR_MS = 600_000

export class DiskSpace {
  private readonly freeBytes: () => number
  private readonly clock: Clock
  private refusedAt = -Infinity

  constructor(freeBytes: () => number, clock: Clock) {
    this.freeBytes = freeBytes
    this.clock = clock
  }

  isCauseOf(error: unknown): boolean {
    const isCause =
      isDiskFull(error) || (isDatabaseUnavailable(error) && this.freeBytes() < NOTHING_LEFT_BYTES)
    if (isCause) this.refusedAt = this.clock().getTime()
    return isCause
  }

  warnings(): { disk?: string } {
    if (this.clock().getTime() - this.refusedAt < REPORTED_FOR_MS)
      return { disk: t.httpText.diskFull({ at: new Date(this.refusedAt).toISOString() }) }
    const free = this.freeBytes()
    return free < LOW_BYTES
      ? { disk: t.httpText.diskLow({ megabytes: Math.floor(free / 1_000_000) }) }
      : {}
  }
}

export function readFreeBytes(folders: readonly string[]): number {
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
