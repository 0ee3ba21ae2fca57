/** Puts a text into a field as a user would type it: whoever listens to its form hears of it. */
export function typeInto(input: HTMLInputElement, text: string): void {
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
