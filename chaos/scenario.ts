import type { Scope } from '../harness/scope.ts'

/** What a scenario run has found: figures to print and whether they reach what is asked, or why it could not be run here. */
export type Outcome = { readonly figures: string; readonly ok: boolean } | { readonly skipped: string }

/** Something that goes wrong on purpose, with what must hold all the same. */
export interface Scenario {
  /** As it is asked for: `npm run check:faults -- kill-9`. */
  readonly name: string
  readonly title: string
  /** The figures that would pass. */
  readonly pass: string
  /** Everything that it starts is handed to `scope`, which ends it. */
  run(scope: Scope): Promise<Outcome>
}
