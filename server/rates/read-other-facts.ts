import { readHolidays } from '../calendar/read-holidays.ts'
import type { Db, FactSubject } from '../database/schema.ts'
import type { OtherFacts } from './rate-book.ts'
import { readCustomsWeeks } from './read-customs-weeks.ts'
import { readPolicies } from './read-policies.ts'

export type OtherSubject = Exclude<FactSubject, 'rate' | 'sealed period'>

const READERS = {
  'customs schedule': async (db: Db) => ({ customsWeeks: await readCustomsWeeks(db) }),
  'bank holiday': async (db: Db) => ({ holidays: await readHolidays(db) }),
  'rate policy': async (db: Db) => ({ policies: await readPolicies(db) }),
} satisfies Record<OtherSubject, (db: Db) => Promise<Partial<OtherFacts>>>

export const OTHER_SUBJECTS = Object.keys(READERS) as OtherSubject[]
export const WITH_NAMES: readonly OtherSubject[] = ['bank holiday', 'rate policy']

/** Subjects that changed since they were read. */
export class StaleFacts extends Set<OtherSubject> {
  addAll(subjects: Iterable<OtherSubject>): void {
    for (const subject of subjects) this.add(subject)
  }

  /** They stay stale if one of them cannot be read. Returns undefined if there are none. */
  async read(db: Db): Promise<Partial<OtherFacts> | undefined> {
    const subjects = [...this]
    if (subjects.length === 0) return undefined
    this.clear()
    const facts: Partial<OtherFacts> = {}
    try {
      for (const subject of subjects) Object.assign(facts, await READERS[subject](db))
      return facts
    } catch (error) {
      this.addAll(subjects)
      throw error
    }
  }
}
