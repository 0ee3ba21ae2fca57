import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

/** What the control inside a field must carry. */
export interface ControlProps {
  readonly id: string
  readonly name: string
  readonly className: string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FieldProps {
  readonly label: ReactNode
  readonly name: string
  readonly hint?: ReactNode
  /** What is wrong with it, from the form's own check or from the server. */
  readonly errors?: readonly string[] | undefined
  /** Draws the control with the attributes that tie it to its label, hint and errors. */
  readonly children: (control: ControlProps) => ReactNode
}

/** A label, its control, a hint and a place for what is wrong. */
export function Field({ label, name, hint, errors = [], children }: FieldProps) {
  const id = useId()
  const wrong = errors.length > 0
  const described = [hint !== undefined && `${id}-hint`, wrong && `${id}-errors`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles['field']}>
      <label className="fine-print" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        className: styles['control'],
        'aria-invalid': wrong || undefined,
        'aria-describedby': described || undefined,
      })}
      {hint !== undefined && (
        <p className="fine-print" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {/* Always there, so that a screen reader hears what appears in it. */}
      <div className={styles['errors']} id={`${id}-errors`} aria-live="polite">
        {errors.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  )
}

/** The texts of a form's fields, by name. */
export function textsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts as [string, string][])
}
