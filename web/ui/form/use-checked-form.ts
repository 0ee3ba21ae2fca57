import { useRef, useState, type SubmitEvent, type RefObject } from 'react'
import type { core } from 'zod/mini'
import { errorOf, type ApiError } from '../../api.ts'
import { useAction } from '../use-action.ts'
import { checkForm, type FieldErrors } from './check-form.ts'
import { focusFirstWrong } from './focus-first-wrong.ts'

interface CheckedForm {
  /** For the `form` element. */
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: SubmitEvent) => void
  }
  readonly errors: FieldErrors
  readonly busy: boolean
  /** Why the newest try failed at the server. */
  readonly error: ApiError | undefined
}

interface CheckedFormOptions<S extends core.$ZodType> {
  readonly schema: S
  /** What is checked of the fields' texts, by name; all of them as they are unless told. */
  readonly read?: (fields: Record<string, FormDataEntryValue>) => unknown
  readonly send: (input: core.input<S>, form: HTMLFormElement) => Promise<void>
}

/**
 * A form that is checked by the contract's schema before it is sent: the first wrong field gets the focus, and what the server
 * says of fields stands beside them as well.
 */
export function useCheckedForm<S extends core.$ZodType>(options: CheckedFormOptions<S>): CheckedForm {
  const { schema, read = (fields): unknown => fields, send } = options
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (wrong: FieldErrors) => {
    setErrors(wrong)
    focusFirstWrong(ref.current, wrong)
  }
  const { run, busy, error } = useAction(async () => {
    if (!ref.current) return
    const checked = checkForm(schema, read(Object.fromEntries(new FormData(ref.current))))
    show(checked.errors ?? {})
    if (checked.errors) return
    try {
      await send(checked.input, ref.current)
    } catch (thrown) {
      show(errorOf(thrown).fields)
      throw thrown
    }
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void run()
  }
  return { form: { ref, noValidate: true, onSubmit }, errors, busy, error }
}
