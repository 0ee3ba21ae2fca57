/**
 * Enters what was typed, chosen and sent before the page was alive, as if it were done now:
 * hydration alone would set the fields back. Called once the screen is hydrated.
 */
export async function enterEarlyInput(): Promise<void> {
  const early = window.earlyInput ?? new Map<never, never>()
  // Every screen says when it is hydrated; what was done early was done to the first.
  delete window.earlyInput
  for (const [element, value] of early) {
    // A turn later each: what one changes on the screen is there before the next.
    await new Promise((resolve) => setTimeout(resolve))
    // What was typed on meanwhile counts already, and is no longer among them (inline-script.ts).
    if (!early.has(element) || !element.isConnected) continue
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else enter(element, value)
  }
}

function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  // React hears only of a value other than the last that it saw, and sees those that are set on the
  // field itself.
  field.value = value === '' ? (field.getAttribute('value') ?? '') : ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  // Where somebody is elsewhere by now, it was left since.
  const left = field === document.activeElement ? [] : ['focusout']
  for (const type of ['input', 'change', ...left])
    field.dispatchEvent(new Event(type, { bubbles: true }))
}
