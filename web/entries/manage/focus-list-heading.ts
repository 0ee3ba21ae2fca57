/** Puts the focus on the list's heading, once what held it is gone. */
export function focusListHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-list-heading]')?.focus())
}
