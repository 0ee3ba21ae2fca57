import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CACHE_TAG } from '../http/encoded.ts'

export interface PurgedCache {
  /** Where the cache takes purges. */
  readonly url: string
  readonly token: string | undefined
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** An answer that was on its way to the cache during the first purge is there by the second. */
const REPEAT_MS = 3000
const TIMEOUT_MS = 2000
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5000

/**
 * Purges one shared cache: `POST url` with the tag in `Surrogate-Key`, again until it is taken, and
 * once more 3 s later.
 */
export class CachePurge {
  /** Since when the cache takes no purges, as ISO 8601; null while it does. */
  failingSince: string | null = null
  private readonly cache: PurgedCache
  private isDue = false
  private readonly repeats = new Set<NodeJS.Timeout>()
  private readonly closing = new AbortController()
  private working: Promise<void> | null = null

  constructor(cache: PurgedCache) {
    this.cache = cache
  }

  /** Returns at once. */
  purge(): void {
    this.begin()
    const repeat = setTimeout(() => {
      this.repeats.delete(repeat)
      this.begin()
    }, REPEAT_MS).unref()
    this.repeats.add(repeat)
  }

  /**
   * Ends what is under way. What was not purged by then is purged by the next start, which purges
   * everything.
   */
  async close(): Promise<void> {
    this.closing.abort()
    for (const repeat of this.repeats) clearTimeout(repeat)
    await this.working
  }

  private begin(): void {
    this.isDue = true
    this.working ??= this.work().finally(() => (this.working = null))
  }

  private async work(): Promise<void> {
    let wait = FIRST_PAUSE_MS
    while (this.isDue && !this.closing.signal.aborted) {
      this.isDue = false
      try {
        await this.send()
        this.failingSince = null
        wait = FIRST_PAUSE_MS
      } catch (error) {
        this.isDue = true
        this.note(error)
        await pause(wait, undefined, { signal: this.closing.signal, ref: false }).catch(
          () => undefined,
        )
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
      }
    }
  }

  private async send(): Promise<void> {
    const { url, token } = this.cache
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'surrogate-key': CACHE_TAG,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      redirect: 'error',
      signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The cache answered ${response.status}`)
  }

  private note(err: unknown): void {
    if (this.failingSince !== null || this.closing.signal.aborted) return
    this.failingSince = new Date().toISOString()
    this.cache.log.warn(
      { err, cache: new URL(this.cache.url).host },
      'A cache takes no purge; retrying',
    )
  }
}
