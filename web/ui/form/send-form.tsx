import { useCallback, useState, type ComponentProps, type ReactNode } from 'react'
import { t } from '../../../text/sentences.ts'
import { failureSentence, toApiError, type ApiError } from '../../api.ts'
import { Button, useAction } from '../button.tsx'
import { Notice } from '../notice.tsx'
import {
  constraintErrors,
  FormContext,
  readFields,
  useFormState,
  type FieldErrors,
  type Texts,
} from './form.tsx'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly values?: Texts
  /**
   * Sends the fields. Called only if no HTML constraint fails. Field errors of a rejected call are
   * shown at their fields, any other error by `FormError`.
   */
  readonly onSend: (fields: Texts, form: HTMLFormElement) => Promise<void> | void
}

/** A form of uncontrolled fields: text typed before hydration stays. */
export function Form({ values = {}, onSend, ...props }: FormProps) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isPlaced, setPlaced] = useState(false)
  const show = (form: HTMLFormElement, wrong: FieldErrors) => {
    const first = [...form.elements].find(
      (each) => wrong[each.getAttribute('name') ?? ''] && each.getAttribute('type') !== 'hidden',
    )
    setErrors(wrong)
    setPlaced(first !== undefined)
    if (first instanceof HTMLElement) first.focus()
  }
  const { run, busy, error } = useAction(async (form: HTMLFormElement) => {
    const wrong = constraintErrors(form)
    show(form, wrong)
    if (Object.keys(wrong).length > 0) return
    try {
      await onSend(readFields(form), form)
    } catch (thrown) {
      show(form, toApiError(thrown).fields)
      throw thrown
    }
  })
  const setError = useCallback(
    (name: string, sentence?: string) =>
      setErrors((before) => ({ ...before, [name]: sentence === undefined ? [] : [sentence] })),
    [],
  )
  return (
    <FormContext value={{ values, errors, busy, error: isPlaced ? undefined : error, setError }}>
      <form
        // Before hydration a GET would put the fields into the address.
        method="post"
        noValidate
        {...props}
        onSubmit={(event) => {
          event.preventDefault()
          void run(event.currentTarget)
        }}
      />
    </FormContext>
  )
}

export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} type="submit" busy={useFormState().busy} />
}

interface FormErrorProps {
  readonly children?: (error: ApiError) => ReactNode
}

export function FormError({ children = failureSentence }: FormErrorProps) {
  const { error } = useFormState()
  return (
    error && (
      <Notice kind="error" isOutcome>
        {children(error)}
      </Notice>
    )
  )
}

interface DialogActionsProps extends ComponentProps<typeof SubmitButton> {
  readonly onCancel: () => void
}

/** The end of a form in a dialog. */
export function DialogActions({ onCancel, ...submit }: DialogActionsProps) {
  return (
    <>
      <FormError />
      <div className="actions">
        <Button kind="quiet" onClick={onCancel}>
          {t.ui.cancel}
        </Button>
        <SubmitButton {...submit} />
      </div>
    </>
  )
}
