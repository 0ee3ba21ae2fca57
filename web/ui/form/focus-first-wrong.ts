import type { FieldErrors } from './check-form.ts'

/**
 * Puts the focus on the first field of a form that something is wrong with. By name, at once: React may mark the fields some
 * frames later, and until then an earlier try's marks are there.
 */
export function focusFirstWrong(form: HTMLFormElement | null, errors: FieldErrors): void {
  const wrong = [...(form?.elements ?? [])].find((each) => errors[each.getAttribute('name') ?? ''])
  if (wrong instanceof HTMLElement) wrong.focus()
}
