import type * as z from 'zod/mini'
import type { ImportBody, ImportRow } from '../../contract/imports.ts'
import type { Currency } from '../../domain/currency.ts'
import type { OtherFact, RateFact, ReadChange } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import type { RateContext } from '../rates/rate-context.ts'

interface RowCounts {
  readonly added: number
  readonly replaced: number
  readonly removed: number
}

export interface CheckedRows {
  readonly rows: readonly ImportRow[]
  /** Currencies of the installation without a rate in a week of customs rates. */
  readonly missing?: readonly Currency[]
  /** A further change, undone with those of the rows. */
  readonly schedule?: Omit<OtherFact, 'group'>
  /** The schedule differs from the stored one: it is imported even without a new rate. */
  readonly isScheduleNew?: boolean
  readonly changeOf: (row: ImportRow) => RateFact | OtherFact
  readonly described: (rows: readonly ImportRow[], counts: RowCounts, leftOut: number) => string
  readonly texts?: { readonly source: string }
  readonly message: (counts: RowCounts) => string
}

export interface RowKind<Body extends ImportBody> {
  readonly action: 'import exchange rates' | 'change bank holidays'
  readonly fact: 'rate' | 'bank holiday'
  readonly row: z.core.$ZodType
  readonly unchanged: () => string
  readonly check: (body: Body, db: Db, deps: RateContext) => Promise<CheckedRows>
  /** Throws 409 if an import must be undone whole and cannot be. */
  readonly refuseLeft?: (db: Db, id: number) => Promise<void>
  readonly undone: (
    id: number,
    undone: UndoneRows,
    changes: readonly ReadChange<'rate'>[],
  ) => string
}

/** `left`: rows that were changed since the import. */
export interface UndoneRows {
  readonly removed: number
  readonly putBack: number
  readonly left: number
}
