/** A ref of rows, buttons and arrows: the focus moves on if they are removed while they have it. */
export function passFocus(element: Element | null) {
  return () => {
    const { activeElement } = document
    if (element?.contains(activeElement)) queueMicrotask(keepFocus(activeElement))
  }
}

/**
 * Returns a function that moves the focus if `control` was removed with it: to the row after or
 * before its own row, otherwise to the heading of its card or page.
 */
export function keepFocus(control: Element | null): () => void {
  const card = control?.closest('.card')
  const row = control?.closest('tr, li')
  const rows = [row?.nextElementSibling, row?.previousElementSibling]
  return () => {
    if (control?.isConnected || document.activeElement !== document.body) return
    const near = rows.find((each) => each?.isConnected && each.querySelector('button'))
    const heading = card?.isConnected ? card.querySelector('h2') : document.querySelector('h1')
    const next = near?.querySelector('button') ?? heading
    next?.focus()
  }
}
