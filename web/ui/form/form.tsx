import {
  createContext,
  use,
  useCallback,
  useId,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import { failureSentence, toApiError, type ApiError } from '../../api.ts'
import { Button, useAction } from '../button.tsx'
import { Notice } from '../notice.tsx'

export type FieldErrors = Readonly<Record<string, readonly string[]>>
type Texts = Readonly<Record<string, string>>

interface FormState {
  readonly values: Texts
  readonly errors: FieldErrors
  readonly busy: boolean
  /** Why the last `onSend` failed, unless a field shows the reason. */
  readonly error: ApiError | undefined
  readonly setError: (name: string, sentence?: string) => void
}

export const FormContext = createContext<FormState>({
  values: {},
  errors: {},
  busy: false,
  error: undefined,
  setError: () => undefined,
})
export const useFormState = () => use(FormContext)

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

interface ControlProps {
  readonly id: string
  readonly name: string
  readonly className: string
  readonly defaultValue?: string | number | readonly string[] | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'data-missing'?: string | undefined
  readonly 'data-wrong'?: string | undefined
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'children' | 'className'> {
  readonly label: ReactNode
  readonly name: string
  readonly hint?: ReactNode
  readonly missing?: string
  readonly wrong?: string
  readonly errors?: readonly string[] | undefined
  readonly children?: (control: ControlProps) => ReactNode
}

export function Field(props: FieldProps) {
  const { label, name, hint, missing, wrong, errors: given, children, ...input } = props
  const { values, errors: all } = useFormState()
  const errors = given ?? all[name] ?? []
  const id = useId()
  const isWrong = errors.length > 0
  const described = [hint !== undefined && `${id}-hint`, isWrong && `${id}-errors`]
  const control: ControlProps = {
    id,
    name,
    className: 'control',
    ...(name in values && { defaultValue: values[name] }),
    'aria-invalid': isWrong || undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    ...(missing !== undefined && { 'data-missing': missing }),
    ...(wrong !== undefined && { 'data-wrong': wrong }),
  }
  return (
    <div className="field">
      <label className="fine-print" htmlFor={id}>
        {label}
      </label>
      {children ? children(control) : <input {...input} {...control} />}
      {hint !== undefined && (
        <p className="fine-print" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {/* Always rendered: screen readers announce only changes inside a live region. */}
      <div className="errors" id={`${id}-errors`} aria-live="polite">
        {errors.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  )
}

interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'className' | 'name' | 'id' | 'children' | 'onChange'
> {
  readonly label: string
  readonly name: string
  readonly values: readonly T[]
  readonly textOf?: (value: T) => string
  readonly hint?: ReactNode
  readonly errors?: readonly string[] | undefined
  readonly onValue?: (value: T) => void
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, name, values, textOf, hint, errors, onValue, ...select } = props
  return (
    <Field label={label} name={name} hint={hint} errors={errors}>
      {({ defaultValue, ...control }) => (
        <select
          {...(select.value === undefined && { defaultValue })}
          {...select}
          {...control}
          onChange={({ target }) => onValue?.(target.value as T)}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {textOf ? textOf(value) : value}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function readFields(form: HTMLFormElement): Texts {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts as [string, string][])
}

export function constraintErrors(form: HTMLFormElement): FieldErrors {
  const errors: Record<string, readonly string[]> = {}
  for (const control of form.elements)
    if (
      (control instanceof HTMLInputElement ||
        control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement) &&
      !control.checkValidity()
    )
      errors[control.name] ??= [constraintSentence(control)]
  return errors
}

export function constraintSentence(
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
): string {
  const { validity: broken, dataset } = control
  if (broken.customError) return control.validationMessage
  if (broken.valueMissing)
    return (
      dataset['missing'] ??
      (control instanceof HTMLSelectElement ? t.field.choose : t.field.missing)
    )
  if (dataset['wrong'] !== undefined) return dataset['wrong']
  const input = control as HTMLInputElement
  const isDay = input.type === 'date'
  if (broken.rangeUnderflow)
    return isDay && isCalendarDate(input.min)
      ? t.ui.dayFrom({ day: formatDay(input.min) })
      : t.field.atLeast({ min: input.min })
  if (broken.rangeOverflow)
    return isDay && isCalendarDate(input.max)
      ? t.ui.dayUpTo({ day: formatDay(input.max) })
      : t.field.atMost({ max: input.max })
  if (isDay || input.type === 'month') return t.ui.noSuchDay
  if (input.type === 'email') return t.field.email
  if (broken.stepMismatch) return t.field.decimals({ most: decimalsOf(input.step) })
  if (input.type === 'number') return t.field.number
  return broken.tooLong ? t.field.tooLong({ most: input.maxLength }) : t.field.wrong
}

const decimalsOf = (step: string) => step.split('.')[1]?.length ?? 0
