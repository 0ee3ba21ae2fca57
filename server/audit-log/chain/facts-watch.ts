import type { Clock } from '../../deps.ts'
import type { Db } from '../../database/schema.ts'
import { ChangesCheck, readCovered } from './changes-check.ts'
import type { Break } from './follow-chain.ts'
import { readHead } from './read-chain.ts'
import { findWrongFacts, type WrongFact } from './wrong-facts.ts'
import { wrongFactText } from './chain-sentences.ts'

/** How often all that counts is compared with all changes, and with what this process publishes. */
const STORED_EVERY_MS = 600_000
const PUBLISHED_EVERY_MS = 45_000

/** Gives figures that this process publishes and that are not those that the database holds. */
export type PublishedFigures = () => Promise<readonly WrongFact[]>

/** Compares the facts that count with their changes while the server runs. */
export class FactsWatch {
  private readonly db: Db
  private readonly clock: Clock
  private readonly published: PublishedFigures
  private storedAt = -Infinity
  private publishedAt = -Infinity
  private wrong: Break | null = null

  constructor(db: Db, clock: Clock, published: PublishedFigures) {
    this.db = db
    this.clock = clock
    this.published = published
  }

  /**
   * Whether every change is in an entry, and now and then whether what counts follows from them.
   */
  async check(): Promise<Break | null> {
    const uncovered = await this.findUncovered()
    if (uncovered) return uncovered
    const now = this.clock().getTime()
    const isDue = now - this.publishedAt >= PUBLISHED_EVERY_MS
    if (this.wrong === null && !isDue) return null
    const differing = await this.published()
    this.publishedAt = now
    const stored =
      this.wrong || differing.length > 0 || now - this.storedAt >= STORED_EVERY_MS
        ? await this.findStored(now)
        : []
    this.wrong = breakOf(stored.length > 0 ? stored : differing)
    return this.wrong
  }

  /** Looks at one moment, for others write meanwhile. */
  private async findUncovered(): Promise<Break | null> {
    return this.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        const { id } = await readHead(snapshot)
        const changes = new ChangesCheck(snapshot, await readCovered(snapshot, id))
        await changes.finish(id)
        return changes.broken && { verdict: changes.broken.kind, at: changes.broken.at }
      })
  }

  /** What differs now, as the end of a sentence; undefined where nothing does. */
  async figures(): Promise<string | undefined> {
    const now = this.clock().getTime()
    const stored = await this.findStored(now)
    return breakOf(stored.length > 0 ? stored : await this.published())?.figures
  }

  private async findStored(now: number): Promise<WrongFact[]> {
    const wrong = await findWrongFacts(this.db)
    this.storedAt = now
    return wrong
  }
}

function breakOf(wrong: readonly WrongFact[]): Break | null {
  const [first] = wrong
  if (!first) return null
  const figures = wrong.map(wrongFactText).join('; ')
  return { verdict: 'EDITED', at: first.entry, figures }
}
