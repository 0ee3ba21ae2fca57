import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import type { ApiError } from '../../api.ts'

export type FieldErrors = Readonly<Record<string, readonly string[]>>
export type Texts = Readonly<Record<string, string>>

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
  const about = input['aria-describedby']
  const { values, errors: all } = useFormState()
  const errors = given ?? all[name] ?? []
  const id = useId()
  const isWrong = errors.length > 0
  const described = [about, hint !== undefined && `${id}-hint`, isWrong && `${id}-errors`]
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
