import type { ReactNode } from 'react'
import type { ManualRate } from '../../contract/entries.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { unitsName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { Button } from '../ui/button.tsx'
import { DayMark } from '../ui/day-mark.tsx'
import type { GridRow } from './day-grid-state.ts'
import styles from './entries.module.css'
import { entryRate, savedAt } from './rate-changes.ts'
import { shortDoubt } from './rate-doubts.ts'
import type { DayGrid } from './use-day-grid.ts'

interface StateProps {
  readonly row: GridRow
  readonly grid: DayGrid
}

/** Says in one line what is known of a rate that nothing is asked about. */
export function RowState({ row, grid }: StateProps): ReactNode {
  const { typed, entry, day } = row
  const published = day?.published
  if (typed) {
    if (isAsked(row, grid)) return null
    const next = grid.rows[grid.rows.indexOf(row) + 1]
    const replaced = entry ?? published
    return replaced ? (
      t.day.replaces({ rate: entryRate(replaced) })
    ) : (
      <TypedState next={next && unitsName(next.series.currency)} />
    )
  }
  if (entry) return <SavedState entry={entry} />
  return (
    published && (
      <>
        <DayMark mark="published" /> {t.day.published({ source: published.source })}
      </>
    )
  )
}

export function SavedState({ entry }: { readonly entry: ManualRate }) {
  const today = useToday()
  return (
    <>
      <span className={styles['saved']}>✓</span>{' '}
      {t.day.saved({ user: entry.updated_by, time: savedAt(entry.updated_at, today) })}
    </>
  )
}

interface EmptiedRateProps {
  readonly entry: ManualRate
  readonly onKeep: () => void
}

/** A saved rate whose field was emptied. */
export function EmptiedRate({ entry, onKeep }: EmptiedRateProps) {
  const { base_currency: currency, date, kind } = entry
  return (
    <>
      <p className="errors">{t.day.emptied}</p>
      <div className={styles['answers']}>
        <Button kind="link" onClick={onKeep}>
          {t.conflict.keepTheirs({ rate: entryRate(entry) })}
        </Button>
        <Link href={withQuery('/manage', { currency, kind, from: date, to: date })}>
          {t.dashboard.allEntries}
        </Link>
      </div>
    </>
  )
}

/** The Enter key goes to `next`, or to the button. */
export const TypedState = ({ next = null }: { readonly next: string | null | undefined }) => (
  <>
    {t.day.typed} <span className={styles['next']}>{t.day.next({ next })}</span>
  </>
)

/** An own change is not seen as another user's while it is being saved. */
const isAsked = (row: GridRow, { saving }: DayGrid) =>
  row.typed?.wrong !== undefined || row.doubts.length > 0 || (row.isOvertaken && !saving.busy)

/** Says why a typed rate is wrong, or asks about it, with two answers. */
export function RowQuestion({ row, grid }: StateProps): ReactNode {
  const { typed, entry, rate, doubts, isOvertaken } = row
  if (!typed || !isAsked(row, grid)) return null
  if (typed.wrong === t.day.emptied && entry)
    return <EmptiedRate entry={entry} onKeep={() => grid.keepTheirs(row)} />
  if (typed.wrong !== undefined) return <p className="errors">{typed.wrong}</p>
  const answer = (text: string, onAnswer: () => void) => (
    <Button kind="link" onClick={onAnswer}>
      {text}
    </Button>
  )
  if (isOvertaken)
    return (
      <>
        <p className="badge tone-warning">
          {entry
            ? t.conflict.savedBy({ user: entry.updated_by, rate: entryRate(entry) })
            : t.conflict.deleted}
        </p>
        <div className={styles['answers']}>
          {answer(
            entry ? t.conflict.keepTheirs({ rate: entryRate(entry) }) : t.conflict.keepDeleted,
            () => grid.keepTheirs(row),
          )}
          {answer(t.conflict.useTyped, () => grid.keepMine(row))}
        </div>
      </>
    )
  const [doubt] = doubts
  if (!doubt || rate === undefined) return null
  const meant = doubt.meant === undefined ? undefined : formatRate(fromWire(doubt.meant))
  return (
    <>
      <p className="badge tone-warning" title={doubt.sentence}>
        <span aria-hidden="true">{shortDoubt(doubt, rate)}</span>
        <span className="visually-hidden">{doubt.sentence}</span>
      </p>
      <div className={styles['answers']}>
        {meant !== undefined && answer(t.warning.use({ rate: meant }), () => grid.use(row, meant))}
        {answer(t.warning.keep({ rate: formatRate(fromWire(rate)) }), () => grid.keep(row.name))}
      </div>
    </>
  )
}
