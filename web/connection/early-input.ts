/**
 * Enters what was typed, chosen and sent before the page was alive, as if it were done now: hydration alone would set the fields back.
 * Called once the screen is hydrated.
 */
export async function enterEarlyInput(): Promise<void> {
  const { values = [], forms = [] } = window.earlyInput ?? {}
  // Every screen says when it is hydrated; what was done early was done to the first.
  delete window.earlyInput
  for (const [field, value] of values) {
    await nextTurn()
    if (field.isConnected) enter(field, value)
  }
  for (const form of forms) {
    await nextTurn()
    if (form.isConnected) form.requestSubmit()
  }
}

/** Each field a turn later: what it changes on the screen is there before the next. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  // React hears only of a value other than the last that it saw, and sees those that are set on the field itself.
  field.value = value === '' ? (field.getAttribute('value') ?? '') : ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  // It was left since, where somebody is elsewhere by now.
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
