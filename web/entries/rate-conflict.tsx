import type { ManualRate } from '../../contract/entries.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { entryRate } from './entry-name.ts'

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
    <div role="alert" data-conflict="">
      <Notice kind="warning" quiet>
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
      </Notice>
    </div>
  )
}

/** Puts the focus on the first open question of this kind; whether there is one. */
export function focusConflict(inside: HTMLElement | null): boolean {
  const first = inside?.querySelector<HTMLElement>('[data-conflict] button')
  first?.focus()
  return Boolean(first)
}
