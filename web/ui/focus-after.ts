import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus on when the row that held it has gone: to a button of the next row, or to the list's heading where there is
 * none. Rows carry `data-row` with their id, the heading `data-list-heading` and `tabIndex={-1}`, both inside the element that gets the
 * first of what is returned. The second says which row is about to go.
 */
export function useFocusAfter(
  ids: readonly number[],
): readonly [list: RefObject<HTMLDivElement | null>, moveFocus: (id: number) => void] {
  const list = useRef<HTMLDivElement>(null)
  const going = useRef<{ readonly id: number; readonly next: number | undefined }>(undefined)
  useEffect(() => {
    const gone = going.current
    if (!gone || ids.includes(gone.id)) return
    going.current = undefined
    const button =
      gone.next === undefined ? null : list.current?.querySelector(`[data-row="${gone.next}"] button`)
    const target = button ?? list.current?.querySelector('[data-list-heading]')
    if (target instanceof HTMLElement) target.focus()
  }, [ids])
  const moveFocus = (id: number) => {
    const index = ids.indexOf(id)
    going.current = { id, next: ids[index + 1] ?? ids[index - 1] }
  }
  return [list, moveFocus]
}

/** Puts the focus on the heading of a screen's list, once what held it is gone. */
export function focusListHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-list-heading]')?.focus())
}
