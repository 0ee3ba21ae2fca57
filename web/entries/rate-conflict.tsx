import type { ManualRate } from '../../contract/schema/entries.schema.ts'
import { conflictText } from '../text/en/work/entries.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { entryRate } from './entry-name.ts'
import styles from './rate-conflict.module.css'

interface RateConflictProps {
  /** What stands there now; null where it was deleted. */
  readonly now: ManualRate | null
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Says that somebody else has changed a rate since it was shown, beside what was typed, and has one of both chosen. */
export function RateConflict({ now, onTheirs, onMine }: RateConflictProps) {
  return (
    <div role="alert" className={classNames('tone-warning', styles['conflict'])} data-conflict="">
      <p>{now ? conflictText.changed(now.updated_by, entryRate(now)) : conflictText.deleted}</p>
      <div className="buttons">
        <Button kind="quiet" onClick={onTheirs}>
          {now ? conflictText.keepTheirs(entryRate(now)) : conflictText.keepDeleted}
        </Button>
        <Button kind="quiet" onClick={onMine}>
          {conflictText.useTyped}
        </Button>
      </div>
    </div>
  )
}

/** Puts the focus on the first open question of this kind; whether there is one. */
export function focusConflict(inside: HTMLElement | null): boolean {
  const first = inside?.querySelector<HTMLElement>('[data-conflict] button')
  first?.focus()
  return Boolean(first)
}
