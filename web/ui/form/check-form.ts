import { config, safeParse, type core } from 'zod/mini'
import { inputErrorSentence } from '../../../text/input-errors.ts'

// Without this, zod tries `new Function`, which the content security policy forbids and reports.
config({ jitless: true })

/** The sentences about each wrong field, in the form in which the server gives them too. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** What may be sent, or what is wrong with which field. */
export type Checked<Input> =
  { readonly input: Input; readonly errors?: undefined } | { readonly errors: FieldErrors }

/**
 * What a form holds, checked by the contract's schema: the checked values, or what is wrong with
 * which field. `input` is what goes to the server, whose own check is the one that counts.
 */
export function checkForm<S extends core.$ZodType>(
  schema: S,
  input: unknown,
): Checked<core.input<S>> {
  const checked = safeParse(schema, input)
  if (checked.success) return { input: input as core.input<S> }
  const errors: Record<string, string[]> = {}
  for (const issue of checked.error.issues) {
    const field = String(issue.path[0] ?? '')
    ;(errors[field] ??= []).push(inputErrorSentence(issue.message))
  }
  return { errors }
}
