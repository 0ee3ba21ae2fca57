import { useRef, useState, type SubmitEvent, type RefObject } from 'react'
import { errorOf, type ApiError } from '../../api.ts'
import { useAction } from '../use-action.ts'
import type { Checked, FieldErrors } from './check-form.ts'
import { textsOf } from './field.tsx'

interface Form {
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
  /** Takes that away. */
  readonly forgetError: () => void
}

interface FormOptions<Input> {
  /**
   * What is to be sent of the fields' texts, by name, or what is wrong with them: mostly
   * `checkForm` with the contract's schema.
   */
  readonly check: (
    fields: Readonly<Record<string, string>>,
    form: HTMLFormElement,
  ) => Checked<Input> | Promise<Checked<Input>>
  readonly send: (input: Input, form: HTMLFormElement) => Promise<void> | void
}

/**
 * A form that is checked before it is sent: the first wrong field gets the focus, and what the
 * server says of fields stands beside them as well.
 */
export function useForm<Input>({ check, send }: FormOptions<Input>): Form {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (wrong: FieldErrors) => {
    setErrors(wrong)
    focusFirstWrong(ref.current, wrong)
  }
  const { run, busy, error, forgetError } = useAction(async () => {
    if (!ref.current) return
    const checked = await check(textsOf(ref.current), ref.current)
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
  return { form: { ref, noValidate: true, onSubmit }, errors, busy, error, forgetError }
}

/**
 * Puts the focus on the first field of a form that something is wrong with. By name, at once: React
 * may mark the fields some frames later, and until then an earlier try's marks are there.
 */
function focusFirstWrong(form: HTMLFormElement | null, errors: FieldErrors): void {
  const wrong = [...(form?.elements ?? [])].find((each) => errors[each.getAttribute('name') ?? ''])
  if (wrong instanceof HTMLElement) wrong.focus()
}
