import type { ManualRate } from '../../contract/entries.ts'
import { t } from '../../text/sentences.ts'
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

/**
 * Says that somebody else has changed a rate since it was shown, beside what was typed, and has one
 * of both chosen.
 */
export function RateConflict({ now, onTheirs, onMine }: RateConflictProps) {
  return (
    <div role="alert" className={classNames('tone-warning', styles['conflict'])} data-conflict="">
      <p>
        {now
          ? t.conflict.changed({ user: now.updated_by, rate: entryRate(now) })
          : t.conflict.deleted}
      </p>
      <div className="buttons">
        <Button kind="quiet" onClick={onTheirs}>
          {now ? t.conflict.keepTheirs({ rate: entryRate(now) }) : t.conflict.keepDeleted}
        </Button>
        <Button kind="quiet" onClick={onMine}>
          {t.conflict.useTyped}
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
