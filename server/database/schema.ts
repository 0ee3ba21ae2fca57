import type { Kysely, Transaction as KyselyTransaction } from 'kysely'

/** Statements are SQL with a typed row. Tests add the tables: `testing/tables.ts`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- See above.
export interface Tables {}

export type Db = Kysely<Tables>

export type Transaction = KyselyTransaction<Tables>

export type FactSubject =
  'rate' | 'bank holiday' | 'customs schedule' | 'sealed period' | 'rate policy'
